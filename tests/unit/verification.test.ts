import http from 'node:http'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { log } from '#lib/server/log'
import texts from '#messages/zh-cn/errors'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

let info: { status: number; body: string }
let told: string[] = []
const platform = http.createServer((request, response) => {
  const answers: Record<string, typeof info> = {
    '/authorization/oauth/token': { status: 200, body: envelope(0, { access_token: 'token' }) },
    '/authorization/logout': { status: 200, body: envelope(0) },
    '/auth/info': info,
  }
  const { status, body } = answers[request.url ?? ''] ?? info
  if (request.url === '/authorization/logout') told.push(request.headers.authorization ?? '')
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
const envelope = (code: number, data: unknown = null) => JSON.stringify({ code, msg: 'raw text', data })

const { origin, stop } = await serve(platform)
beforeAll(() => {
  stubSettings({ PLATFORM_URL: origin })
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterAll(stop)

async function signIn(answer: typeof info) {
  info = answer
  told = []
  const { POST } = await import('../../app/api/session/sign-in/route')
  const secret = 'a'.repeat(64)
  const request = new NextRequest('http://console.example/api/session/sign-in', {
    method: 'POST',
    headers: { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'li', code: '1', secret, key: '1700000000000' }),
  })
  const response = await POST(request)
  expect(response.headers.getSetCookie().join()).not.toContain('access_token=Fe')
  return { status: response.status, msg: (await response.json()).msg }
}

test.each([
  ...[
    [403, 403],
    [401, 102001],
    [401, 102002],
    [400, 101016],
    [404, 404],
    [200, 7],
  ],
])(
  'GUARD-5 user info that is refused (HTTP %i, code %i) fails the verification, and the token is given back',
  async (status, code) => {
    expect(await signIn({ status, body: envelope(code) })).toEqual({
      status: 401,
      msg: texts.verificationFailed,
    })
    expect(told).toEqual(['Bearer token'])
  },
)

test.each([
  [500, envelope(500), 502, texts.platformAway],
  [502, '<html>', 502, texts.platformAway],
  [429, envelope(429), 429, 'raw text'],
])(
  'GUARD-5 CALL-3 a platform that cannot tell (HTTP %i) is no failed verification',
  async (status, body, answered, msg) => {
    expect(await signIn({ status, body })).toEqual({ status: answered, msg })
    expect(told).toEqual(['Bearer token'])
  },
)

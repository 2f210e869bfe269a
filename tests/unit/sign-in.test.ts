import http from 'node:http'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { log } from '#lib/server/log'
import english from '#messages/en/errors'
import chinese from '#messages/zh-cn/errors'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

const texts: Record<string, Record<string, string>> = { en: english, 'zh-cn': chinese }
vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale }: { locale: string }) =>
    (key: string) =>
      texts[locale]?.[key],
}))

let answer: (response: http.ServerResponse) => void
const { origin, stop } = await serve(http.createServer((_request, response) => answer(response)))
beforeAll(() => {
  stubSettings({ PLATFORM_URL: origin, RATE_LIMIT: '0' })
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterAll(stop)

async function signIn(language: string, signal?: AbortSignal, cookies = '') {
  const { POST } = await import('../../app/api/session/sign-in/route')
  const body = { username: 'ann', secret: 'a'.repeat(64), code: '1234', key: '1234567890' }
  const response = await POST(
    new NextRequest('http://console.example/api/session/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'sec-fetch-site': 'same-origin',
        origin: 'http://console.example',
        cookie: `lang=${language}; ${cookies}`,
      },
      body: JSON.stringify(body),
      signal,
    }),
  )
  const { code, msg } = await response.json()
  const retryAfter = response.headers.get('retry-after') ?? undefined
  return { status: response.status, code, msg, cookie: response.headers.get('set-cookie'), retryAfter }
}

const json = (status: number, body: object) => (response: http.ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test.each([
  ['en', english.overloaded],
  ['zh-cn', chinese.overloaded],
])(
  'HOLD-8 LOGIN-5 a platform that is busy is no platform that is away: when to come again is passed on (%s)',
  async (language, msg) => {
    const busy = { code: 503, msg: 'Too many', data: { outcome: 'unchanged' } }
    answer = (response) => json(503, busy)(response.setHeader('retry-after', '3'))
    expect(await signIn(language)).toEqual({ status: 503, code: 503, msg, cookie: null, retryAfter: '3' })
  },
)

describe('OPS-4 LOGIN-5 signing in while the platform cannot answer says so, and to try again', () => {
  test.each<[string, typeof answer]>([
    ['it is away', (response) => response.socket?.destroy()],
    ['its database is away', json(503, { code: 503, msg: 'The database does not answer', data: null })],
    ['a proxy answers instead', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ])('%s', async (_name, given) => {
    answer = given
    expect(await signIn('en')).toEqual({
      status: 502,
      code: 502,
      msg: 'The platform is not responding at the moment. Nothing is lost, please try again shortly',
      cookie: null,
    })
    expect((await signIn('zh-cn')).msg).toBe('平台暂时没有响应，数据不会丢失，请稍后重试')
  })

  test('what the platform refuses is still told in its own words', async () => {
    answer = json(400, { code: 101016, msg: 'Wrong account or password', data: null })
    expect(await signIn('en')).toMatchObject({ status: 400, code: 101016, msg: 'Wrong account or password' })
  })
})

test('ONLINE-1 CALL-3 a session that reaches nobody, because the browser has given up waiting, is given back', async () => {
  const asked: (string | undefined)[] = []
  const gone = new AbortController()
  let leaves = false
  answer = (response) => {
    asked.push(response.req.url)
    if (leaves && response.req.url === '/auth/info') gone.abort()
    json(200, { code: 0, msg: '', data: { access_token: 'token', id: '7', username: 'ann' } })(response)
  }
  expect(await signIn('en')).toMatchObject({ status: 200 })
  expect(asked).not.toContain('/authorization/logout')
  leaves = true
  await signIn('en', gone.signal)
  expect(asked.at(-1)).toBe('/authorization/logout')
})

const sealedIn = (given: string | null) => /(?:^|, )access_token=([^;]*)/.exec(given ?? '')?.[1]

test('EDGE-3 the session keeps the name that was typed, by which the person signs in again, whatever the platform calls them', async () => {
  answer = json(200, { code: 0, msg: '', data: { access_token: 'token', id: '7', username: '安妮 (总部)' } })
  const { cookie } = await signIn('en')
  const { openSession } = await import('#lib/server/session/session')
  expect(await openSession(sealedIn(cookie))).toMatchObject({ userId: '7', username: 'ann' })
})

test('LOGOUT-1 a platform that has one token a person keeps the session of who signs in once more, and after a logout that it did not hear', async () => {
  const asked: (string | undefined)[] = []
  answer = (response) => {
    asked.push(response.req.url)
    const isLogout = response.req.url === '/authorization/logout'
    const data = { access_token: 'one token', id: '7', username: 'ann' }
    json(isLogout ? 500 : 200, { code: isLogout ? 500 : 0, msg: '', data })(response)
  }
  const [{ openSession }, { POST: signOut }] = await Promise.all([
    import('#lib/server/session/session'),
    import('../../app/api/session/sign-out/route'),
  ])
  const first = `access_token=${sealedIn((await signIn('en')).cookie)}`
  const { cookie } = await signIn('en', undefined, first)
  expect(asked).not.toContain('/authorization/logout')

  const headers = { 'content-type': 'application/json', 'x-console': '1', 'sec-fetch-site': 'same-origin' }
  const left = await signOut(
    new NextRequest('http://console.example/api/session/sign-out', {
      ...{ method: 'POST', body: '{}' },
      headers: { ...headers, cookie: `access_token=${sealedIn(cookie)}` },
    }),
  )
  expect(await openSession(sealedIn(cookie))).toBeNull()
  const [pending] = /pending_sign_out=[^;]+/.exec(left.headers.get('set-cookie') ?? '') ?? []
  expect(pending).toBeDefined()
  const again = await signIn('en', undefined, pending)
  expect(await openSession(sealedIn(again.cookie))).toMatchObject({ token: 'one token' })
  expect(again.cookie).toMatch(/pending_sign_out=; [^,]*Max-Age=0/)
})

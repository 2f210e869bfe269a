import { createServer, type RequestListener } from 'node:http'
import { networkInterfaces } from 'node:os'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerAlive, answerReady } from '#lib/server/health/health'
import { judgeReadiness, lookAtHealth } from '../../tools/doctor/checks/health.ts'
import type { Deployment } from '../../tools/doctor/deployment.ts'
import { serve } from '../serve'
import { got, seen, url, wrong } from './probe-reports.ts'
import { stubSettings } from './stub-console'

let platform: RequestListener
const { origin, stop } = await serve(createServer((request, response) => platform(request, response)))

beforeAll(() => {
  stubSettings({
    PLATFORM_URL: `${origin}/base/`,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    TRUSTED_PROXIES: '10.0.0.1',
    PROBE_NETWORKS: '198.51.100.0/24',
  })
})
afterAll(stop)

/** One that others reach it by. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .find(({ internal }) => !internal)?.address ?? '127.0.0.2'

/** The hook puts the peer's own address last. */
const from = (hops: string) =>
  new NextRequest('http://127.0.0.1:3000/readyz', { headers: { 'x-forwarded-for': hops } })
const ready = async (listener: RequestListener) => {
  platform = listener
  const answer = await answerReady(from('127.0.0.1'))
  return [answer.status, await answer.json()]
}
const tells = (status: number, body: object): RequestListener => {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(body))
}

describe('OPS-4 a console is ready', () => {
  test('when its platform says so, and not when that is not', async () => {
    const whole = { status: 'ready', database: 'ok', schema: 'ok' }
    expect(
      await ready((request, response) =>
        tells(request.url === '/base/readyz' ? 200 : 500, whole)(request, response),
      ),
    ).toEqual([200, { ...whole, platform: 'ready' }])
    expect(await ready(tells(503, { status: 'notReady', database: 'away' }))).toEqual([
      503,
      { status: 'notReady', platform: 'notReady', database: 'away' },
    ])
  })
  test('with a platform of one’s own that knows no such address, as long as it answers', async () => {
    expect(await ready(tells(404, { code: 404 }))).toEqual([200, { status: 'ready', platform: 'answers' }])
    expect(await ready(tells(401, {}))).toEqual([200, { status: 'ready', platform: 'answers' }])
    expect(await ready(tells(502, {}))).toEqual([503, { status: 'notReady', platform: 'nonsense' }])
    expect(await ready((request) => request.destroy())).toEqual([
      503,
      { status: 'notReady', platform: 'unreachable' },
    ])
  })
})

test.each([
  ['this machine', '127.0.0.1', 200],
  ['this machine at an address of its own', ownAddress, 200],
  ['a monitor', '198.51.100.7', 200],
  ['a monitor through a trusted proxy', '198.51.100.7, 10.0.0.1', 200],
  ['a stranger', '203.0.113.9', 404],
  ['a stranger through a trusted proxy', '203.0.113.9, 10.0.0.1', 404],
  ['anybody through a proxy that is not trusted', '127.0.0.1, 127.0.0.1', 404],
  ['a stranger who forges', '198.51.100.7, 203.0.113.9', 404],
])('OPS-4 whether %s may ask is as configured', async (_who, hops, status) => {
  platform = tells(200, { status: 'ready' })
  expect(answerAlive(from(hops)).status).toBe(status)
  expect((await answerReady(from(hops))).status).toBe(status)
})

describe('OPS-4 the doctor', () => {
  const place = (status: number): Deployment => ({
    url,
    ask: async () => got({ status, body: Buffer.from('{"database":"away"}') }),
    look: async () => ({ sent: '', got: got() }),
  })
  test('tells what the console says of itself', () => {
    expect(judgeReadiness(got()).map(({ level }) => level)).toEqual(['ok'])
    const [finding] = judgeReadiness(got({ status: 503, body: Buffer.from('{"database":"away"}') }))
    expect(finding).toMatchObject({ id: 'ready', level: 'fault', seen: '/readyz: {"database":"away"}' })
    expect(wrong(judgeReadiness(got({ status: 404 })))).toEqual(['ready-unasked'])
  })
  test('tells when strangers may ask through the proxy', async () => {
    expect(wrong(await lookAtHealth(place(200), seen, place(200)))).toEqual(['ready-open'])
    expect(wrong(await lookAtHealth(place(404), seen, place(200)))).toEqual([])
    expect(wrong(await lookAtHealth(place(200), { ...seen, here: true }, undefined))).toEqual([])
  })
})

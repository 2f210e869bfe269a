import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { stubSettings } from './stub-console'
import { Wire } from './wire'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

/** A console that lets four requests through at a time, and how often one of a kind is refused as one too many. */
async function startConsole() {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'rateLimitBuckets')
  stubSettings({ PLATFORM_URL: 'http://127.0.0.1:9', RATE_LIMIT: '1', CONSOLES: '1' })
  const { log } = await import('#lib/server/log')
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const [{ forward }, { middleware }, { takePolicyReport }, { passSocket }] = await Promise.all([
    import('#lib/server/bff/forward'),
    import('../../middleware'),
    import('#lib/server/http/policy-report'),
    import('#lib/server/bff/system-sockets'),
  ])
  const ask = (path: string, headers: Record<string, string>) =>
    new NextRequest(`http://console.example${path}`, { headers })
  const kinds = {
    call: async (headers: Record<string, string>) =>
      (await forward(ask('/api/authorization/captcha?key=1234567890', headers))).status,
    page: async (headers: Record<string, string>) => (await middleware(ask('/home', headers))).status,
    socket: async (headers: Record<string, string>) => {
      const wire = new Wire()
      const handshake = { upgrade: 'websocket', 'sec-websocket-key': 'x', ...headers }
      await passSocket({ url: '/api/ems/live', headers: handshake } as never, wire, Buffer.alloc(0))
      return Number(/^HTTP\/1.1 (\d+)/.exec(wire.heard)?.[1])
    },
    report: async (headers: Record<string, string>) => {
      const type = { 'content-type': 'application/csp-report' }
      const body = JSON.stringify({ 'csp-report': {} })
      const request = new Request('http://console.example/api/csp-report', {
        method: 'POST',
        headers: { ...type, ...headers },
        body,
      })
      return (await takePolicyReport(request, false)).status
    },
  }
  return async (kind: keyof typeof kinds, times: number, headers: Record<string, string>) => {
    const answered: number[] = []
    for (let sent = 0; sent < times; sent += 1) answered.push(await kinds[kind](headers))
    return answered
  }
}

const own = { 'sec-fetch-site': 'same-origin', 'x-console': '1', origin: 'http://console.example' }
const foreign = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }
const plain = { referer: 'http://evil.example/' }

test('CALL-5 HOLD-8 what another site has browsers send takes no call of theirs away', async () => {
  for (const headers of [foreign, plain, { 'sec-fetch-site': 'none' }, { ...foreign, 'x-console': '1' }]) {
    const send = await startConsole()
    expect(await send('call', 20, headers)).toEqual(Array(20).fill(403))
    expect(await send('socket', 20, headers)).toEqual(Array(20).fill(403))
    await send('report', 20, headers)
    const answered = await send('call', 6, own)
    // No platform is there; the fuse is.
    expect(answered, JSON.stringify(headers)).toEqual([502, 502, 502, 502, 429, 429])
  }
})

test.each(['cross-site', 'same-site'])(
  'CALL-5 HOLD-8 pages that another origin shows, frames or fetches (%s) take no page away; its links do lead here',
  async (site) => {
    for (const destination of ['image', 'iframe', 'script', 'empty', 'object']) {
      const send = await startConsole()
      const part = { ...foreign, 'sec-fetch-site': site, 'sec-fetch-dest': destination }
      expect(await send('page', 20, part)).toEqual(Array(20).fill(403))
      const link = { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' }
      expect(await send('page', 5, link), destination).toEqual([307, 307, 307, 307, 429])
    }
  },
)

test('CALL-5 what is answered in place of a page is kept by nobody', async () => {
  await startConsole()
  const { middleware } = await import('../../middleware')
  for (const [path, headers, status] of [
    ['/home', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, 403],
    // A part of a page that is loaded whole.
    ['/login', { 'x-page-part': '1' }, 200],
    ['/images/none.png', {}, 404],
    ['/x.js', { referer: 'http://console.example/ems/page', 'sec-fetch-dest': 'script' }, 307],
    ['/home', {}, 307],
  ] as const) {
    const answer = await middleware(new NextRequest(`http://console.example${path}`, { headers }))
    expect(answer.status, path).toBe(status)
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
  }
})

test('CALL-5 reports of the content policy have a limit of their own', async () => {
  const send = await startConsole()
  expect(await send('report', 6, foreign)).toEqual([204, 204, 204, 204, 429, 429])
})

test('HOLD-8 a page beyond the limit says so, and asks again by a press', async () => {
  const send = await startConsole()
  await send('page', 4, own)
  const { middleware } = await import('../../middleware')
  const headers = { ...own, cookie: 'lang=en' }
  const answer = await middleware(new NextRequest('http://console.example/home', { headers }))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  expect(answer.headers.get('content-type')).toContain('text/html')
  const page = await answer.text()
  expect(page).toContain('Too many requests at once')
  expect(page).toContain('<a href="">Try again</a>')
})

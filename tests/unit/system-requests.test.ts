import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { succeeded } from '#lib/result'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
const seen: { path: string | undefined; encoding: string | undefined; text: string }[] = []
let conditions: http.IncomingHttpHeaders = {}
const system = await serve(
  http.createServer(async (request, response) => {
    const bytes = await buffer(request)
    const encoding = request.headers['content-encoding']
    const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    conditions = request.headers
    seen.push({ path: request.url, encoding, text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}')
  }),
)
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin: new URL(system.origin) }]),
}))
stubSettings({ PLATFORM_URL: system.origin, RATE_LIMIT: '0' })
const { sessionCookie } = await import('#lib/server/session/session')
const { forward } = await import('#lib/server/bff/forward')
const { keepQuery } = await import('#lib/server/http/asked-query')

const text = '{"note":"x"}'
const startedAt = Math.floor(Date.now() / 1000)
const person = {
  v: 1 as const,
  userId: '7',
  username: 'li',
  superIdentification: false,
  token: 't',
  startedAt,
}
const cookie = (await sessionCookie(person)).split(';')[0] ?? ''
const send = (path: string, encoding: string, more: Record<string, string> = {}) => {
  const body = encoding === 'gzip' ? gzipSync(text) : Buffer.from(text)
  return forward(
    new NextRequest(`http://console.example/api${path}`, {
      method: 'POST',
      headers: {
        ...{ 'x-console': '1', 'sec-fetch-site': 'same-origin', cookie },
        ...{ 'content-type': 'application/json', 'content-length': String(body.length) },
        'content-encoding': encoding,
        ...more,
      },
      body,
    }),
  )
}

test('FRAME-4 what a page packs for its system arrives with the word that it is packed', async () => {
  expect((await send('/ems/notes', 'gzip')).status).toBe(200)
  expect(seen).toEqual([{ path: '/ems/notes', encoding: 'gzip', text }])
})

test('FRAME-4 the query of a call arrives sign for sign, in whatever encoding its page wrote it', async () => {
  seen.length = 0
  for (const query of ['?k=%D6%D0%CE%C4', '?k=%u4e2d', '?wsdl', '?a=1&&b=c%20d+e', '?p=/x:y,(z)', '?%', '']) {
    const raw = {
      url: `/api/ems/notes${query}`,
      headers: { 'x-asked-query': '?forged' } as Record<string, string>,
    }
    keepQuery(raw)
    // What Next makes of it.
    const read = new URLSearchParams(query)
    await send(`/ems/notes?${read}`, 'identity', raw.headers)
    expect(seen.at(-1)?.path).toBe(`/ems/notes${query}`)
  }
  const stated = { url: '?wsdl&console-context=7%7C%7C', headers: {} as Record<string, string> }
  keepQuery(stated)
  await send('/ems/notes?x', 'identity', stated.headers)
  expect(seen.at(-1)?.path).toBe('/ems/notes?wsdl')
})

test('FRAME-4 the condition of a write reaches its system: it is no write without one', async () => {
  const date = 'Fri, 27 Nov 2026 00:00:00 GMT'
  const more = { 'if-match': '"1"', 'if-unmodified-since': date, 'if-modified-since': date }
  await send('/ems/notes', 'identity', more)
  expect(conditions).toMatchObject(more)
})

test('FRAME-4 CALL-5 a system hears of its page’s headers, but of none that a gateway says', async () => {
  const passed =
    'idempotency-key x-requested-with x-tenant-id clientid x-auth-token x-client-version soapaction hx-request x-user-agent upload-offset x-csrf-token'
  const refused =
    'authorization business locale cookie host connection te x-forwarded-for X-Real-IP client-ip x-user-id username login-user from from-source x-remote-user x-auth-request-email x-client-cert x-ms-client-principal x-http-method-override x-ssl-client-dn x_tenant x-original-url sec-fetch-site'
  const own = Object.fromEntries(passed.split(' ').map((name) => [name, 'own']))
  const forged = Object.fromEntries(refused.split(' ').map((name) => [name, 'forged']))
  const told = new URLSearchParams({ ...forged, ...own, 'x-split': 'a\r\nb: c', 'x-far': '中' })
  await send('/ems/notes', 'identity', { 'x-of-a-proxy': '1', 'x-page-headers': String(told) })
  expect(conditions).toMatchObject(own)
  expect(JSON.stringify(conditions)).not.toMatch(/forged|split|x-far|proxy|page-headers/)
  await send('/ems/notes', 'identity', { 'x-page-headers': `x-long=${'1'.repeat(9000)}` })
  expect(conditions).not.toHaveProperty('x-long')
})

test('CALL-5 a call of the platform takes no packed body, and says that this is why', async () => {
  seen.length = 0
  const refused = await send('/sys/user/page/add', 'gzip')
  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({ code: 415 })
  expect(seen).toEqual([])
  expect((await send('/sys/user/page/add', 'identity')).status).toBe(200)
  expect(seen).toMatchObject([{ path: '/sys/user/page/add', text }])
})

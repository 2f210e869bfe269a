import { channel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptConfig, config, parseConfig } from '#lib/server/config'
import { installServerHooks } from '#lib/server/http/server-hooks'
import { upstreamHeaders } from '#lib/server/http/upstream-headers'
import { log, makeLogger, takeConsole } from '#lib/server/log'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

stubSettings({
  PLATFORM_URL: 'http://127.0.0.1:1',
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
  TRUSTED_PROXIES: '127.0.0.1',
})

let address: string
let stop: () => Promise<void>
let upstream: string | undefined
let traceparent: string | undefined

beforeAll(async () => {
  vi.spyOn(process, 'once').mockImplementation(() => process)
  installServerHooks()
  expect(channel('http.server.request.start').hasSubscribers).toBe(true)
  const server = createServer((request, response) => {
    traceparent = request.headers.traceparent as string | undefined
    const headers = new Headers(request.headers as Record<string, string>)
    upstream = upstreamHeaders({ session: null, locale: 'en', headers })['x-request-id']
    response.writeHead(request.url?.startsWith('/broken') ? 500 : 200).end()
  })
  ;({ origin: address, stop } = await serve(server))
})
afterAll(() => stop())

async function ask(id?: string, path = '/') {
  const answer = await fetch(address + path, { headers: id === undefined ? {} : { 'x-request-id': id } })
  return { id: answer.headers.get('x-request-id'), timing: answer.headers.get('server-timing') }
}

test('OPS-6 a trace is gone on with when a trusted proxy names it; nobody else can have calls traced, or left out', async () => {
  const said = {
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    tracestate: 'a=b',
    baggage: 'c=d',
  }
  await fetch(address, { headers: said })
  expect(traceparent).toBe(said.traceparent)
  adoptConfig({ ...config(), trustedProxies: ['10.0.0.1'] })
  try {
    await fetch(address, { headers: said })
    expect(traceparent).toBeUndefined()
  } finally {
    adoptConfig(parseConfig(process.env))
  }
})

describe('OPS-6 the id of a request', () => {
  test('is a trusted proxy’s, goes on to the platform, and comes back with the answer', async () => {
    const { id, timing } = await ask('4f6b0c9ea7d84e0f')
    expect([id, upstream]).toEqual(['4f6b0c9ea7d84e0f', '4f6b0c9ea7d84e0f'])
    expect(timing).toBe('request;desc="4f6b0c9ea7d84e0f"')
  })
  test('is made where none was said, or one that could be mistaken for something else', async () => {
    for (const said of [undefined, 'short', 'with"quotes"and=more', 'x'.repeat(65)]) {
      const { id } = await ask(said)
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(upstream).toBe(id)
    }
  })
  test('stands in the entry of the request, at the level debug, without the query', async () => {
    const entries: unknown[] = []
    vi.spyOn(log, 'debug').mockImplementation((...entry) => void entries.push(entry))
    log.level('info')
    await ask(undefined, '/quiet')
    log.level('debug')
    const { id } = await ask(undefined, '/broken?name=Ann')
    log.level('info')
    await expect.poll(() => entries).toHaveLength(1)
    expect(entries[0]).toEqual([
      'request',
      { requestId: id, method: 'GET', path: '/broken', status: 500, milliseconds: expect.any(Number) },
    ])
  })
})

describe('OPS-6 the console’s log', () => {
  const lines: string[] = []
  const written = () => lines.splice(0).map((line) => JSON.parse(line))
  const shared = globalThis as typeof globalThis & { consoleLogger?: ReturnType<typeof makeLogger> }
  beforeEach(() => {
    vi.restoreAllMocks()
    shared.consoleLogger = makeLogger('info', { write: (line) => lines.push(line) })
  })

  test('is a JSON line an entry, from the level upwards', () => {
    log.debug('not told')
    log.warn('lost', { requestId: 'abcd-1234', lines: 'a\nb' })
    expect(lines.join('')).toMatch(/^\{[^\n]*\}\n$/)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(written()).toEqual([{ level: 'warn', time, event: 'lost', requestId: 'abcd-1234', lines: 'a\nb' }])
  })
  test('bears no secret that is handed in all the same, by itself or in what is', () => {
    const secrets = {
      password: 'p',
      token: 't',
      authorization: 'Bearer t',
      cookie: 'c',
      'set-cookie': 's',
      phone: '13812345678',
    }
    log.error('refused', { ...secrets, account: 'ann', headers: { ...secrets, host: 'h' } })
    const [entry] = written()
    expect(entry).toMatchObject({ account: 'ann', headers: { host: 'h' } })
    expect(Object.keys(entry)).toEqual(['level', 'time', 'account', 'headers', 'event'])
    expect(Object.keys(entry.headers)).toEqual(['host'])
  })
  test('takes what Next writes of a fault, with the digest that the page shows', () => {
    const { error, warn } = console
    try {
      takeConsole()
      console.error(Object.assign(new Error('the page broke'), { digest: '123' }))
      console.warn('careful with %s', 'this')
    } finally {
      Object.assign(console, { error, warn })
    }
    expect(written()).toMatchObject([
      { level: 'error', event: 'the page broke', digest: '123', stack: expect.stringContaining('Error') },
      { level: 'warn', event: 'careful with this' },
    ])
  })
})

import { beforeEach, expect, test, vi } from 'vitest'
import { stubSettings } from './stub-console'

async function load() {
  vi.resetModules()
  stubSettings({ PUBLIC_ORIGIN: 'http://127.0.0.1:3000' })
  const { takePolicyReport } = await import('#lib/server/http/policy-report')
  const said: string[] = []
  const { log } = await import('#lib/server/log')
  const times: unknown[] = []
  vi.spyOn(log, 'warn').mockImplementation((line, fields) => {
    said.push(line)
    times.push(fields?.timesMore)
  })
  const send = async (body: unknown, headers: Record<string, string> = {}, now?: number, isKnown = false) => {
    const request = new Request('http://127.0.0.1/api/csp-report', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return (await takePolicyReport(request, isKnown, now)).status
  }
  return { send, said, times }
}

const report = (more: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://console.example.com/account/index?account=li',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?secret=1',
    'source-file': 'https://console.example.com/a.js',
    'line-number': 12,
    ...more,
  },
})

beforeEach(() => vi.restoreAllMocks())

test('a violation is told once an hour, with how often it was there, and without queries', async () => {
  const { send, said, times } = await load()
  expect(await send(report(), {}, 1000)).toBe(204)
  expect(await send(report(), {}, 2000)).toBe(204)
  expect(said).toEqual([
    'content policy: script-src-elem refused https://evil.example/x.js on https://console.example.com/account/index, from https://console.example.com/a.js:12',
  ])
  expect(await send(report(), {}, 3_700_000)).toBe(204)
  expect(new Set(said).size).toBe(1)
  expect(times).toEqual([undefined, 1, undefined])
})

test('the Reporting API’s form is understood too', async () => {
  const { send, said } = await load()
  const body = { documentURL: 'https://c.example/login', effectiveDirective: 'img-src', blockedURL: 'inline' }
  const headers = { 'content-type': 'application/reports+json' }
  expect(await send([{ type: 'csp-violation', body }], headers)).toBe(204)
  expect(said).toEqual(['content policy: img-src refused inline on https://c.example/login'])
})

test('nothing that somebody made up breaks a line of the log, and a flood of them ends', async () => {
  const { send, said } = await load()
  await send(report({ 'blocked-uri': 'x\r\nERROR forged \u001b[31m'.padEnd(5000, 'y') }))
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^[\x20-\x7e]{1,800}$/)
  for (let made = 0; made < 150; made += 1) {
    await send(report({ 'effective-directive': `d${made}` }), { 'x-forwarded-for': `203.0.113.${made}` })
  }
  expect(said).toHaveLength(100)
  // Of which those who work here are told all the same.
  await send(report({ 'blocked-uri': 'https://elsewhere.example/injected.js' }), {}, undefined, true)
  expect(said.at(-1)).toContain('elsewhere.example/injected.js')
})

test('what is no report, or too large, is refused', async () => {
  const { send, said } = await load()
  expect(await send('{')).toBe(400)
  expect(await send('null')).toBe(400)
  expect(await send({ 'csp-report': 7 })).toBe(400)
  expect(await send(report({ 'document-uri': 'x'.repeat(20_000) }))).toBe(400)
  expect(await send(report(), { 'content-type': 'text/plain' })).toBe(415)
  expect(said).toEqual([])
})

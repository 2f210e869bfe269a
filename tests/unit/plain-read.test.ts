import { expect, test, vi } from 'vitest'

vi.mock('#lib/server/config', () => ({ config: () => ({ origins: ['https://console.example'] }) }))
const { isPlainRead } = await import('#lib/server/bff/plain-read')

const own = { 'sec-fetch-site': 'same-origin' }
const page = { referer: 'https://console.example/ems/alarms' }
const read = (headers: Record<string, string>, method = 'GET') => isPlainRead(method, new Headers(headers))

test.each(['image', 'audio', 'video', 'track', 'font', 'document', 'empty'])(
  'FRAME-3 a read for %s from a page of ours needs no mark',
  (kind) => expect(read({ ...own, 'sec-fetch-dest': kind })).toBe(true),
)

test('FRAME-3 over plain HTTP the page that asks is named', () => {
  expect(read(page)).toBe(true)
  expect(read({ referer: 'https://evil.example/console.example' })).toBe(false)
  expect(read({ referer: 'https://console.example.evil.example/' })).toBe(false)
  expect(read({})).toBe(false)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('FRAME-3 no %s goes without a mark', (method) => {
  expect(read({ ...own, ...page, 'sec-fetch-dest': 'empty' }, method)).toBe(false)
})

test.each(['cross-site', 'same-site', 'none'])('FRAME-3 a read that comes %s needs one', (site) => {
  expect(read({ ...page, 'sec-fetch-site': site, 'sec-fetch-dest': 'image' })).toBe(false)
})

test.each(['iframe', 'frame', 'object', 'embed', 'script', 'worker', 'serviceworker', 'style'])(
  'FRAME-3 nothing is read as %s',
  (kind) => expect(read({ ...own, 'sec-fetch-dest': kind })).toBe(false),
)

test('FRAME-3 another origin is refused whatever else is said', () => {
  expect(read({ ...own, origin: 'https://evil.example', 'sec-fetch-dest': 'empty' })).toBe(false)
  expect(read({ ...own, origin: 'null', 'sec-fetch-dest': 'empty' })).toBe(false)
})

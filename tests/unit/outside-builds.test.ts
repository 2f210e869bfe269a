import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { faultOf } = await import('../../components/micro-app/fault')
const { fileAddress } = await import('../../components/micro-app/file-addresses')

const files = { folder: 'https://console.example/micro/ems/', prefix: '/ems' }

test.each([
  ['/assets/x.svg', 'https://console.example/micro/ems/assets/x.svg'],
  ['./favicon.svg?v=1', 'https://console.example/micro/ems/favicon.svg?v=1'],
  ['/_next/static/chunks/x.js', 'https://console.example/micro/ems/_next/static/chunks/x.js'],
  ['/ems/assets/x.svg', 'https://console.example/micro/ems/assets/x.svg'],
  ['/micro/ems/assets/x.svg', 'https://console.example/micro/ems/assets/x.svg'],
  ['/api/ems/picture/1', 'https://console.example/api/ems/picture/1'],
  ['#mark', '#mark'],
  ['', ''],
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['blob:https://console.example/1', 'blob:https://console.example/1'],
  ['https://other.example/x.svg', 'https://other.example/x.svg'],
])('FRAME-2 a page’s file %s stands at %s', (given, address) => {
  expect(fileAddress(given, files)).toBe(address)
})

const frameOf = (entries: object[]) =>
  ({ performance: { getEntriesByType: () => entries } }) as unknown as Window
const file = (src: string, entries: object[] = []) =>
  faultOf(frameOf(entries), { target: { src } } as unknown as Event)
const thrown = (reason: unknown) => faultOf(frameOf([]), { target: {}, reason } as unknown as Event)

test('FRAME-2 FRAME-8 what is wrong with a build is told from its error', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(null, { status: 404, headers: { 'content-type': 'text/html' } }),
  )
  const answer = { status: 404, type: 'text/html' }
  const [x, y] = ['x', 'y'].map((name) => `https://console.example/micro/ems/${name}.js`)
  expect(await file(x ?? '')).toEqual({ kind: 'file', url: x, answer })
  const missed = { name: y, responseStatus: 404, initiatorType: 'script' }
  const called = { name: x, responseStatus: 403, initiatorType: 'xmlhttprequest' }
  expect(await file(x ?? '', [called, missed]), 'what a module imports').toEqual({
    kind: 'file',
    url: y,
    answer,
  })
  const cdn = 'https://cdn.example/x.js'
  expect(await file(cdn)).toEqual({ kind: 'elsewhere', url: cdn })
  const chunk = new TypeError(`Failed to fetch dynamically imported module: ${y}`)
  expect(await thrown(chunk)).toEqual({ kind: 'file', url: y, answer })
  const evaluated = Object.assign(new Error('unsafe-eval'), { name: 'EvalError' })
  expect(await thrown(evaluated)).toEqual({ kind: 'evaluated', message: 'unsafe-eval' })
  expect(await thrown(new Error('anything'))).toMatchObject({ kind: 'script', message: 'anything' })
  expect(await thrown(undefined)).toMatchObject({ kind: 'script' })
})

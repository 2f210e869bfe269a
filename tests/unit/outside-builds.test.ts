import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { faultOf } = await import('../../components/micro-app/build-faults')
const { fileAddress } = await import('../../components/micro-app/file-addresses')

const files = { folder: 'https://console.example/micro/ems/', prefix: '/ems' }

test.each([
  ['/assets/x.svg', 'https://console.example/micro/ems/assets/x.svg'],
  ['./favicon.svg?v=1', 'https://console.example/micro/ems/favicon.svg?v=1'],
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

const file = (src: string) => faultOf({ target: { src } } as unknown as Event)
const thrown = (reason: unknown) => faultOf({ target: {}, reason } as unknown as Event)

test('FRAME-2 what is wrong with a build is told from its error', () => {
  expect(file('https://console.example/micro/ems/x.js')).toEqual({
    fault: 'missing',
    file: '/micro/ems/x.js',
  })
  expect(file('https://cdn.example/x.js')).toEqual({ fault: 'elsewhere', file: 'https://cdn.example/x.js' })
  const chunk = new TypeError(
    'Failed to fetch dynamically imported module: https://console.example/micro/ems/y.js',
  )
  expect(thrown(chunk)).toEqual({ fault: 'missing', file: '/micro/ems/y.js' })
  expect(thrown(Object.assign(new Error('unsafe-eval'), { name: 'EvalError' }))).toEqual({
    fault: 'evaluated',
  })
  expect(thrown(new Error('anything'))).toEqual({ fault: 'script' })
  expect(thrown(undefined)).toEqual({ fault: 'script' })
})

import { expect, test, vi } from 'vitest'
import { windowAddress } from '#lib/system-window'

test.each([
  ['https://example.com/report', 'https://example.com/report'],
  [' http://example.com ', 'http://example.com/'],
  ['/report/', 'https://console.example/report/'],
  ['//reports.example/a?b=1', 'https://reports.example/a?b=1'],
  ['', undefined],
  [null, undefined],
  ['reports.example/a', undefined],
  ['javascript:alert(1)', undefined],
  ['//', undefined],
])('CHOOSE-6 a system of openMode 2 at %j opens at %s', (appUrlAddress, address) => {
  vi.stubGlobal('window', { location: new URL('https://console.example/admin/selectSystem') })
  expect(windowAddress({ id: '1', code: 'report', name: 'Reports', appUrlAddress })).toBe(address)
})

import { expect, test } from 'vitest'
import { imageAddress } from '#lib/image-address'

test('APP-4 a stored picture shows at the console’s own address', () => {
  expect(imageAddress('/sys/image/01890000-aa')).toBe('/api/sys/image/01890000-aa')
  expect(imageAddress('/file/图.png?v=2')).toBe('/api/file/图.png?v=2')
})

test('APP-4 a picture from elsewhere, or a path out of the calls, has no address to show', () => {
  const foreign = [
    ...['https://example.com/a.png', 'HTTP://a/b.png', '//example.com/a.png', 'javascript:0', 'a.png'],
  ]
  const out = ['/../login', '/a/../../login', '/%2e%2e/login', '/..\\login', '/.\t./login']
  for (const stored of [...foreign, ...out, '', null, undefined]) {
    expect(imageAddress(stored), String(stored)).toBeUndefined()
  }
})

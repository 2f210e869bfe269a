import { expect, test } from 'vitest'
import { originsOf } from '../../../scripts/lib/outer-address.mjs'

test.each([
  ...['https://*.example.com', 'https://$HOST', 'https://{name}', 'https://a..example', 'https://-a.example'],
  ...['https://console.example.com.', 'http://0.0.0.0:3000', 'http://[::]:3000', 'http://console:0'],
  ...['http://010.0.0.5', 'http://10.5', 'http://1', 'http://0x7f.0.0.1'],
])('OPS-3 PUBLIC_ORIGIN=%s is refused: no browser says that it comes from there', (given) => {
  expect(() => originsOf(given)).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: `PUBLIC_ORIGIN=${given} is nowhere that a browser can come from. Set it to what people type, such as https://console.example.com`,
    }),
  )
})

test.each([
  ['http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
  ['https://Console_1.inner:8443/', 'https://console_1.inner:8443'],
  ['https://büro.example', 'https://xn--bro-hoa.example'],
  ['http://[FD00::0:7]', 'http://[fd00::7]'],
  ['https://a.example, https://A.example:443', 'https://a.example'],
])('OPS-3 PUBLIC_ORIGIN=%s is taken as browsers say it, once', (given, origin) => {
  expect(originsOf(given)).toBe(origin)
})

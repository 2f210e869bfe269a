import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { normalizeRequest } from '#lib/server/http/normalize-request'

function normalized(method: string, url: string, headers: IncomingHttpHeaders = {}) {
  const request = { method, url, headers: { ...headers } }
  normalizeRequest(request)
  return request
}

test('a plain request stays as it is', () => {
  for (const [method, url] of [
    ...[
      ['GET', '/home?account=%E5%BC%A0&x=%'],
      ['HEAD', '/images/mark.svg'],
      ['GET', '/%E4%B8%AD%E6%96%87'],
    ],
    ...[
      ['POST', '/api/session/sign-in'],
      ['DELETE', '/api/ems/stations/1'],
      ['OPTIONS', '/api/auth/info'],
    ],
  ] as const) {
    expect(normalized(method, url)).toEqual({ method, url, headers: {} })
  }
})

test('what pages and files do not take arrives where it is refused', () => {
  const refused = { method: 'OPTIONS', url: '/' }
  for (const [method, url] of [
    ...[
      ['POST', '/images/mark.svg'],
      ['PUT', '/home'],
      ['OPTIONS', '/favicon.ico'],
    ],
    ...[
      ['PROPFIND', '/_next/static/x.js'],
      ['TRACE', '/home'],
      ['TRACE', '/api/auth/info'],
      ['GET', '*'],
    ],
    ...[
      ['OPTIONS', '*'],
      ['POST', '/apix/auth/info'],
    ],
  ] as const) {
    expect(normalized(method, url), `${method} ${url}`).toMatchObject(refused)
  }
})

test('of a whole address the path counts, whosever it is', () => {
  expect(normalized('GET', 'http://127.0.0.1:3000/home?x=1').url).toBe('/home?x=1')
  expect(normalized('GET', 'http://evil.example/home').url).toBe('/home')
  expect(normalized('GET', 'HTTPS://evil.example').url).toBe('/')
  expect(normalized('GET', 'http://evil.example?x').url).toBe('/?x')
  expect(normalized('GET', 'http://[::1').url).toBe('/')
  expect(normalized('GET', 'http://').url).toBe('/')
})

test('a path that cannot be decoded stands for itself', () => {
  expect(normalized('GET', '/api/%').url).toBe('/api/%25')
  expect(normalized('GET', '/images/%ff?x=%ff').url).toBe('/images/%25ff?x=%ff')
  expect(normalized('GET', '/api/%E0%A4%A').url).toBe('/api/%25E0%25A4%25A')
})

test('FRAME-2 conditions on files are dropped; calls and the files of systems keep theirs', () => {
  const asked = { range: 'bytes=99999-', 'if-match': '"x"', 'if-none-match': '"x"' }
  expect(normalized('GET', '/images/mark.svg', asked).headers).toEqual({ 'if-none-match': '"x"' })
  for (const path of ['/api/sys/image/1', '/micro/ems/film.mp4'])
    expect(normalized('GET', path, asked).headers).toEqual(asked)
})

import { expect, test } from 'vitest'
import { contentPolicy } from '#lib/server/http/content-policy'

const of = (path: string) => contentPolicy(path, 'abc', { development: false, secure: false })

test('EDGE-10 FRAME-4 pages with systems take what was made in them, and no page a script of another host', () => {
  const [first, second] = of('/ems/alarms').split(', ')
  expect(first).toContain("connect-src 'self' blob: data:;")
  expect(first).toContain("'wasm-unsafe-eval'")
  expect(second).toMatch(/^script-src-elem 'self' blob: data: 'unsafe-inline';/)
  expect(of('/login')).toContain("connect-src 'self';")
  expect(of('/login')).not.toContain('wasm')
})

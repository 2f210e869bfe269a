import { expect, test } from 'vitest'
import { contentPolicy } from '#lib/server/http/content-policy'

const of = (path: string) => contentPolicy(path, 'abc', { development: false, secure: false })

test('FRAME-4 FRAME-2 pages with systems take what was made in them', () => {
  const first = of('/ems/alarms')
  expect(first).toContain("connect-src 'self' blob: data:;")
  expect(first).toContain("'wasm-unsafe-eval'")
  expect(of('/login')).toContain("connect-src 'self';")
  expect(of('/login')).not.toContain('wasm')
})

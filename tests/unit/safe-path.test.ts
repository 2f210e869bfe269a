import { expect, test } from 'vitest'
import { enterSystem } from '#contracts/session'
import { safePath } from '#lib/safe-path'

test('GUARD-2 a way back within the console is kept', () => {
  expect(safePath('/account/index?page=2&account=a%26b#x')).toBe('/account/index?page=2&account=a%26b#x')
  expect(safePath('/')).toBe('/')
})

test('GUARD-2 a way back never leaves the console', () => {
  const hostile = [
    '//evil.example',
    ' //evil.example',
    '@evil.example',
    '/%2e%2e//evil.example',
    '/%2F%2Fevil.example/../..//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    ' /home',
    '/.//evil.example',
    '/..//evil.example',
    '/%0a/../..//evil.example/\u0000',
    '/a\\..\\..\\evil',
    `/${'a'.repeat(3000)}`,
    '?x',
    '#x',
    '/\u007f',
  ]
  for (const value of hostile) {
    const kept = safePath(value)
    if (kept === undefined) continue
    expect(new URL(kept, 'http://console').origin, JSON.stringify(value)).toBe('http://console')
    expect(kept.startsWith('//'), JSON.stringify(value)).toBe(false)
  }
  for (const value of hostile.slice(0, 18)) expect(safePath(value), JSON.stringify(value)).toBeUndefined()
})

test('GUARD-2 a way back is no API call, no login page and no logout', () => {
  for (const value of [
    ...['/api/session/sign-out', '/api/authorization/logout', '/api/x', '/_next/static/x.js'],
    ...['/login', '/login/x', '/LOGIN', '/login?from=//evil.example'],
  ]) {
    expect(safePath(value), value).toBeUndefined()
  }
  expect(safePath('/home?areaPortalLogout=true')).toBe('/home')
  expect(safePath('/loginlog')).toBe('/loginlog')
})

test('GUARD-2 LOGIN-5 a way back that is too long as it is sent is none, and keeps nobody from signing in', () => {
  const search = (length: number) => `/account/index?account=${'设'.repeat(length)}`
  expect(safePath(search(200))).toMatch(/^\/account\/index\?account=%E8/)
  expect(safePath(search(230))).toBeUndefined()
  const body = { orgId: '1', systemId: '2' }
  expect(enterSystem.parse({ ...body, from: `/${'a'.repeat(2000)}` })).toMatchObject({
    ...body,
    from: undefined,
  })
})

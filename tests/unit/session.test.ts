import { sealData } from 'iron-session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#contracts/limits'
import { stubSettings } from './stub-console'

const secret = 'a-secret-of-at-least-thirty-two-characters'
const other = 'another-secret-of-thirty-two-characters-'
const session = {
  v: 1 as const,
  token: 'a-token-of-the-platform',
  userId: '7',
  username: 'li',
  superIdentification: false,
  startedAt: Math.floor(Date.now() / 1000),
}

/** The module with this environment; its configuration is read once. */
async function load(environment: Record<string, string> = {}) {
  vi.resetModules()
  stubSettings({ SESSION_SECRET: secret, PUBLIC_ORIGIN: 'http://127.0.0.1:3000', ...environment })
  ;(await import('#lib/server/config')).config()
  return import('#lib/server/session/session')
}
const sealOf = (cookie: string) => /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? ''

describe('the session cookie', () => {
  beforeEach(() => vi.unstubAllEnvs())

  test('LOGIN-4 a sealed session opens again, and its seal does not show the token', async () => {
    const { openSession, sessionCookie } = await load()
    const cookie = await sessionCookie(session)
    expect(cookie).not.toContain(session.token)
    expect(cookie).toMatch(/^access_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await openSession(sealOf(cookie))).toEqual(session)
  })
  test('LOGIN-4 under https the cookie is Secure and bound to the host', async () => {
    const { sessionCookie } = await load({ PUBLIC_ORIGIN: 'https://console.example.com' })
    expect(await sessionCookie(session)).toMatch(
      /^__Host-access_token=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  })
  test('GUARD-2 whatever does not open is no session, and nothing throws', async () => {
    const { openSession, sessionCookie } = await load()
    const seal = sealOf(await sessionCookie(session))
    const parts = seal.split('*')
    const hostile = [
      '',
      'x',
      '*',
      'Fe26.2',
      'x'.repeat(5000),
      seal.slice(0, -3),
      parts.with(4, `${parts[4]}A`).join('*'),
      parts.with(7, (parts[7] ?? '').replace(/^./, '.')).join('*'),
      parts.with(1, '__proto__').join('*'),
      parts.with(1, 'constructor').join('*'),
      parts.with(0, 'Fe26.1').join('*'),
      parts.with(5, 'not-a-number').join('*'),
      parts.slice(0, 4).join('*'),
      '%',
      '\u0000',
      '🍪',
    ]
    for (const value of hostile) expect(await openSession(value), JSON.stringify(value)).toBeNull()
    expect(await openSession(undefined)).toBeNull()
  })
  test('GUARD-2 a seal of another secret, of old form or past its lifetime is no session', async () => {
    const { openSession, sessionCookie, sessionLifetime } = await load()
    const { sessionCookie: elsewhere } = await load({ SESSION_SECRET: other })
    expect(await openSession(sealOf(await elsewhere(session)))).toBeNull()
    expect(await openSession(await sealData({ ...session, v: 0 }, { password: secret }))).toBeNull()
    expect(await openSession(await sealData({ token: 'x' }, { password: secret }))).toBeNull()
    const old = { ...session, startedAt: session.startedAt - sessionLifetime - 1 }
    expect(await openSession(sealOf(await sessionCookie(old)))).toBeNull()
  })
  test('LOGIN-4 secrets rotate: the first seals, all open, in whatever order they stand', async () => {
    const before = sealOf(await (await load({ SESSION_SECRET: secret })).sessionCookie(session))
    const rotated = await load({ SESSION_SECRET: `${other},${secret}` })
    expect(await rotated.openSession(before)).toEqual(session)
    const after = sealOf(await rotated.sessionCookie(session))
    const done = await load({ SESSION_SECRET: other })
    expect(await done.openSession(after)).toEqual(session)
    expect(await done.openSession(before)).toBeNull()
  })
  test('OPS-11 a secret that is taken away while the console runs opens nothing from then on', async () => {
    const { openSession, sessionCookie } = await load()
    const before = sealOf(await sessionCookie(session))
    expect(await openSession(before)).toEqual(session)
    const { adoptConfig, parseConfig } = await import('#lib/server/config')
    try {
      adoptConfig(parseConfig({ ...process.env, SESSION_SECRET: `${other},${secret}` }))
      expect(await openSession(before)).toEqual(session)
      adoptConfig(parseConfig({ ...process.env, SESSION_SECRET: other }))
      expect(await openSession(before)).toBeNull()
    } finally {
      Reflect.deleteProperty(globalThis, 'reloadedConfig')
    }
  })
  test('LOGIN-4 a token that leaves no room in a cookie is refused, not cut', async () => {
    const { SessionTooLarge, sessionCookie } = await load()
    const { openSession } = await load()
    for (const length of [2100, 2101, 2700, 3000]) {
      const sealed = sessionCookie({ ...session, token: 'x'.repeat(length) })
      if (length === 2100) expect(await openSession((await sealed).split(/[=;]/)[1])).not.toBeNull()
      else await expect(sealed).rejects.toThrow(SessionTooLarge)
    }
    await expect(sessionCookie({ ...session, username: 'x'.repeat(201) })).rejects.toThrow(SessionTooLarge)
  })
  test('LOGIN-4 CHOOSE-6 whoever signs in with the longest token enters a system of the longest names', async () => {
    const { openSession, sessionCookie } = await load({ PUBLIC_ORIGIN: 'https://console.example.com' })
    const { contextOf } = await import('#lib/server/bff/context-of')
    const [id, code, name] = ['i'.repeat(64), 'c'.repeat(50), '储'.repeat(50)]
    const setting = { themeCode: '01', fontSize: 12, sideCollapse: false } as const
    const tile = { id, code: code.slice(0, 30), name: `a${name}`, nameEn: 'n'.repeat(60), setting }
    const context = contextOf({ orgId: id, orgCode: code, orgName: name }, tile as never)
    const entered = async (token: string) => {
      const there = { ...session, token, userId: id, username: 'u'.repeat(30), context }
      return (await openSession(sealOf(await sessionCookie(there))))?.context
    }
    expect(await entered('t'.repeat(1500))).toEqual(context)
    expect(await entered('t'.repeat(limits.token))).toEqual({
      ...context,
      orgName: `${'储'.repeat(19)}…`,
      systemName: `a${'储'.repeat(18)}…`,
    })
  })
  test('GUARD-5 nobody can make the mark that ends a session without its token', async () => {
    const { logoutNonce } = await load()
    expect(logoutNonce(session)).toHaveLength(22)
    // A platform may give one token to all sessions of a person: the mark of one ends no later one.
    expect(logoutNonce({ ...session, startedAt: session.startedAt + 60 })).not.toBe(logoutNonce(session))
    expect(logoutNonce({ ...session, token: 'b' })).not.toBe(logoutNonce(session))
  })
})

import { scrypt } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import * as accounts from '#contracts/account'
import { hashPassword, setPasswordCost } from '#platform/kernel/auth/password'
import { countAttempt, forgetAttempts } from '#platform/modules/session/throttle'
import { browserHash, type Context } from './harness.ts'
import { untilOneWaits } from './locks.ts'
import { makePerson } from './records.ts'
import { from, demoSecret as secret } from './sign-in.ts'
import { platform, signIn } from './sign-in-platform.ts'

// It is the real one, and counted.
vi.mock('node:crypto', async (real) => {
  const crypto = await real<typeof import('node:crypto')>()
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) }
})

const operator: Context = { as: 'operator', org: 'EAST' }
const anotherHash = await hashPassword('another')

describe('signing in', () => {
  test('LOGIN-5 the right name, password and captcha give a token that works', async () => {
    const { code, data } = await signIn({})
    expect(code).toBe(0)
    expect(data.token_type).toBe('Bearer')
    expect(data.expires_in).toBe(8 * 3600)
    const user = await platform.send('GET', '/auth/info', {
      headers: { authorization: `Bearer ${data.access_token}` },
    })
    expect(await user.json()).toMatchObject({
      code: 0,
      data: { username: 'operator', superIdentification: false },
    })
  })

  test('LOGIN-5 the token is stored as a hash only, and never logged', async () => {
    const { data } = await signIn({})
    const sessions = await platform.rows('session')
    expect(JSON.stringify(sessions)).not.toContain(data.access_token)
    expect(platform.log.join('')).not.toContain(data.access_token)
    expect(platform.log.join('')).not.toContain(secret)
  })

  test('LOGIN-5 a password that took less work to hash is hashed anew when it is given, also twice at once', async () => {
    const { id, account } = await makePerson(platform, { EAST: [] })
    const secretOf = browserHash(account)
    setPasswordCost(4)
    await platform.set('account', { id }, { password_hash: await hashPassword(secretOf) })
    setPasswordCost(8)
    const given = { username: account, secret: secretOf }
    const answers = await Promise.all([signIn(given), signIn(given)])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    const { password_hash: renewed } = await platform.row('account', { id })
    expect(renewed).toMatch(/^scrypt\$256\$/)
    expect((await signIn(given)).code).toBe(0)
    expect((await platform.row('account', { id })).password_hash).toBe(renewed)
    expect((await signIn({ ...given, secret: browserHash('another') })).code).not.toBe(0)
  })

  test('LOGIN-5 the account name is not case-sensitive', async () => {
    expect((await signIn({ username: 'OPERATOR' })).code).toBe(0)
  })

  test.each([
    ['disabled', { enabled: false }],
    ['given another password', { password_hash: anotherHash }],
  ])(
    'LOGIN-5 no session is left of a sign-in whose account is %s while its password is looked at',
    async (_, meanwhile) => {
      const { id, account } = await makePerson(platform, { EAST: [] })
      await platform.set('account', { id }, { password_hash: await hashPassword(secret) })
      const other = await platform.db.startTransaction().execute()
      await other.updateTable('account').set(meanwhile).where('id', '=', id).execute()
      const answer = signIn({ username: account }, from('10.1.0.7'))
      await untilOneWaits(platform)
      await other.commit().execute()
      expect((await answer).code).toBe(101016)
      expect(await platform.rows('session', { account_id: id })).toEqual([])
    },
  )

  test('LOGIN-5 a wrong password, an unknown account and a disabled one get one and the same answer', async () => {
    await platform.set('account', { account: 'lina' }, { enabled: false })
    const wrong = await signIn({ secret: browserHash('Wrong2026') }, from('10.1.0.1'))
    const unknown = await signIn({ username: 'nobody-here' }, from('10.1.0.2'))
    const disabled = await signIn({ username: 'lina' }, from('10.1.0.3'))
    for (const { status, code, msg, data } of [wrong, unknown, disabled]) {
      expect({ status, code, msg, data }).toEqual({
        status: 400,
        code: 101016,
        msg: 'Wrong username or password',
        data: null,
      })
    }
  })

  test('LOGIN-5 an unknown account, a disabled one and a wrong password cost one and the same work', async () => {
    await platform.set('account', { account: 'lina' }, { enabled: false })
    const right = secret
    const workOf = async (username: string, secret: string) => {
      vi.mocked(scrypt).mockClear()
      await signIn({ username, secret }, from('10.1.0.9'))
      return vi
        .mocked(scrypt)
        .mock.calls.map(([, salt, length, cost]) => [String(salt).length > 0, length, cost])
    }
    const wrong = browserHash('Wrong2026')
    const known = await workOf('field', wrong)
    expect(known).toEqual([[true, 32, { N: 256, r: 8, p: 3, maxmem: expect.any(Number) }]])
    for (const [username, secret] of [
      ['ghost', wrong],
      ['lina', wrong],
      ['lina', right],
    ] as const) {
      expect(await workOf(username, secret), username).toEqual(known)
    }
  })

  test('LOGIN-5 every attempt leaves a row in the login log, good or bad', async () => {
    const rows = async () =>
      platform.db
        .selectFrom('login_log')
        .where('user_name', '=', 'wangfang')
        .where('request_ip', '=', '10.1.0.4')
        .orderBy('id')
        .select('login_result')
        .execute()
    await signIn({ username: 'wangfang', secret: browserHash('Wrong2026') }, from('10.1.0.4'))
    await signIn({ username: 'wangfang' }, from('10.1.0.4'))
    expect((await rows()).map((row) => row.login_result).sort()).toEqual(['1', '2'])
  })
})

describe('repeated failures', () => {
  const wrong = { username: 'yangfan', secret: browserHash('Wrong2026') }
  const right = { username: 'yangfan' }

  test('LOGIN-8 five failures lock the account for that address, longer each time, and nobody else', async () => {
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await signIn(wrong, from('10.2.0.1'))).msg).toBe('Wrong username or password')
    }
    const locked = await signIn(right, from('10.2.0.1'))
    expect(locked).toMatchObject({
      status: 400,
      code: 101016,
      msg: 'Too many failed attempts. Try again in 60 seconds',
    })
    expect((await signIn(right, from('10.2.0.2'))).code).toBe(0)
    expect((await signIn({ username: 'wuxia' }, from('10.2.0.1'))).code).toBe(0)
    platform.forward(61_000)
    expect((await signIn(wrong, from('10.2.0.1'))).msg).toBe('Wrong username or password')
    expect((await signIn(right, from('10.2.0.1'))).msg).toContain('120 seconds')
    platform.forward(121_000)
    expect((await signIn(right, from('10.2.0.1'))).code).toBe(0)
  })

  test('LOGIN-8 an administrator sees the lock and ends it, at every address, and the log says so', async () => {
    const lockedBy = async (context: Context) => {
      const data = await platform.ok(accounts.list, context, { query: { account: 'zhaolei' } })
      return data.content.map(({ locked }) => locked)
    }
    for (const address of ['10.2.1.1', '10.2.1.2']) {
      for (let failure = 0; failure < 5; failure += 1) {
        await signIn({ username: 'zhaolei', secret: wrong.secret }, from(address))
      }
    }
    expect(await lockedBy(operator)).toEqual([true])
    const { id } = await platform.row('account', { account: 'zhaolei' })
    expect(
      await platform.code(
        accounts.updateEnable,
        { as: 'auditor', org: 'EAST' },
        { body: { id, enabled: 1 } },
      ),
    ).toBe(403)
    expect(await lockedBy(operator)).toEqual([true])
    await platform.ok(accounts.updateEnable, operator, { body: { id, enabled: 1 } })
    expect(await lockedBy(operator)).toEqual([false])
    expect((await signIn({ username: 'zhaolei' }, from('10.2.1.1'))).code).toBe(0)
    expect((await signIn({ username: 'zhaolei' }, from('10.2.1.2'))).code).toBe(0)
    const { changes } = await platform.row('operation_log', { subject_id: id, type: 'enable', status: '1' })
    expect(changes).toEqual({ locked: { before: true, after: false } })
  })

  test('LOGIN-8 the lock is the same for an account that does not exist', async () => {
    for (let failure = 0; failure < 5; failure += 1) await signIn({ username: 'nobody' }, from('10.2.0.3'))
    expect((await signIn({ username: 'NOBODY' }, from('10.2.0.3'))).msg).toContain('60 seconds')
  })

  test('LOGIN-8 an attempt is counted even while a success takes the earlier ones away', async () => {
    const { db } = platform
    const now = new Date()
    for (let round = 0; round < 60; round += 1) {
      const jobs = [1, 2].flatMap(() => [
        countAttempt(db, 'somebody', '10.2.0.60', now),
        forgetAttempts(db, 'somebody', '10.2.0.60'),
      ])
      await expect(Promise.all(jobs)).resolves.toHaveLength(4)
    }
  })

  test('LOGIN-8 the addresses of one IPv6 network are one', async () => {
    for (let failure = 0; failure < 5; failure += 1) await signIn(wrong, from(`2001:db8::${failure + 1}`))
    expect((await signIn(right, from('2001:db8::ffff:9'))).msg).toContain('Too many')
    expect((await signIn(right, from('2001:db8:0:1::1'))).code).toBe(0)
  })

  test('LOGIN-8 a success and a quarter of an hour each forget the failures', async () => {
    const fail = async (times: number) => {
      for (let failure = 0; failure < times; failure += 1) await signIn(wrong, from('10.2.0.4'))
    }
    await fail(4)
    expect((await signIn(right, from('10.2.0.4'))).code).toBe(0)
    await fail(4)
    platform.forward(15 * 60_000)
    await fail(4)
    expect((await signIn(right, from('10.2.0.4'))).code).toBe(0)
  })

  test('LOGIN-8 attempts at the same moment are all counted', async () => {
    await Promise.all(Array.from({ length: 6 }, () => signIn(wrong, from('10.2.0.5'))))
    expect((await signIn(right, from('10.2.0.5'))).msg).toContain('Too many')
  })

  test('LOGIN-8 the forwarded address counts only from a trusted peer, and only when it is a single one', async () => {
    const address = async (peer: string, forwarded: string) => {
      await signIn({ username: 'sunli' }, { ...from(forwarded), peer })
      const row = await platform.db
        .selectFrom('login_log')
        .where('user_name', '=', 'sunli')
        .orderBy('login_time', 'desc')
        .orderBy('id', 'desc')
        .select('request_ip')
        .executeTakeFirstOrThrow()
      platform.forward(1000)
      return row.request_ip
    }
    expect(await address('127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(await address('10.9.1.1', '203.0.113.8')).toBe('203.0.113.8')
    expect(await address('::ffff:10.9.1.1', '2001:db8::1')).toBe('2001:db8::1')
    expect(await address('192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
    expect(await address('127.0.0.1', '203.0.113.9, 10.0.0.1')).toBe('127.0.0.1')
    expect(await address('127.0.0.1', 'nonsense')).toBe('127.0.0.1')
  })
})

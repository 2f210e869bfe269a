import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { captcha, signInToken } from '#contracts/session'
import { countAttempt, forgetAttempts } from '#platform/session/throttle'
import { basic, browserHash, type Context, testPlatform } from './harness.ts'

const platform = testPlatform({ trustedProxies: ['10.9.0.0/16'] })
const client: Context = { headers: { authorization: basic } }
const secret = browserHash('Atrium2026')
const operator: Context = { as: 'operator', org: 'EAST' }
let keys = 1_000_000_000

/** Asks for a captcha and reads its answer where only the platform can. */
async function freshCaptcha(): Promise<{ key: string; code: string }> {
  keys += 1
  const key = String(keys)
  const picture = await platform.send('GET', `/authorization/captcha?key=${key}`, client)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const row = await platform.db
    .selectFrom('captcha')
    .where('key', '=', key)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { key, code: row.answer }
}

async function signIn(
  given: Partial<Record<'username' | 'secret' | 'code' | 'key', string>>,
  context = client,
) {
  const body = { username: 'operator', secret, ...(await freshCaptcha()), grant_type: 'password', ...given }
  return platform.call(signInToken, context, { body })
}

function from(address: string): Context {
  return { headers: { authorization: basic, 'x-forwarded-for': address } }
}

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
    const sessions = await platform.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(sessions)).not.toContain(data.access_token)
    expect(platform.log.join('')).not.toContain(data.access_token)
    expect(platform.log.join('')).not.toContain(secret)
  })

  test('LOGIN-5 the account name is not case-sensitive', async () => {
    expect((await signIn({ username: 'OPERATOR' })).code).toBe(0)
  })

  test('LOGIN-5 a wrong password, an unknown account and a disabled one get one and the same answer', async () => {
    await platform.db.updateTable('account').set({ enabled: false }).where('account', '=', 'lina').execute()
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

  test('LOGIN-5 an unknown account takes as long as a wrong password', async () => {
    const time = async (username: string) => {
      const start = performance.now()
      await signIn({ username, secret: browserHash('Wrong2026') }, from('10.1.0.9'))
      return performance.now() - start
    }
    const known = Math.min(await time('field'), await time('field'), await time('field'))
    const unknown = Math.min(await time('ghost'), await time('ghost'), await time('ghost'))
    expect(unknown).toBeGreaterThan(known / 2)
    expect(unknown).toBeLessThan(known * 2)
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

describe('the captcha', () => {
  test('LOGIN-5 a captcha works once', async () => {
    const used = await freshCaptcha()
    expect((await signIn(used)).code).toBe(0)
    expect(await signIn(used)).toMatchObject({ code: 101016, msg: 'The captcha is wrong or has expired' })
  })

  test('LOGIN-5 a wrong answer uses the captcha up', async () => {
    const used = await freshCaptcha()
    const other = used.code === '0000' ? '1111' : '0000'
    expect((await signIn({ ...used, code: other })).code).toBe(101016)
    expect((await signIn(used)).code).toBe(101016)
  })

  test('LOGIN-5 a captcha expires after two minutes', async () => {
    const late = await freshCaptcha()
    platform.forward(2 * 60_000)
    expect((await signIn(late)).code).toBe(101016)
  })

  test('LOGIN-5 two sign-ins at once with one captcha: one succeeds', async () => {
    const shared = await freshCaptcha()
    const answers = await Promise.all([signIn(shared), signIn(shared), signIn(shared)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 101016, 101016])
  })

  test('LOGIN-5 the picture is a PNG of 240 by 80 and differs each time', async () => {
    const picture = async () =>
      Buffer.from(
        await (await platform.send('GET', '/authorization/captcha?key=2000000000', client)).arrayBuffer(),
      )
    const [first, second] = [await picture(), await picture()]
    expect(first.subarray(1, 4).toString()).toBe('PNG')
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([240, 80])
    expect(first.equals(second)).toBe(false)
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
      const { data } = await platform.call(accounts.list, context, { query: { account: 'zhaolei' } })
      return data.content.map(({ locked }) => locked)
    }
    for (const address of ['10.2.1.1', '10.2.1.2']) {
      for (let failure = 0; failure < 5; failure += 1) {
        await signIn({ username: 'zhaolei', secret: wrong.secret }, from(address))
      }
    }
    expect(await lockedBy(operator)).toEqual([true])
    const { id } = await platform.db
      .selectFrom('account')
      .where('account', '=', 'zhaolei')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(
      (
        await platform.call(
          accounts.updateEnable,
          { as: 'auditor', org: 'EAST' },
          { body: { id, enabled: 1 } },
        )
      ).code,
    ).toBe(403)
    expect(await lockedBy(operator)).toEqual([true])
    expect((await platform.call(accounts.updateEnable, operator, { body: { id, enabled: 1 } })).code).toBe(0)
    expect(await lockedBy(operator)).toEqual([false])
    expect((await signIn({ username: 'zhaolei' }, from('10.2.1.1'))).code).toBe(0)
    expect((await signIn({ username: 'zhaolei' }, from('10.2.1.2'))).code).toBe(0)
    const { changes } = await platform.db
      .selectFrom('operation_log')
      .where('subject_id', '=', id)
      .where('type', '=', 'enable')
      .where('status', '=', '1')
      .select('changes')
      .executeTakeFirstOrThrow()
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

describe('what sign-in accepts', () => {
  const cases = [
    ['username', '', 'Enter your username', '请输入用户名'],
    [
      'username',
      '张三',
      'Only digits and English are supported, plus underscore and hyphen',
      '仅支持数字和英文，以及下划线和连字符',
    ],
    [
      'username',
      "a' or 1=1",
      'Only digits and English are supported, plus underscore and hyphen',
      '仅支持数字和英文，以及下划线和连字符',
    ],
    ['username', 'a'.repeat(31), 'At most 30 characters', '最多 30 个字符'],
    ['code', '', 'Enter the captcha', '请输入验证码'],
    ['code', 'abc', 'The captcha format is wrong', '验证码格式错误'],
    ['code', '1234567890', 'The captcha format is wrong', '验证码格式错误'],
    ['secret', 'Atrium2026', 'The password must be sent hashed', '密码必须以摘要形式发送'],
    ['secret', secret.toUpperCase(), 'The password must be sent hashed', '密码必须以摘要形式发送'],
    ['key', 'x', 'The captcha format is wrong', '验证码格式错误'],
  ] as const

  test.each(cases)(
    'VALID-2 LOGIN-2 %s %j is refused with its message in both languages',
    async (field, value, en, zh) => {
      const rows = async () => (await platform.db.selectFrom('login_log').selectAll().execute()).length
      const before = await rows()
      const body = {
        username: 'operator',
        secret,
        code: '1234',
        key: '3000000000',
        grant_type: 'password',
        [field]: value,
      }
      const english = await platform.call(signInToken, client, { body })
      const chinese = await platform.call(signInToken, { ...client, locale: 'zh-cn' }, { body })
      expect(english).toMatchObject({ status: 400, code: 400, data: [{ field, message: en }] })
      expect(chinese).toMatchObject({ status: 400, code: 400, data: [{ field, message: zh }] })
      expect(await rows()).toBe(before)
    },
  )

  test('VALID-2 a field that is missing or repeated is refused', async () => {
    const send = async (body: string) => {
      const response = await platform.send('POST', '/authorization/oauth/token', {
        ...client,
        body,
        type: 'application/x-www-form-urlencoded',
      })
      return response.json()
    }
    const rest = `secret=${secret}&code=1234&key=3000000000&grant_type=password`
    expect(await send(rest)).toMatchObject({ code: 400, data: [{ field: 'username' }] })
    expect(await send(`${rest}&username=operator&username=admin`)).toMatchObject({
      code: 400,
      data: [{ field: 'username' }],
    })
    expect(await send(`${rest}&username=operator&__proto__=x&constructor=y`)).toMatchObject({ code: 101016 })
  })

  test('CALL-2 captcha and sign-in take the client credentials and nothing else', async () => {
    for (const authorization of [
      '',
      'Basic',
      'Basic x',
      `Bearer ${await platform.token('operator')}`,
      `${basic}x`,
    ]) {
      const answer = await platform.call(
        captcha,
        { headers: { authorization } },
        { query: { key: '1234567890' } },
      )
      expect(answer).toMatchObject({ status: 401, code: 102001 })
      expect((await signIn({}, { headers: { authorization } })).status).toBe(401)
    }
  })
})

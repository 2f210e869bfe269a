import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentUser } from '#contracts/session'
import { sendSmsCode } from '#contracts/user'
import { sweep } from '#platform/cleanup'
import { readConfig } from '#platform/config'
import { day, hour, minute, second } from '#platform/kernel/clock'
import { retryLost } from '#platform/kernel/db/retry'
import { jsonLog } from '#platform/kernel/log'
import { keepUp } from '#platform/upkeep'
import { auditKeys, auditSecret } from './databases.ts'
import { browserHash, testPlatform } from './harness.ts'
import { drawCaptcha, from, signIn } from './sign-in.ts'

const platform = testPlatform()
afterEach(() => vi.useRealTimers())

const codeOf = (token: string) =>
  platform.code(currentUser, { headers: { authorization: `Bearer ${token}` } })
/** The clock goes wrong, and right again. */
async function during(jump: number, work: () => Promise<void>): Promise<void> {
  platform.forward(jump)
  try {
    await work()
  } finally {
    platform.forward(-jump)
  }
}

describe('HOLD-9 a clock that jumps by an hour', () => {
  test.each([hour, -hour])('HOLD-9: signs nobody out, there (%d ms) and back', async (jump) => {
    const token = await platform.token('operator')
    await during(jump, async () => {
      expect(await codeOf(token)).toBe(0)
      await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
      expect(await codeOf(token)).toBe(0)
    })
    expect(await codeOf(token)).toBe(0)
  })

  test('HOLD-9: leaves no session that lives longer than one that begins now, idle or not', async () => {
    let token = ''
    await during(hour, async () => {
      token = await platform.token('auditor')
    })
    expect(await codeOf(token)).toBe(0)
    platform.forward(2 * hour - second)
    expect(await codeOf(token)).toBe(0)
    platform.forward(2 * hour)
    expect(await codeOf(token), 'two hours without a call').toBe(102001)

    await during(hour, async () => {
      token = await platform.token('auditor')
    })
    for (let passed = 0; passed < 8; passed += 1) {
      expect(await codeOf(token)).toBe(0)
      platform.forward(hour)
    }
    expect(await codeOf(token), 'eight hours in all').toBe(102001)
  })

  test('HOLD-9: that was years ahead leaves nothing that lasts by it, an hour after it is right', async () => {
    const here = from('10.9.0.2')
    await during(1000 * day, async () => {
      await platform.token('auditor')
      for (let failure = 0; failure < 5; failure += 1)
        await signIn(platform, { secret: browserHash('no') }, here)
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const config = readConfig({ AUDIT_KEY: auditSecret })
    let apart = -2 * minute
    const clock = () => new Date(Date.now() + apart)
    const end = keepUp(platform.db, clock, () => config, jsonLog('error'))
    const latest = new Date(Date.now() + 9 * hour)
    const longer = async () => {
      const sessions = await platform.db.selectFrom('session').select('expires_at as end').execute()
      const attempts = await platform.db.selectFrom('sign_in_attempt').select('last_at as end').execute()
      return [...sessions, ...attempts].filter(({ end }) => end > latest).length
    }
    vi.advanceTimersByTime(hour)
    await sleep(300)
    vi.advanceTimersByTime(2 * minute)
    await sleep(300)
    expect(await longer(), 'while it differs from the database’s').toBe(2)
    apart = 0
    const aMinuteLater = () => {
      vi.advanceTimersByTime(minute)
      return longer()
    }
    await expect.poll(aMinuteLater).toBe(0)
    await end()
  })

  test('HOLD-9: makes no lock longer than locks are', async () => {
    const here = from('10.9.0.1')
    await during(hour, async () => {
      for (let failure = 0; failure < 5; failure += 1)
        await signIn(platform, { secret: browserHash('no') }, here)
    })
    const locked = await signIn(platform, {}, here)
    expect(locked).toMatchObject({ code: 101016, msg: 'Too many failed attempts. Try again in 60 seconds' })
    platform.forward(minute - second)
    expect((await signIn(platform, {}, here)).code).toBe(101016)
    platform.forward(second)
    expect((await signIn(platform, {}, here)).code).toBe(0)
  })

  test('HOLD-9: keeps nobody from what may be done once a minute', async () => {
    const ask = () => platform.code(sendSmsCode, { as: 'operator' }, { query: { phone: '13900000009' } })
    await during(hour, async () => {
      expect(await ask()).toBe(0)
      expect(await ask()).toBe(429)
    })
    expect(await ask()).toBe(0)
    expect(await ask()).toBe(429)
  })

  test('HOLD-9: a captcha that it makes old is drawn anew, and one that it keeps is used once', async () => {
    const old = await drawCaptcha(platform)
    const kept = await drawCaptcha(platform)
    await during(hour, async () => {
      expect((await signIn(platform, old)).msg).toContain('captcha')
      expect((await signIn(platform)).code).toBe(0)
    })
    await during(-hour, async () => {
      expect((await signIn(platform, kept)).code).toBe(0)
      expect((await signIn(platform, kept)).msg).toContain('captcha')
    })
  })

  test('HOLD-9: makes nobody wait for a database longer than calls wait', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let tries = 0
    const away = () => {
      tries += 1
      vi.setSystemTime(Date.now() - hour)
      return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    }
    await expect(retryLost(away, 300)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(tries).toBeGreaterThan(1)
  })
})

import { describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config'

describe('the configuration', () => {
  test('CALL-1 without any variable it is a loopback platform with an embedded database and demo data', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      demo: true,
      databaseUrl: undefined,
    })
  })

  test('CALL-1 beside a database of one’s own there is no demo data unless it is asked for', () => {
    const DATABASE_URL = 'postgres://u@h/d'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('LOGIN-5 a fixed captcha is honoured on loopback with demo data only', () => {
    const CAPTCHA_FIXED = '1234'
    const clients = { PLATFORM_CLIENT_ID: 'a', PLATFORM_CLIENT_SECRET: 'b' }
    expect(readConfig({ CAPTCHA_FIXED }).captchaFixed).toBe('1234')
    expect(readConfig({ CAPTCHA_FIXED, DEMO: '0' }).captchaFixed).toBeUndefined()
    expect(readConfig({ CAPTCHA_FIXED, DATABASE_URL: 'postgres://u@h/d' }).captchaFixed).toBeUndefined()
    expect(readConfig({ CAPTCHA_FIXED, PLATFORM_HOST: '0.0.0.0', ...clients }).captchaFixed).toBeUndefined()
    expect(
      readConfig({ CAPTCHA_FIXED, PLATFORM_HOST: '127.evil.example', ...clients }).captchaFixed,
    ).toBeUndefined()
  })

  test('LOGIN-5 passwords are hashed at full cost, except beside a fixed captcha', () => {
    expect(readConfig({}).passwordCost).toBe(15)
    expect(readConfig({ PASSWORD_COST: '17' }).passwordCost).toBe(17)
    expect(readConfig({ PASSWORD_COST: '8', CAPTCHA_FIXED: '1234' }).passwordCost).toBe(8)
  })

  test.each([
    [{ PLATFORM_PORT: 'x' }, 'PLATFORM_PORT must be a port number'],
    [{ PLATFORM_PORT: '70000' }, 'PLATFORM_PORT must be a port number'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ CAPTCHA_FIXED: 'abcd' }, 'CAPTCHA_FIXED must be digits'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug'],
    [{ LOG_RETENTION_DAYS: '0' }, 'LOG_RETENTION_DAYS must be at least 1'],
    [{ LOG_RETENTION_DAYS: '36501' }, 'LOG_RETENTION_DAYS must be at most 36500, which is a hundred years'],
    [{ PLATFORM_CLIENT_SECRET: 'new,' }, 'PLATFORM_CLIENT_SECRET has an empty one among several'],
    [{ PASSWORD_COST: '14' }, 'PASSWORD_COST must be at least 15'],
    [{ PASSWORD_COST: '14', CAPTCHA_FIXED: '1234', DEMO: '0' }, 'PASSWORD_COST must be at least 15'],
    [{ PASSWORD_COST: '21' }, 'PASSWORD_COST must be at most 20'],
    [{ SMS_WEBHOOK_URL: 'sms.example.com' }, 'SMS_WEBHOOK_URL must be an address such as https://'],
    [{ SMS_WEBHOOK_URL: 'ftp://sms.example.com' }, 'SMS_WEBHOOK_URL must be an address such as https://'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or networks'],
    [{ TRUSTED_PROXIES: 'proxy.local' }, 'TRUSTED_PROXIES must be addresses or networks'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD The password must have 6 to 20 characters'],
    [{ PLATFORM_HOST: '0.0.0.0' }, 'PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET must be set'],
  ])('CALL-1 %j is refused with the variable and the fix', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})

import { expect, test } from 'vitest'
import { newPassword } from '#contracts/account'
import { randomPassword } from '#contracts/random-password'

test('DAY-3 a generated password keeps the rules, is another each time, and is read out without doubt', () => {
  const made = Array.from({ length: 2000 }, randomPassword)
  expect(new Set(made).size).toBe(made.length)
  for (const password of made) expect(newPassword.safeParse(password).success, password).toBe(true)
  const signs = new Set(made.join(''))
  expect([...signs].filter((sign) => '0Oo1Il'.includes(sign))).toEqual([])
  expect(signs.size).toBe(56)
})

import { expect, test, unique } from './fixtures'
import { allowPaste, paste } from './lists'
import { type Field, field, fields, fill, open, refused } from './login'
import { again } from './long-tests'

const texts = {
  'zh-cn': {
    usernameRequired: '请输入用户名',
    usernameCharacters: '仅支持数字和英文，以及下划线和连字符',
    usernameLong: '最多 30 个字符',
    passwordRequired: '请输入密码',
    captchaRequired: '请输入验证码',
    captchaFormat: '验证码格式错误',
    submit: '登录',
  },
  en: {
    usernameRequired: 'Enter your username',
    usernameCharacters: 'Only digits and English are supported, plus underscore and hyphen',
    usernameLong: 'At most 30 characters',
    passwordRequired: 'Enter your password',
    captchaRequired: 'Enter the captcha',
    captchaFormat: 'The captcha format is wrong',
    submit: 'Sign in',
  },
}
const good = { username: 'a-b_C9', password: 'Secret 中 1', code: '12' }
interface Case {
  what: string
  values: Record<Field, string>
  faults: Partial<Record<Field, Exclude<keyof (typeof texts)['en'], 'submit'>>>
}
const cases: Case[] = [
  {
    what: 'nothing typed',
    values: { username: '', password: '', code: '' },
    faults: { username: 'usernameRequired', password: 'passwordRequired', code: 'captchaRequired' },
  },
  { what: 'no username', values: { ...good, username: '' }, faults: { username: 'usernameRequired' } },
  ...['a b', '张三', 'a@b', 'a.b', '<script>', "a'--"].map((username) => ({
    what: `username ${JSON.stringify(username)}`,
    values: { ...good, username },
    faults: { username: 'usernameCharacters' as const },
  })),
  {
    what: '31 characters',
    values: { ...good, username: 'x'.repeat(31) },
    faults: { username: 'usernameLong' },
  },
  { what: 'no password', values: { ...good, password: '' }, faults: { password: 'passwordRequired' } },
  { what: 'no captcha', values: { ...good, code: '' }, faults: { code: 'captchaRequired' } },
  { what: 'a captcha without a digit', values: { ...good, code: 'abcd' }, faults: { code: 'captchaFormat' } },
  {
    what: 'password and captcha wrong',
    values: { ...good, password: '', code: 'abcd' },
    faults: { password: 'passwordRequired', code: 'captchaFormat' },
  },
]
for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, again(language), () => {
    test.use({ language })
    test(`LOGIN-2 VALID-2 every fault stands at its field, in ${language}`, async ({ page, requested }) => {
      // One form for all of them: what the last one left is gone with the next.
      await open(page)
      for (const { what, values, faults } of cases) {
        await fill(page, values)
        await page.getByRole('button', { name: texts[language].submit, exact: true }).click()
        for (const name of fields) {
          const input = field(page, name)
          const fault = faults[name]
          if (fault === undefined) {
            await expect(input, what).not.toHaveAttribute('aria-invalid', 'true')
          } else {
            await expect(input, what).toHaveAttribute('aria-invalid', 'true')
            await expect(input, what).toHaveAccessibleDescription(texts[language][fault])
          }
          await expect(input, `${what}: nothing typed is lost`).toHaveValue(values[name])
        }
        const first = fields.find((name) => faults[name] !== undefined)
        await expect(field(page, first ?? 'username'), what).toBeFocused()
      }
      const sent = requested.filter((url) => url.includes('sign-in'))
      expect(sent, 'nothing was sent').toEqual([])
    })
  })
}

test('LOGIN-2 the fields hold at most 50, 20 and 9 characters', async ({ page }) => {
  await open(page)
  for (const [name, most] of [
    ['username', 50],
    ['password', 20],
    ['code', 9],
  ] as const) {
    await field(page, name).fill('1'.repeat(most))
    await field(page, name).pressSequentially('11')
    await expect(field(page, name)).toHaveValue('1'.repeat(most))
  }
})

test('LOGIN-2 a username of 30 characters and a captcha of 9 are sent', async ({ page, expected }) => {
  expected.push(refused)
  await open(page)
  await fill(page, { username: unique('x').padEnd(30, 'x').slice(0, 30), password: 'x', code: '123456789' })
  const sent = page.waitForRequest(/\/api\/session\/sign-in$/)
  await page.getByRole('button', { name: '登录' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ code: '123456789' })
  await expect(page.getByRole('main').getByRole('alert').first()).toHaveText('验证码错误或已失效')
})

test('VALID-2 a message goes as soon as its field is mended', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: '登录' }).click()
  const username = field(page, 'username')
  await expect(username).toHaveAccessibleDescription('请输入用户名')
  await username.pressSequentially('ab')
  await expect(username).not.toHaveAttribute('aria-invalid', 'true')
  await username.pressSequentially('@')
  await expect(username).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'password')).toHaveAccessibleDescription('请输入密码')
})

test('LOGIN-2 what is pasted is cleaned, or refused whole', async ({ page, context }) => {
  await allowPaste(context)
  await page.goto('/login')
  await paste(field(page, 'username'), ' admin\u00a0')
  await expect(field(page, 'username')).toHaveValue('admin')
  await paste(field(page, 'code'), '１２ 34')
  await expect(field(page, 'code')).toHaveValue('1234')
  await paste(field(page, 'password'), 'x'.repeat(21))
  await expect(field(page, 'password')).toHaveValue('')
  await expect(page.getByText('粘贴的内容超过 20 个字符，未填入')).toBeVisible()
})

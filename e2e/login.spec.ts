import type { BrowserContext, Response } from 'playwright/test'
import {
  call,
  copyOf,
  demoPassword,
  expect,
  hash,
  isSignedIn,
  logInByHand,
  type Page,
  signIn,
  test,
  unique,
} from './fixtures'
import { allowPaste, paste } from './lists'
import { tokenIn, test as withOwnStack } from './own'
import { addPerson } from './people'
import { captchaAnswer } from './stack'

const fields = ['username', 'password', 'code'] as const
type Field = (typeof fields)[number]
const field = (page: Page, name: Field) => page.locator(`input[name=${name}]`)
const refused = /status of 40\d/

async function open(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.locator('form img')).toBeVisible()
}

async function fill(page: Page, values: Partial<Record<Field, string>>): Promise<void> {
  for (const name of fields) if (values[name] !== undefined) await field(page, name).fill(values[name])
}

test('A11Y-3 sign-in begins in its first field, by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await expect(field(page, 'username')).toBeFocused()
  await page.keyboard.type('operator')
  await page.keyboard.press('Tab')
  await expect(field(page, 'password')).toBeFocused()
})

test('LOGIN-1 the form has language, username, password and captcha', async ({ page }) => {
  await open(page)
  const language = page.getByRole('combobox', { name: '语言' })
  expect(await language.locator('option').allInnerTexts()).toEqual(['简体中文', 'English'])
  await expect(language).toHaveValue('zh-cn')
  await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '验证码' })).toBeVisible()
  const password = field(page, 'password')
  await password.fill('Secret1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('Secret1')
  await page.getByRole('button', { name: '隐藏密码' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('LOGIN-1 the language dropdown turns the page, and the choice is kept', async ({ page, context }) => {
  await open(page)
  await page.getByRole('combobox', { name: '语言' }).selectOption('en')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  // Local storage keeps it even when the cookie is lost.
  await context.clearCookies({ name: 'lang' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('LOGIN-1 LOGIN-5 a click on the captcha brings a different one', async ({ page }) => {
  const keys: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/captcha')) keys.push(url.searchParams.get('key'))
  })
  const picture = page.locator('form img')
  const drawn = () =>
    picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL()
    })
  await open(page)
  const first = await drawn()
  const source = await picture.getAttribute('src')
  await page.getByRole('button', { name: '验证码图片，点击更换' }).click()
  await expect(picture).not.toHaveAttribute('src', source ?? '')
  expect(await drawn()).not.toBe(first)
  expect(keys.length).toBe(2)
  expect(keys[0]).toMatch(/^\d{10,32}$/)
  expect(keys[1]).not.toBe(keys[0])
})

test('A11Y-6 the captcha can be heard, and what is heard is typed', async ({ page, expected }) => {
  await page.addInitScript(() => {
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      document.documentElement.dataset.heard = String(this.buffer?.duration)
      start.apply(this, when)
    }
  })
  await open(page)
  const hear = page.getByRole('button', { name: '收听验证码' })
  await hear.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[name=code]')).toBeFocused()
  const heard = async () => Number(await page.locator('html').getAttribute('data-heard'))
  await expect.poll(heard).toBeGreaterThan(2)
  // The picture has run out meanwhile.
  expected.push(/status of 400/)
  await page.route('**/captcha/sound?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('key', '1000000000')
    await route.continue({ url: url.href })
  })
  await hear.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('验证码错误或已失效')
  // A platform that does not speak.
  await page.route('**/captcha?*', async (route) => {
    const response = await route.fetch()
    const { link: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const told = page.waitForResponse('**/captcha?*')
  await page.getByRole('button', { name: '验证码图片，点击更换' }).click()
  await told
  await expect(hear).toHaveCount(0)
})

test('LOGIN-1 Enter in each field submits', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  for (const name of fields) {
    await context.clearCookies({ name: 'access_token' })
    await open(page)
    await fill(page, { username: person.account, password: demoPassword, code: captchaAnswer })
    await field(page, name).press('Enter')
    await expect(page, name).toHaveURL('/home')
  }
})

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
  ...['a b', '张三', 'a@b', 'a.b', '<script>', "a'--", ' admin', 'admin '].map((username) => ({
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
  test.describe(language, () => {
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

test('LOGIN-2 VALID-2 what the form refuses, the server refuses too', async ({ visitor }) => {
  const nobody = await visitor()
  const right = { username: 'a', code: '1', secret: hash('x'), key: '12345678901234' }
  for (const wrong of [
    { username: '' },
    { username: 'a b' },
    { username: 'x'.repeat(31) },
    { code: '' },
    { code: 'abcd' },
    { code: '1234567890' },
    { secret: 'plain' },
    { secret: '' },
    { key: 'x' },
  ]) {
    const answer = await call(nobody, 'POST', '/session/sign-in', { ...right, ...wrong })
    expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 400, code: 400, msg: '输入无效' })
  }
})

test('LOGIN-3 the password leaves as its hash only', async ({ page, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push([request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n'))
  })
  await open(page)
  const signingIn = page.waitForRequest(/\/api\/session\/sign-in$/)
  await logInByHand(page, person.account)
  const body = (await signingIn).postDataJSON() as Record<string, string>
  expect(body.secret).toBe(hash(demoPassword))
  expect(body.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.keys(body).sort()).toEqual(['code', 'key', 'secret', 'username'])
  await expect(page).toHaveURL('/home')
  expect(sent.filter((text) => text.includes(demoPassword))).toEqual([])
  expect(sent.filter((text) => text.includes(Buffer.from(demoPassword).toString('base64')))).toEqual([])
})

test.describe('before the page’s script runs', () => {
  test.use({ javaScriptEnabled: false })
  test('LOGIN-3 a press of Enter sends nothing, least of all the password', async ({ page, requested }) => {
    await page.goto('/login')
    await fill(page, { username: 'operator', password: demoPassword, code: '2468' })
    const before = requested.length
    await field(page, 'code').press('Enter')
    await page.getByRole('button', { name: '登录' }).click()
    await expect(field(page, 'password')).toHaveValue(demoPassword)
    expect(requested.slice(before)).toEqual([])
    expect(page.url()).toMatch(/\/login$/)
  })
})

test('LOGIN-4 success clears storage and seals the token', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
  await open(page)
  await page.evaluate(() => {
    localStorage.setItem('lang', 'zh-cn')
    localStorage.setItem('business', 'old')
    localStorage.setItem('anything', 'old')
    sessionStorage.setItem('draft', 'old')
  })
  await logInByHand(page, person.account)
  await expect(page).toHaveURL('/selectSystem')
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
  expect(kept).toEqual({ local: { lang: 'zh-cn', superIdentification: '0' }, session: {} })
  const cookie = (await context.cookies()).find((candidate) => candidate.name === 'access_token')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
  expect(cookie?.value).toMatch(/^Fe26\.2\*/)
  expect(await page.evaluate(() => document.cookie)).not.toContain('access_token')
  // User info is loaded: the title bar has the person's name.
  await expect(page.getByRole('button', { name: new RegExp(person.name) })).toBeVisible()
})

test('LOGIN-4 LOGIN-6 a super administrator goes home, with the label', async ({ page }) => {
  await open(page)
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText('统一管理平台')
  await expect(page.getByTestId('display-label')).toHaveText('超级管理员')
  expect(await page.evaluate(() => localStorage.getItem('superIdentification'))).toBe('1')
})

test('LOGIN-4 signing in again over an open session ends the earlier one', async ({ admin, visitor }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  const caller = await visitor(person.account)
  const copy = await copyOf(caller)
  await signIn(caller, person.account)
  expect(await isSignedIn(copy)).toBe(false)
  expect(await isSignedIn(caller)).toBe(true)
})

for (const [language, message, submit] of [
  ['zh-cn', '用户名或密码错误', '登录'],
  ['en', 'Wrong username or password', 'Sign in'],
] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`LOGIN-5 I18N-3 a failure is told in ${language}`, async ({ page, admin, expected }) => {
      expected.push(refused)
      await open(page)
      const username = unique('nobody')
      await fill(page, { username, password: 'Wrong1234', code: captchaAnswer })
      const renewed = page.waitForResponse(/\/captcha\?key=/)
      const before = await page.locator('form img').getAttribute('src')
      await page.getByRole('button', { name: submit }).click()
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: message })).toBeVisible()
      expect((await renewed).status()).toBe(200)
      await expect(page.locator('form img')).not.toHaveAttribute('src', before ?? '')
      await expect(field(page, 'username')).toHaveValue(username)
      await expect(field(page, 'password')).toHaveValue('Wrong1234')
      await expect(field(page, 'code')).toHaveValue('')
      await expect(field(page, 'code')).toBeFocused()
      await expect(page).toHaveURL('/login')
      const person = await addPerson(admin, { EAST: 'viewer' })
      await logInByHand(page, person.account)
      await expect(page, 'then it succeeds').toHaveURL('/home')
    })
  })
}

const sealIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'access_token')?.value ?? ''

withOwnStack(
  'LOGIN-7 the token is nowhere in the browser in a whole visit',
  async ({ page, context, own }) => {
    const bodies: Promise<{ url: string; type: string; text: string }>[] = []
    const heads: string[] = []
    const look = async (response: Response) => {
      const type = (await response.allHeaders())['content-type'] ?? ''
      // The browser keeps no body of redirects, blobs, and calls that a page leaves by; the last are asked for below.
      const body = await response.body().catch(() => Buffer.alloc(0))
      return { url: response.url(), type, text: body.toString('latin1') }
    }
    context.on('response', (response) => {
      bodies.push(look(response))
      heads.push(`${response.url()} ${JSON.stringify(response.headers())}`)
    })
    const stored: string[] = []
    const keep = async () => {
      await page.waitForLoadState('networkidle')
      stored.push(await page.content())
      stored.push(
        await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        ),
      )
      stored.push(
        await page.evaluate(() => JSON.stringify([history.state, window.name, Object.keys(window)])),
      )
    }
    await page.goto('/account/index')
    await logInByHand(page, 'operator')
    await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
    await keep()
    const token = await tokenIn(await sealIn(context))
    const proof = await fetch(`${own.platformUrl}/auth/info`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await proof.json()).code, 'it is the token').toBe(0)

    await page.getByRole('combobox', { name: '组织' }).selectOption('西部储能')
    await page.getByRole('combobox', { name: '组织' }).selectOption('华东储能')
    await page.getByRole('button', { name: '统一管理平台' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await keep()
    const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
    const place = { orgId: cookies.orgId, systemId: cookies.systemId }
    await page.locator('tbody').getByRole('button', { name: /编辑/ }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await keep()
    for (const path of ['/home', '/user/index', '/operation/index']) {
      await page.goto(path)
      await keep()
    }
    await page
      .getByRole('link', { name: '角色管理' })
      .or(page.getByRole('link', { name: '登录日志' }))
      .first()
      .click()
    await keep()
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await keep()
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await keep()

    // The calls that a page leaves by, again and in full.
    const again = []
    const headers = { 'x-console': '1', origin: process.env.ATRIUM_URL ?? '' }
    const key = `${Date.now()}123456`
    again.push(await page.request.get(`/api/authorization/captcha?key=${key}`, { headers }))
    const signIn = { username: 'operator', secret: hash(demoPassword), code: captchaAnswer, key }
    again.push(await page.request.post('/api/session/sign-in', { headers, data: signIn }))
    const second = await tokenIn(await sealIn(context))
    expect(second).not.toBe(token)
    again.push(await page.request.post('/api/session/enter', { headers, data: place }))
    again.push(await page.request.get('/api/auth/info', { headers }))
    again.push(await page.request.post('/api/session/sign-out', { headers, data: {} }))
    for (const response of again) {
      expect(response.status(), response.url()).toBe(200)
      const type = response.headers()['content-type'] ?? ''
      bodies.push(response.text().then((text) => ({ url: response.url(), type, text })))
      heads.push(`${response.url()} ${JSON.stringify(response.headersArray())}`)
    }

    const answers = await Promise.all(bodies)
    expect(answers.filter(({ text }) => text !== '').length).toBeGreaterThan(20)
    const shapes = [token, second].flatMap((value) => [
      value,
      value.slice(0, 20),
      value.slice(-20),
      Buffer.from(value).toString('base64').slice(0, 40),
      Buffer.from(value).toString('hex'),
      Buffer.from(value, 'base64url').toString('hex'),
      Buffer.from(value, 'base64url').toString('base64').slice(0, 40),
    ])
    const places = [
      ...answers.map(({ url, text }) => ({ where: `body of ${url}`, text })),
      ...heads.map((text) => ({ where: `headers of ${text.split(' ')[0]}`, text })),
      ...stored.map((text) => ({ where: 'page, storage or readable cookies', text })),
    ]
    const found = places.filter(({ text }) => shapes.some((shape) => text.includes(shape)))
    expect(found.map(({ where }) => where)).toEqual([])
    // Whatever the platform calls it, no data that reaches the browser has a field for it.
    const data = answers.filter(({ type }) => /json|html|x-component/.test(type))
    const named = data.filter(({ text }) => /access_?token|refresh_?token|bearer|Fe26\.2/i.test(text))
    expect(named.map(({ url }) => url)).toEqual([])
    const envelopes = answers.filter(({ type }) => /json/.test(type))
    expect(envelopes.length).toBeGreaterThan(3)
    const shaped = envelopes.filter(({ text }) => /(?<![\w-])[\w-]{43}(?![\w-])/.test(text))
    expect(shaped.map(({ url }) => url)).toEqual([])
  },
)

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

import { demoPassword, expect, hold, logInByHand, test, unique } from './fixtures'
import { field, fields, fill, open, refused } from './login'
import { addPerson } from './people'
import { captchaAnswer } from './stack'

test('A11Y-3 sign-in begins in its first field, by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await expect(field(page, 'username')).toBeFocused()
  await page.keyboard.type('operator')
  await page.keyboard.press('Tab')
  await expect(field(page, 'password')).toBeFocused()
})

test('LOGIN-1 LOGIN-2 the form has language, username, password and captcha', async ({ page }) => {
  await open(page)
  const language = page.getByRole('combobox', { name: '语言' })
  expect(await language.locator('option').allInnerTexts()).toEqual(['简体中文', 'English'])
  await expect(language).toHaveValue('zh-cn')
  await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible()
  const captcha = page.getByRole('textbox', { name: '验证码' })
  await expect(captcha).toHaveAttribute('autocapitalize', 'none')
  await expect(captcha, 'a phone’s keyboard has letters').not.toHaveAttribute('inputmode')
  const password = field(page, 'password')
  await password.fill('Secret1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('Secret1')
  await page.getByRole('button', { name: '隐藏密码' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('LOGIN-1 nothing moves when the captcha comes, and with it the way to hear it', async ({ page }) => {
  const goOn = await hold(page, '**/captcha?*')
  await page.goto('/login')
  const hear = page.getByRole('button', { name: '收听验证码' })
  const places = () =>
    page
      .locator('form :is(input, button):not([aria-label="收听验证码"])')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  await expect(field(page, 'username')).toBeFocused()
  const before = await places()
  expect(before).toHaveLength(6)
  await expect(hear).toHaveCount(0)
  goOn()
  await expect(hear).toBeVisible()
  await expect(page.locator('form img')).toBeVisible()
  expect(await places()).toEqual(before)
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
    window.AudioContext = class extends AudioContext {
      constructor() {
        super()
        document.documentElement.dataset.madeIn = window.event?.type
      }
      override get state() {
        const { dataset } = document.documentElement
        return 'mute' in dataset || 'slow' in dataset ? 'suspended' : super.state
      }
      override async resume() {
        await super.resume()
        await new Promise((done) => setTimeout(done, 1_000))
        // As browsers end what waits in a context that is closed.
        if (super.state === 'closed') throw new DOMException('closed', 'InvalidStateError')
        delete document.documentElement.dataset.slow
      }
    }
  })
  await open(page)
  const hear = page.getByRole('button', { name: '收听验证码' })
  await hear.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[name=code]')).toBeFocused()
  const heard = async () => Number(await page.locator('html').getAttribute('data-heard'))
  await expect.poll(heard).toBeGreaterThan(2)
  await expect(page.locator('html'), 'after the press no browser lets it begin').toHaveAttribute(
    'data-made-in',
    'click',
  )
  const told = page.getByRole('main').getByRole('alert')
  await page.evaluate(() => {
    Object.assign(document.documentElement.dataset, { slow: '', heard: '0' })
  })
  await hear.click()
  await expect.poll(heard).toBeGreaterThan(2)
  await hear.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-slow')
  await expect(
    told,
    'a device that takes its time is waited for, and another press ends the first silently',
  ).toHaveCount(0)
  await page.evaluate(() => {
    document.documentElement.dataset.mute = ''
  })
  await hear.click()
  await expect(told, 'what is not heard is told').toBeVisible()
  // The picture has run out meanwhile.
  expected.push(/status of 400/)
  await page.route('**/captcha/sound?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('key', '1000000000')
    await route.continue({ url: url.href })
  })
  await hear.click()
  await expect(told).toHaveText('验证码错误或已失效')
  // A platform that does not speak.
  await page.route('**/captcha?*', async (route) => {
    const response = await route.fetch()
    const { link: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const another = page.waitForResponse('**/captcha?*')
  await page.getByRole('button', { name: '验证码图片，点击更换' }).click()
  await another
  await expect(hear).toHaveCount(0)
})

test('LOGIN-1 Enter in each field submits @long', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  for (const name of fields) {
    await context.clearCookies({ name: 'access_token' })
    await open(page)
    await fill(page, { username: person.account, password: demoPassword, code: captchaAnswer })
    await field(page, name).press('Enter')
    await expect(page, name).toHaveURL('/home')
  }
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

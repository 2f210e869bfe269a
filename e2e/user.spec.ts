import type { Locator } from 'playwright/test'
import {
  call,
  copyOf,
  demoPassword,
  enter,
  expect,
  giveUp,
  hash,
  isSignedIn,
  logInByHand,
  type Page,
  signIn,
  test,
} from './fixtures'
import { toasts } from './lists'
import { test as withOwnStack } from './own'
import { addPerson, type Person } from './people'
import { drawing, png, pngOf, script } from './pictures'

const row = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
const value = (page: Page, label: string): Locator => row(page, label).getByRole('definition')
const pencil = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const panel = (page: Page, name: string): Locator => page.getByRole('form', { name })
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true })
const fieldOf = (form: Locator, name: string): Locator => form.getByRole('textbox', { name, exact: true })
const userMenu = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /账号菜单$/ })

/** What each save sent, in order. */
function sentBy(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sys/user/updateUserInfo')) sent.push(request.postDataJSON())
  })
  return sent
}

async function open(page: Page, person: Person): Promise<void> {
  await signIn(page.context(), person.account)
  await enter(page.context(), 'EAST', 'uia')
  await page.goto('/user/index')
}

test('ME-1 ME-2 ME-6 who one is, and a new display name', async ({ page, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent = sentBy(page)
  await open(page, person)
  await expect(page.getByRole('img', { name: '默认头像' })).toBeVisible()
  await expect(value(page, '用户名')).toHaveText(person.account)
  await expect(value(page, '密码')).toContainText('已设置')
  await expect(value(page, '手机号')).toHaveText('13800000000')
  await expect(value(page, '邮箱')).toHaveText('--')
  await expect(value(page, '公司')).toHaveText('--')
  const today = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeZone: 'Asia/Shanghai' })
  const [year, month, day] = today
    .format(new Date())
    .split('/')
    .map((part) => part.padStart(2, '0'))
  await expect(value(page, '创建时间')).toContainText(`${year}/${month}/${day}`)
  const pencils = page.getByRole('main').getByRole('button')
  await expect(pencils).toHaveCount(4)

  const edit = pencil(page, '修改显示名称')
  const form = panel(page, '修改显示名称')
  const field = form.getByRole('textbox', { name: '显示名称' })
  await edit.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(person.name)
  await field.fill('半途而废')
  await page.keyboard.press('Escape')
  await giveUp(page)
  await expect(form).toBeHidden()
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await expect(field).toHaveValue(person.name)
  await field.fill('   ')
  await field.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('请输入显示名称')
  await field.fill('再次放弃')
  await button(form, '关闭').click()
  await giveUp(page)
  await edit.click()
  await expect(field).toHaveValue(person.name)
  // One panel at a time.
  await pencil(page, '修改手机号').click()
  await expect(panel(page, '修改手机号')).toBeVisible()
  await expect(form).toBeHidden()
  await edit.click()
  expect(sent).toEqual([])

  const name = `新 <b>名</b> ${person.account}`
  await field.fill(name)
  await button(form, '保存').click()
  await expect(toasts(page)).toContainText('修改成功')
  await expect(form).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(value(page, '显示名称')).toHaveText(name)
  await expect(userMenu(page)).toContainText(name)
  expect(sent).toEqual([{ nickName: name }])
  const list = await call(admin, 'GET', `/sys/user/page/list?account=${person.account}`)
  expect((list.data as { content: unknown[] }).content).toMatchObject([{ name }])
})

test('ME-3 ME-6 an avatar, and what is no picture', async ({ page, admin, expected }) => {
  expected.push(/status of 4\d\d/)
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent = sentBy(page)
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sys/image/page/upload')) uploads.push(request.method())
  })
  await open(page, person)
  await pencil(page, '修改头像').click()
  const form = panel(page, '修改头像')
  const file = form.getByLabel('头像')
  const note = form.getByRole('alert')
  const wrongType = '请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！'
  await button(form, '保存').click()
  await expect(note).toHaveText('请上传图片')
  await file.setInputFiles(drawing)
  await expect(note).toHaveText(wrongType)
  await file.setInputFiles(pngOf(5 * 1024 * 1024 + 1))
  await expect(note).toHaveText('上传图片大小不能超过 5MB！')
  expect(uploads).toEqual([])
  await file.setInputFiles(script)
  await expect(note).toHaveText(wrongType)
  expect(uploads).toHaveLength(1)
  await file.setInputFiles(png('me.png', 40))
  await expect(form.locator('img')).toHaveJSProperty('naturalWidth', 40)
  await expect(note).toHaveCount(0)
  await file.setInputFiles({ ...script, name: 'again.gif' })
  await expect(note).toHaveText(wrongType)
  await expect(form.locator('img')).toHaveJSProperty('naturalWidth', 40)
  expect(sent).toEqual([])
  await button(form, '保存').click()
  await expect(toasts(page)).toContainText('修改成功')
  await expect(page.getByRole('img', { name: '我的头像' })).toHaveJSProperty('naturalWidth', 40)
  await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
  expect(sent).toEqual([{ headImg: expect.stringMatching(/^\/sys\/image\/[\w-]+$/) }])
  // The chooser has the title bar too, under a stricter content policy.
  await page.goto('/selectSystem?nf=t')
  await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
})

test('ME-4 a password: every bad input says why', async ({ page, admin, expected }) => {
  expected.push(/status of (400|429)/)
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent = sentBy(page)
  await open(page, person)
  await pencil(page, '修改密码').click()
  const form = panel(page, '修改密码')
  const [old, fresh, repeat] = ['原密码', '新密码', '确认新密码'].map((name) => fieldOf(form, name)) as [
    Locator,
    Locator,
    Locator,
  ]
  const save = button(form, '保存')
  const faults = form.getByRole('alert')
  await save.click()
  await expect(faults).toHaveText(['请输入原密码', '请输入密码', '请再次输入新密码'])
  await old.fill('Wrong2026')
  await fresh.fill('short')
  await repeat.fill('Fresh2026')
  await save.click()
  await expect(faults).toHaveText(['密码长度为 6 至 20 位', '两次输入的密码不一致'])
  await expect(fresh).toBeFocused()
  expect(sent).toEqual([])

  for (const field of [old, fresh, repeat]) await expect(field).toHaveAttribute('type', 'password')
  await button(form, '显示新密码').click()
  await expect(fresh).toHaveAttribute('type', 'text')
  await expect(repeat).toHaveAttribute('type', 'password')
  await button(form, '隐藏新密码').click()
  await expect(fresh).toHaveAttribute('type', 'password')

  // Blanks that came along with a paste are told, and what would not fit is not cut off.
  const paste = (field: Locator, text: string) =>
    field.evaluate((input: HTMLInputElement, pasted) => {
      input.focus()
      input.select()
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      if (input.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
    }, text)
  await paste(fresh, 'Fresh2026 ')
  await expect(fresh).toHaveValue('Fresh2026 ')
  await expect(form).toContainText('其中有空格，空格也是密码的一部分')
  await paste(fresh, 'x'.repeat(51))
  await expect(fresh).toHaveValue('Fresh2026 ')
  await expect(faults.first()).toContainText('粘贴的内容超过 50 个字符，未填入')
  await fresh.fill('Wrong2026')
  await repeat.fill('Wrong2026')
  await save.click()
  await expect(faults).toHaveText('新密码不能与原密码相同')
  await fresh.fill('Fresh2026')
  await repeat.fill('Fresh2026')
  await save.click()
  await expect(faults).toHaveText('原密码错误')
  await expect(old).toBeFocused()
  await expect(old).toHaveValue('Wrong2026')
  await expect(fresh).toHaveValue('Fresh2026')
  for (let tries = 2; tries <= 5; tries += 1) {
    await old.fill(`Wrong${tries}`)
    await save.click()
    await expect.poll(() => sent.length).toBe(tries + 1)
    await expect(faults).toHaveText('原密码错误')
  }
  await old.fill(demoPassword)
  await save.click()
  await expect(faults).toHaveText(/^原密码错误次数过多，请在 \d+ 秒后重试$/)
  await expect(old).toHaveValue(demoPassword)
  await signIn(page.context(), person.account)
})

test('ME-4 a new password ends the other sessions', async ({ page, admin, visitor }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent = sentBy(page)
  const elsewhere = await visitor(person.account)
  await open(page, person)
  await pencil(page, '修改密码').click()
  const form = panel(page, '修改密码')
  await fieldOf(form, '原密码').fill(demoPassword)
  await fieldOf(form, '新密码').fill('Fresh 2026')
  await fieldOf(form, '确认新密码').fill('Fresh 2026')
  await fieldOf(form, '确认新密码').press('Enter')
  await expect(toasts(page)).toContainText('修改成功，您在其他设备上的登录已退出')
  const newPassword = hash('Fresh 2026')
  expect(sent).toEqual([{ oldPassword: hash(demoPassword), newPassword, reNewPassword: newPassword }])
  expect(await call(elsewhere, 'GET', '/auth/info')).toMatchObject({ status: 401, code: 102002 })
  await page.reload()
  await expect(value(page, '用户名')).toHaveText(person.account)
  expect(await isSignedIn(await copyOf(page.context()))).toBe(true)
  await signIn(elsewhere, person.account, 'Fresh 2026')
})

test('ME-5 a code for a phone, once a minute', async ({ page, context, admin, expected }) => {
  // The second tab's request: silent for the person, not for the browser's own console.
  expected.push(/status of 429/)
  const person = await addPerson(admin, { EAST: 'viewer' })
  const phone = `139${String(Date.now()).slice(-8)}`
  const openPanel = async (tab: Page) => {
    await pencil(tab, '修改手机号').click()
    const form = panel(tab, '修改手机号')
    await expect(form.getByRole('combobox', { name: '国家代码' }).getByRole('option')).toHaveText(['0086'])
    return form
  }
  const get = (form: Locator) => form.getByRole('button', { name: /获取/ })
  await page.clock.install()
  await open(page, person)
  const form = await openPanel(page)
  const field = fieldOf(form, '手机号')
  await expect(field).toBeFocused()
  await expect(get(form)).toBeDisabled()
  for (const wrong of ['1381234567', '12812345678', '6000000']) {
    await field.fill(wrong)
    await expect(get(form)).toBeDisabled()
  }
  await field.blur()
  await expect(form.getByRole('alert')).toHaveText('请输入正确的 11 位手机号')
  await form.getByLabel('短信验证码').pressSequentially('1a 2.-3')
  await expect(form.getByLabel('短信验证码')).toHaveValue('12.3')
  await field.fill(phone)

  // Two tabs at once: one gets a code, the other hears nothing and may try again.
  const other = await context.newPage()
  await other.goto('/user/index')
  const second = await openPanel(other)
  await fieldOf(second, '手机号').fill(phone)
  await Promise.all([get(form).click(), get(second).click()])
  const waiting = async () => {
    const texts = await Promise.all([get(form).textContent(), get(second).textContent()])
    return texts.map((text) => text !== '获取验证码')
  }
  await expect.poll(async () => (await waiting()).filter(Boolean).length).toBe(1)
  const [first] = await waiting()
  const [tab, loser] = first ? [page, other] : [other, page]
  await expect(get(panel(loser, '修改手机号'))).toBeEnabled()
  await expect(toasts(loser).getByRole('alert')).toHaveCount(0)
  await loser.close()

  const countdown = get(panel(tab, '修改手机号'))
  await expect(countdown).toHaveText(/^(60|5\d) 秒后重新获取$/)
  await expect(countdown).toBeDisabled()
  await tab.clock.fastForward(20_000)
  await expect(countdown).toHaveText(/^(40|3\d) 秒后重新获取$/)
  await tab.reload()
  await openPanel(tab)
  await fieldOf(panel(tab, '修改手机号'), '手机号').fill(phone)
  await expect(countdown).toHaveText(/^(40|3\d) 秒后重新获取$/)
  await expect(countdown).toBeDisabled()
  await tab.clock.fastForward(41_000)
  // The platform's own minute is not over: it refuses, which starts no countdown and is not said.
  await expect(countdown).toHaveText('获取验证码')
  const refused = tab.waitForResponse(/smsCode\?phone=/)
  await countdown.click()
  expect((await refused).status()).toBe(429)
  await expect(countdown).toBeEnabled()
  await expect(countdown).toHaveText('获取验证码')
  await expect(toasts(tab).getByRole('alert')).toHaveCount(0)
})

withOwnStack(
  'ME-5 ME-6 a phone takes the code that was sent to it: none for another phone, and none after five wrong ones',
  async ({ page, own, expected }) => {
    expected.push(/status of 400/)
    const sent = sentBy(page)
    const codeOf = (account: string) => {
      const line = own.said.findLast((said) => said.includes('"sms code"') && said.includes(account)) ?? ''
      return String(JSON.parse(line.slice(line.indexOf('{'))).code)
    }
    const form = panel(page, '修改手机号')
    const [phone, sms] = [fieldOf(form, '手机号'), form.getByLabel('短信验证码')]
    const save = button(form, '保存')
    const refused = async (given: string, message: string) => {
      await sms.fill(given)
      const answered = page.waitForResponse(/updateUserInfo/)
      await save.click()
      expect((await answered).status()).toBe(400)
      await expect(form.getByRole('alert')).toHaveText(message)
      await expect(save).toBeEnabled()
    }
    const askFor = async (account: string, number: string) => {
      await logInByHand(page, account)
      await expect(page).toHaveURL('/home')
      await page.goto('/user/index')
      await pencil(page, '修改手机号').click()
      await phone.fill(number)
      await button(form, '获取验证码').click()
      await expect(form.getByRole('button', { name: /秒后重新获取/ })).toBeDisabled()
      return codeOf(account)
    }
    await page.goto('/login')
    const spent = await askFor('auditor', '13912345678')
    const wrong = spent === '111111' ? '222222' : '111111'
    await phone.fill('13912345679')
    await refused(spent, '短信验证码错误或已失效')
    await phone.fill('13912345678')
    for (let tries = 2; tries < 5; tries += 1) await refused(wrong, '短信验证码错误或已失效')
    await refused(wrong, '短信验证码错误次数过多，请重新获取')
    await refused(spent, '短信验证码错误次数过多，请重新获取')
    await expect(phone).toHaveValue('13912345678')

    // Somebody else, and one to whom no menu offers the page (SHELL-7): the address works.
    await page.context().clearCookies({ name: 'access_token' })
    await page.goto('/login')
    const code = await askFor('admin', '13712345678')
    await sms.fill(code)
    sent.length = 0
    await sms.press('Enter')
    await expect(toasts(page)).toContainText('修改成功')
    await expect(value(page, '手机号')).toHaveText('13712345678')
    expect(sent).toEqual([{ phone: '13712345678', smsCode: code }])
  },
)

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('ME-1 ME-4 I18N-1 the page is English', async ({ page, context, admin, expected }) => {
    expected.push(/status of 400/)
    const person = await addPerson(admin, { EAST: 'viewer' })
    await open(page, person)
    const labels = ['Avatar', 'Username', 'Display name', 'Password', 'Phone', 'E-mail', 'Company', 'Created']
    await expect(page.getByRole('heading', { name: 'Personal centre' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('term')).toHaveText(labels)
    await expect(value(page, 'Password')).toContainText('Set')
    await pencil(page, 'Change the password').click()
    const form = panel(page, 'Change the password')
    await fieldOf(form, 'Old password').fill('Wrong2026 ')
    await fieldOf(form, 'New password').fill('Fresh2026')
    await fieldOf(form, 'Repeat the new password').fill('Fresh2026')
    await button(form, 'Save').click()
    await expect(form.getByRole('alert')).toHaveText(
      'The old password is wrong (It has blanks in it; they are part of the password)',
    )
    await button(form, 'Close').click()
    await giveUp(page)
    await pencil(page, 'Change the phone').click()
    const code = panel(page, 'Change the phone').getByRole('button', { name: 'Get code' })
    await expect(code).toHaveAttribute('title', 'Enter a correct 11-digit phone number first')
    await expect(page.getByRole('main')).not.toContainText(/\p{Script=Han}/u)
    expect(await isSignedIn(context)).toBe(true)
  })
})

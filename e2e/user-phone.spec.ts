import type { Locator } from 'playwright/test'
import { expect, logInByHand, type Page, test } from './fixtures'
import { toasts } from './lists'
import { test as withOwnStack } from './own'
import { button, fieldOf, open, panel, pencil, sentBy, value } from './own-profile'
import { addPerson } from './people'

test('ME-5 A11Y-3 a code for a phone, once a minute', async ({ page, context, admin, expected }) => {
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
  await page.keyboard.press('Shift')
  await get(form).focus()
  await expect(page.getByTestId('reason'), 'the keyboard hears why').toHaveText(/^请先输入正确/)
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
  await expect(countdown, 'what was pressed keeps the focus').toBeFocused()
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
  'ME-5 ME-6 a phone takes the code that was sent to it: none for another phone, and none after five wrong ones @long',
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

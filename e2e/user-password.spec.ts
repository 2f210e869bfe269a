import type { Locator } from 'playwright/test'
import { call, copyOf, demoPassword, expect, hash, isSignedIn, signIn, test } from './fixtures'
import { toasts } from './lists'
import { button, fieldOf, open, panel, pencil, sentBy, value } from './own-profile'
import { addPerson } from './people'

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

import type { Locator } from 'playwright/test'
import { call, expect, giveUp, isSignedIn, type Page, test } from './fixtures'
import { toasts } from './lists'
import { button, fieldOf, open, panel, pencil, sentBy, value } from './own-profile'
import { addPerson } from './people'
import { drawing, png, pngOf, script } from './pictures'

const userMenu = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /账号菜单$/ })

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
      'The old password is wrong (It contains spaces; they are part of the password)',
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

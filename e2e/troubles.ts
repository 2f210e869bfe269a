import { expect, type Locator, type Page } from './fixtures'
import { boom } from './jammed-platform'
import { failed, lists, openAdd, retry, rowsOf, searchBar, searchButton, textOf, toasts } from './lists'
import { test } from './own'

export const listCall = /\/sys\/user\/page\/list\?/
export const addCall = /\/sys\/user\/page\/add/
export const late = '请求超时。'
export const broken = '系统错误。'
export const searchField = (page: Page) => searchBar(page).getByLabel('账号')
export const complaint = (page: Page) => toasts(page).getByRole('alert')
/** Not waited for: a toast goes by itself. */
export const expectNoToast = async (page: Page) => expect(await complaint(page).count(), 'toasts').toBe(0)
export const unanswered = (page: Page) => page.getByRole('alert').filter({ hasText: '平台没有响应' })

/** A text that each list has rows for. */
const texts = {
  account: 'a',
  role: '查看',
  department: '运行',
  organization: '储能',
  allocation: '系统',
  apply: 'uia',
  online: 'admin',
  entryLog: 'admin',
  operation: 'a',
}
/** Whose failed searches say so in a toast too (requirement LIST-11). */
const toasted = new Set(['account', 'organization'])

export async function fillAdd(page: Page, account: string): Promise<Locator> {
  const dialog = await openAdd(page)
  await dialog.getByRole('combobox', { name: '组织', exact: true }).selectOption('华东储能')
  await expect(dialog.getByRole('combobox', { name: '部门', exact: true })).toBeEnabled()
  await textOf(dialog, '姓名').fill('小心')
  await textOf(dialog, '手机号').fill('13800138000')
  await textOf(dialog, '账号').fill(account)
  await dialog.getByRole('textbox', { name: '密码' }).fill('Secret2026')
  return dialog
}

export async function isStillTyped(dialog: Locator, account: string): Promise<void> {
  await expect(textOf(dialog, '姓名')).toHaveValue('小心')
  await expect(textOf(dialog, '手机号')).toHaveValue('13800138000')
  await expect(textOf(dialog, '账号')).toHaveValue(account)
  await expect(dialog.getByRole('textbox', { name: '密码' })).toHaveValue('Secret2026')
  await expect(dialog.locator('option:checked').first()).toHaveText('华东储能')
}

export const listKeys = Object.keys(texts) as (keyof typeof texts)[]

/** The test of a list whose reads and searches fail. */
export function testFailing(key: keyof typeof texts): void {
  const text = texts[key]
  const list = lists[key]
  const says = toasted.has(key)
  test(`LIST-11 ${list.path} fails inline${says ? ', a search by toast too' : ''}`, async ({ page, own }) => {
    const path = new RegExp(`${list.call}\\?`)
    own.trouble(path, boom)
    await page.goto(list.path)
    await expect(failed(page)).toContainText('列表加载失败')
    await expect(failed(page)).toContainText(broken)
    await expect(page.getByText('boom')).toHaveCount(0)
    await expect(searchButton(page), 'the page stays usable').toBeEnabled()
    own.clear()
    await retry(page).click()
    await expect(rowsOf(page, list).first()).toBeVisible()
    await expectNoToast(page)

    own.trouble(path, boom)
    const field = searchBar(page).locator(`input[name=${list.search}]`)
    await field.fill(text)
    await searchButton(page).click()
    await expect(failed(page)).toContainText('列表加载失败')
    if (says) await expect(complaint(page)).toHaveText(broken)
    await expect(field).toHaveValue(text)
    await expect(page).toHaveURL(`${list.path}?${list.search}=${encodeURIComponent(text)}`)
    own.clear()
    await retry(page).click()
    await expect(rowsOf(page, list).first()).toBeVisible()
    if (!says) await expectNoToast(page)
  })
}

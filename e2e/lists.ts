import type { BrowserContext } from 'playwright/test'
import { searchTextsOf } from '#contracts/list-search'
import { type ListKey, listKeys, resources } from '../lib/contracts/registry'
import { expect, type Locator, type Page } from './fixtures'

/** A console list: its page, the search field in its address, and the call that fills it. */
export interface List {
  title: string
  path: string
  search: string
  call: string
}

function listOf(key: ListKey): List {
  const { name, page, endpoints } = resources[key]
  const [[search] = ['']] = searchTextsOf(endpoints.list)
  return { title: name['zh-cn'], path: page?.path ?? '', search, call: endpoints.list.path }
}
export const lists = Object.fromEntries(listKeys.map((key) => [key, listOf(key)])) as Record<ListKey, List>

export const tableOf = (page: Page, list: List): Locator =>
  page.getByRole('region', { name: `${list.title}，表格` })
/** The rows below the head. */
export const rowsOf = (page: Page, list: List): Locator =>
  tableOf(page, list).locator('tbody').getByRole('row')
export const rowOf = (page: Page, list: List, name: string): Locator =>
  rowsOf(page, list).filter({ has: page.getByRole('cell', { name, exact: true }) })
export const cellsOf = (page: Page, list: List, name: string): Locator =>
  rowOf(page, list, name).getByRole('cell')
export const addButton = (page: Page): Locator => page.getByRole('button', { name: '新增', exact: true })
export const editButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `编辑${name}`, exact: true })
/** What else can be done with a row. */
export const rowMenu = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `${name}的更多操作`, exact: true })
export const removeItem = (page: Page, name: string): Locator =>
  page.getByRole('menuitem', { name: `删除${name}`, exact: true })
export const switchOf = (page: Page, name: string): Locator =>
  page.getByRole('switch', { name: `${name}：启用` })
export const searchBar = (page: Page): Locator => page.getByRole('search')
export const searchField = (page: Page, label: string): Locator =>
  searchBar(page).getByLabel(label, { exact: true })
/** The label of a choice holds its options too. */
export const searchChoice = (page: Page, label: string): Locator =>
  searchBar(page).getByLabel(new RegExp(`^${label}`))
/** The form's own, not that of a range of time that is folded open. */
export const searchButton = (page: Page): Locator => page.getByRole('button', { name: '查询' }).last()
export const resetButton = (page: Page): Locator => searchBar(page).getByRole('button', { name: '重置' })
export const pageSize = (page: Page): Locator => page.getByLabel('每页条数')
export const density = (page: Page): Locator => page.getByRole('group', { name: '行高' })
export const pageLink = (page: Page, number: number): Locator =>
  page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: `第 ${number} 页` })
export const nothingFound = (page: Page): Locator => page.getByText('没有符合条件的数据')

export const question = (page: Page): Locator => page.getByRole('alertdialog')
export const confirmButton = (page: Page): Locator => question(page).getByRole('button', { name: '确定' })
export const toasts = (page: Page): Locator => page.getByRole('region', { name: '通知' })
const reports = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /^(下载报告|Download report)$/ }) })
/** Where a run for many tells that it is over: a toast if it was quick, else its own dialog. @param text what it says */
export const runTold = (page: Page, text: string): Locator =>
  page.locator('[data-toast]').or(reports(page)).filter({ hasText: text })
/** Waits for that; where it can be taken back, `press` does so. */
export async function runOver(page: Page, text: string, press?: string): Promise<void> {
  await expect(runTold(page, text)).toBeVisible()
  if (press !== undefined) await runTold(page, text).getByRole('button', { name: press, exact: true }).click()
  else if (await reports(page).isVisible()) await page.keyboard.press('Escape')
}
/** A system of the chooser. */
export const tile = (page: Page, name?: string): Locator =>
  page.getByRole('list', { name: '系统' }).getByRole('button', { name })
export const userMenu = (page: Page): Locator => page.getByRole('button', { name: /的账号菜单$/ })
export const saveButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: '保存' })
export const textOf = (dialog: Locator, label: string): Locator =>
  dialog.getByRole('textbox', { name: label, exact: true })
/** What stands in the place of the rows when they cannot be had. */
export const failed = (page: Page): Locator => page.getByRole('main').getByRole('alert')
export const retry = (page: Page): Locator => failed(page).getByRole('button', { name: '重试' })

/** The message that a field is tied to. */
export async function noteOf(control: Locator): Promise<Locator> {
  return control.page().locator(`[id="${await control.getAttribute('aria-describedby')}"]`)
}

/** Opens a list at one text, so that what other tests do meanwhile shows nowhere. */
export async function openListAt(page: Page, list: List, text: string, more = ''): Promise<void> {
  await page.goto(`${list.path}?${list.search}=${encodeURIComponent(text)}${more}`)
  await expect(tableOf(page, list)).toBeVisible()
}

/** Opens the dialog of a row, and waits until it is filled. */
export async function openEdit(page: Page, name: string): Promise<Locator> {
  await editButton(page, name).click()
  const dialog = page.getByRole('dialog', { name: /^编辑/ })
  await expect(saveButton(dialog)).toBeVisible()
  return dialog
}
export async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  const dialog = page.getByRole('dialog', { name: /^新增/ })
  await expect(saveButton(dialog)).toBeVisible()
  return dialog
}

/** Presses Delete in a row's menu. */
export async function pressRemove(page: Page, name: string): Promise<void> {
  await rowMenu(page, name).click()
  await removeItem(page, name).click()
}
/** Presses Role in a row's menu. */
export async function pressRoles(page: Page, name: string): Promise<void> {
  await rowMenu(page, name).click()
  await page.getByRole('menuitem', { name: `${name}的角色` }).click()
}

/** Presses what adds an entry below a row of the tree, in the row's menu. */
export async function pressBelow(page: Page, name: string): Promise<void> {
  await rowMenu(page, name).click()
  await page.getByRole('menuitem', { name: `新增下级：${name}` }).click()
}

/** Deletes a row by its menu, as a person does. */
export async function removeShown(page: Page, name: string): Promise<void> {
  await pressRemove(page, name)
  await expect(question(page)).toContainText(`确定要删除数据“${name}”吗？`)
  await confirmButton(page).click()
  await expect(toasts(page)).toContainText('删除成功')
}

/** Clicks a switch and confirms. */
export async function switchShown(page: Page, name: string): Promise<void> {
  await switchOf(page, name).click()
  await confirmButton(page).click()
}

/** Asks to be logged out, by the menu of the title bar. */
export async function pressLogOut(page: Page): Promise<void> {
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

export async function logOut(page: Page): Promise<void> {
  await pressLogOut(page)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
}

export const { account } = lists
export const listPath = account.path
export const accountTable = (page: Page): Locator => tableOf(page, account)
export const rows = (page: Page): Locator => rowsOf(page, account)
export const row = (page: Page, name: string): Locator => rowOf(page, account, name)
export const nameLink = (page: Page, name: string): Locator => row(page, name).getByRole('link', { name })
/** What is done with the rows that are chosen, and what chooses one. */
export const bar = (page: Page): Locator => page.getByRole('toolbar', { name: '已选数据' })
export const box = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: `选择${name}`, exact: true })
export const openList = (page: Page, name: string, more = ''): Promise<void> =>
  openListAt(page, account, name, more)

/** Lets the page use the clipboard. */
export async function allowPaste(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
}

/** Puts a text into a field by the clipboard, in place of what is there. */
export async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

/** Nothing lies beyond the page's edge, and nothing within it scrolls down by itself. */
export async function expectPageScrolls(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const inner = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 24)
      .map((one) => one.className),
  )
  expect(inner, 'scrollers within the page').toEqual([])
  const beyond = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input, select, td')]
      .filter((one) => getComputedStyle(one).visibility === 'visible' && one.getClientRects().length > 0)
      .filter((one) => !one.closest('.sr-only') && one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.textContent),
  )
  expect(beyond, 'beyond the edge').toEqual([])
}

export const item = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name })

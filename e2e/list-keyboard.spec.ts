import { begin, expect, type Page, test } from './fixtures'
import {
  accountTable,
  addButton,
  confirmButton,
  expectPageScrolls,
  listPath,
  lists,
  nameLink,
  nothingFound,
  openAdd,
  openEdit,
  openList,
  openListAt,
  pressRemove,
  question,
  row,
  rows,
  rowsOf,
  searchBar,
  searchField,
  textOf,
  toasts,
} from './lists'
import { addAccount, addAccounts, openAccounts } from './people'

const pager = (page: Page) => page.getByRole('navigation', { name: '分页' })
/** Once it has been told what that does to others. */
async function pressConfirm(page: Page): Promise<void> {
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).press('Enter')
}
const holdsFocus = (element: Element) => element.contains(document.activeElement)

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('A11Y-3 RES-2 one system is a stop for Tab, arrows walk, and Space chooses', async ({ page }) => {
    await page.goto('/assets/index')
    const pane = page.getByRole('region', { name: '系统', exact: true })
    const names = pane.locator('li').locator('a, button')
    const chosen = pane.locator('[aria-current]')
    await expect(names.first()).toBeVisible()
    // Of many systems, as other tests may have made, some are found by typing.
    const before = [page.getByRole('button', { name: '批量发现' }), pane.getByRole('searchbox')]
    await before[(await names.count()) > 12 ? 1 : 0]?.focus()
    await page.keyboard.press('Tab')
    await expect(chosen).toBeFocused()
    let steps = 0
    for (; steps < 15 && !(await page.getByLabel('每页条数').evaluate(holdsFocus)); steps += 1)
      await page.keyboard.press('Tab')
    expect(steps).toBeLessThan(15)
    await chosen.focus()
    await page.keyboard.press('Home')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(names.last()).toBeFocused()

    await page.getByRole('button', { name: '选择发现' }).press('Enter')
    const fresh = pane.locator('li').filter({ hasText: '未发现' }).first()
    await fresh.getByRole('button').focus()
    await page.keyboard.press('Space')
    await expect(fresh.getByRole('checkbox')).toBeChecked()
    await expect(toasts(page)).toBeEmpty()
    await expect(fresh.getByRole('button')).toBeFocused()
  })

  test('A11Y-3 one row is a stop for Tab, arrows walk, and the pager is near', async ({ page, context }) => {
    const prefix = await addAccounts(context, 12)
    const stepsToPager = async () => {
      let steps = 0
      while (steps < 30 && !(await pager(page).evaluate(holdsFocus))) {
        await page.keyboard.press('Tab')
        steps += 1
      }
      return steps
    }
    await openListAt(page, lists.operation, 'admin')
    await searchBar(page).getByLabel('系统模块').focus()
    expect(await stepsToPager(), 'Tabs from the first filter of the longest search').toBeLessThanOrEqual(15)
    await openList(page, prefix)
    await expect(rows(page)).toHaveCount(10)
    await addButton(page).focus()
    expect(await stepsToPager(), 'Tabs from the top of the list to its pages').toBeLessThanOrEqual(15)
    await nameLink(page, `${prefix}12`).focus()
    for (const [key, name] of [
      ['ArrowDown', '11'],
      ['ArrowDown', '10'],
      ['ArrowUp', '11'],
      ['End', '03'],
      ['ArrowDown', '03'],
      ['Home', '12'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(nameLink(page, prefix + name), key).toBeFocused()
    }
    // From a row Tab goes on to what can be done with it, and no other.
    await page.keyboard.press('Tab')
    expect(await row(page, `${prefix}12`).evaluate(holdsFocus)).toBe(true)
  })

  test('A11Y-3 LIST-8 after a deletion the focus is on the next row', async ({ page }) => {
    const prefix = await openAccounts(page, 3)
    for (const [gone, next] of [
      ['02', '01'],
      ['01', '03'],
    ] as const) {
      await pressRemove(page, `${prefix}${gone}`)
      await pressConfirm(page)
      await expect(row(page, `${prefix}${gone}`)).toHaveCount(0)
      await expect(nameLink(page, `${prefix}${next}`)).toBeFocused()
    }
    await pressRemove(page, `${prefix}03`)
    await pressConfirm(page)
    await expect(nothingFound(page)).toBeVisible()
    await expect(accountTable(page)).toBeFocused()
  })

  test('A11Y-3 LIST-8 after the last rows of a page were chosen and deleted the focus is on a row of the page before', async ({
    page,
  }) => {
    const prefix = await openAccounts(page, 11, '&page=2')
    await nameLink(page, `${prefix}01`).focus()
    await page.keyboard.press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).press('Enter')
    const confirm = question(page).getByRole('button', { name: '删除' })
    await expect(confirm).toBeEnabled()
    await confirm.press('Enter')
    // What came of it is told in the list, or in the title bar where that stands anew before it has come.
    await expect(rows(page)).toHaveCount(10)
    await expect(accountTable(page).locator('[data-row-link]:focus')).toHaveCount(1)
  })

  test('A11Y-3 a form opens on its first field; what is typed at once is there @long', async ({
    page,
    context,
  }) => {
    const made = await addAccount(context)
    await page.goto(lists.organization.path)
    const dialog = await openAdd(page)
    await page.keyboard.type('North')
    await expect(textOf(dialog, '组织名称')).toHaveValue('North')
    await openList(page, made.account)
    const edit = await openEdit(page, made.name)
    await expect(edit.getByRole('combobox').first()).toBeFocused()
  })

  test('A11Y-5 what a search brings is announced; the mark of a question is named by what it does', async ({
    page,
  }) => {
    const prefix = await openAccounts(page, 12)
    const told = page.getByRole('main').locator('[aria-live=polite].sr-only')
    await expect(told).toHaveText('查到 12 条结果，当前第 1 页，共 2 页')
    await searchField(page, '账号').fill(`${prefix}01`)
    await page.keyboard.press('Enter')
    await expect(told).toHaveText('查到 1 条结果，当前第 1 页，共 1 页')
    await pressRemove(page, `${prefix}01`)
    await expect(question(page).getByRole('button', { name: '取消' })).toHaveCount(1)
    await question(page).getByRole('button', { name: '关闭' }).click()
    await expect(question(page)).toBeHidden()
    await expect(toasts(page)).toBeEmpty()
  })

  test('LIST-1 A11Y-3 a slash leads to the first field; a filled one is cleared by itself', async ({
    page,
  }) => {
    await page.goto(`${listPath}?phone=138&enabled=1`)
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(searchField(page, '账号')).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.type('/')
    await expect(searchField(page, '账号'), 'while typing it is a letter').toHaveValue(/^\/?$/)
    await searchField(page, '账号').fill('')
    await searchBar(page).getByRole('button', { name: '清除手机号' }).click()
    await expect(page).toHaveURL(`${listPath}?enabled=1`)
    await expect(searchField(page, '手机号')).toHaveValue('')
    await expect(searchBar(page).getByRole('button', { name: '清除手机号' })).toBeHidden()
  })

  test('OLOG-1 A11Y-3 a range of time is a press, in the console’s language', async ({ page }) => {
    await page.goto(lists.operation.path)
    const range = searchBar(page).getByRole('button', { name: '创建时间' })
    const choices = searchBar(page).getByRole('group', { name: '创建时间' })
    await expect(async () => {
      await range.click()
      await expect(choices).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(choices.getByRole('button')).toHaveText(['今天', '昨天', '最近 7 天', '最近 30 天', '查询'])
    await choices.getByRole('button', { name: '今天' }).click()
    await expect(page).toHaveURL(/beginTime=\d{4}-\d\d-\d\dT00%3A00&endTime=\d{4}-\d\d-\d\dT23%3A59$/)
    await expect(rowsOf(page, lists.operation).first()).toBeVisible()
    await expect(choices).toBeHidden()
    await expect(range.first()).toContainText(/\d\d\/\d\d 00:00 – \d\d\/\d\d 23:59$/)
    await searchBar(page).getByRole('button', { name: '清除创建时间' }).press('Enter')
    await expect(page).toHaveURL(lists.operation.path)
    await expect(range.first(), 'the mark is gone').toBeFocused()
  })

  for (const list of [lists.account, lists.role, lists.operation, lists.entryLog]) {
    test(`A11Y-4 at 320 px nothing is lost, and only the page scrolls (${list.title})`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(list.path)
      await expect(rowsOf(page, list).first()).toBeVisible()
      await expectPageScrolls(page)
    })
  }
})

test('PERM-3 A11Y-2 who may only look sees states, and no empty column', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto(lists.department.path)
  const first = rowsOf(page, lists.department).first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '操作' })).toHaveCount(0)
  await expect(first.getByRole('switch')).toBeDisabled()
  await expect(first).toContainText(/启用|停用/)
})

import { madeTree } from '../bench/tree/made-tree'
import { toasts } from './accounts'
import { begin, expect, type Page } from './fixtures'
import { addButton, nothingFound, resetButton, searchButton } from './lists'
import { addDialog, grid, gridRow, gridRows, menuPath, openMenus, parentField } from './menus'
import { test } from './troubled-stack'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.afterEach(({ troubled }) => troubled.door.clear())

const answer = (data: unknown) => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ code: 0, msg: '', data }),
})
const boom = { status: 500, type: 'application/json', body: '{"code":500,"msg":"boom","data":null}' }
const failed = (page: Page) => page.getByRole('main').getByRole('alert')

test('MENU-5 without any application adding warns and opens nothing; one that a search leaves out is enough', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  door.trouble(/loadPermissionTree|loadMenuTree/, answer([]))
  await page.goto(menuPath)
  await expect(page.getByText('暂无数据')).toBeVisible()
  await addButton(page).click()
  await expect(toasts(page).getByRole('alert')).toHaveText('请先添加应用')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  door.clear()
  await page.goto(`${menuPath}?searchStr=没有这样的目录`)
  await expect(nothingFound(page)).toBeVisible()
  await addButton(page).click()
  await expect(addDialog(page)).toBeVisible()
})

test('MENU-5 LIST-11 a tree that cannot be read says so inline, parents that cannot in the dialog; both can be tried again', async ({
  page,
  context,
  expected,
  troubled: { door },
}) => {
  expected.push(/status of 50[024]/)
  await begin(context, 'admin')
  door.trouble(/loadPermissionTree|loadMenuTree/, boom)
  await page.goto(menuPath)
  await expect(failed(page)).toContainText('列表加载失败')
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)
  await addButton(page).click()
  await expect(toasts(page).getByRole('alert'), 'nobody knows whether there is an application').toContainText(
    '系统错误',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(searchButton(page), 'the page stays usable').toBeEnabled()
  door.clear()
  await failed(page).getByRole('button', { name: '重试' }).click()
  await expect(gridRow(page, '能源管理系统')).toBeVisible()

  door.trouble(/loadMenuTree/, boom)
  await page.getByRole('button', { name: '在能源管理系统下新增' }).click()
  const dialog = addDialog(page)
  await expect(parentField(dialog), 'what is chosen is named').toHaveText('能源管理系统')
  await parentField(dialog).click()
  const fault = dialog.getByRole('alert').filter({ hasText: '系统错误' })
  await expect(fault).toBeVisible()
  door.clear()
  await fault.getByRole('button', { name: '重试' }).click()
  await expect(dialog.getByRole('treeitem', { name: '能源管理系统', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('MENU-1 a tree of 5,000 nodes opens, walks and searches, with only the rows in sight in the document', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const tree = madeTree(5000)
  door.trouble(/loadPermissionTree/, answer(tree))
  await openMenus(page)
  const rows = gridRows(page)
  await expect(rows.first()).toContainText('系统 0')
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^5\d{3}$/)
  await expect(rows.nth(2)).toContainText('页面 0-0-0')
  expect(await rows.count()).toBeLessThan(50)

  // The row with the focus stays in the document when it is scrolled away, and the keyboard goes on from it.
  await rows.first().focus()
  await grid(page)
    .locator('..')
    .evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
  await expect(rows.last()).toBeInViewport()
  expect(await rows.count()).toBeLessThan(50)
  await expect(page.locator('tr:focus')).toContainText('系统 0')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('tr:focus')).toContainText('目录 0-0')
  await expect(page.locator('tr:focus')).toBeInViewport()
  await page.keyboard.press('End')
  await expect(page.locator('tr:focus')).toBeInViewport()
  expect(await page.locator('tr:focus').getAttribute('aria-rowindex')).toBe(
    await grid(page).getAttribute('aria-rowcount'),
  )

  door.clear()
  door.trouble(/loadPermissionTree/, answer(tree.slice(3, 4)))
  await page.getByRole('search').getByLabel('目录名称').fill('系统 3')
  await searchButton(page).click()
  await expect(rows.first()).toContainText('系统 3')
  await expect(rows.first()).toBeInViewport()
  await expect(rows.nth(3), 'results come expanded').toContainText('操作')
  door.clear()
  door.trouble(/loadPermissionTree/, answer(tree))
  await resetButton(page).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^5\d{3}$/)
})

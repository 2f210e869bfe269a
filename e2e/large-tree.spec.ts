import { madeTree } from '../bench/tree/made-tree'
import { expect } from './fixtures'
import { answer } from './jammed-platform'
import { openAdd, resetButton, searchBar, searchButton } from './lists'
import { grid, gridRows, openMenus } from './menus'
import { test } from './own'

test.describe.configure({ mode: 'default' })
test.use({ as: 'admin' })

const tree = madeTree(5000)
/** The buttons below the first application: 5 directories of 10 pages with 9 each. */
const buttonsOfOne = 450

test('ROLE-4 A11Y-3 5,000 nodes open, search and check, only those in sight', { tag: '@long' }, async ({
  page,
  own,
}) => {
  own.trouble(/findAllPermission/, answer(tree))
  await page.goto('/role/index')
  const dialog = await openAdd(page)
  const box = dialog.getByRole('tree')
  const rows = box.getByRole('treeitem')
  await expect(rows.first()).toContainText('系统 0')
  expect(await rows.count()).toBeLessThan(40)

  await dialog.getByRole('button', { name: '全部展开' }).click()
  await expect(rows.nth(2)).toContainText('页面 0-0-0')
  expect(await rows.count()).toBeLessThan(40)

  await rows.first().click()
  await expect(rows.first()).toHaveAttribute('aria-checked', 'true')
  await expect(dialog.getByText(`已选 ${buttonsOfOne} 项`)).toBeVisible()

  // The way to what is found stays, and what is found is checked with the rest.
  await dialog.getByRole('textbox', { name: '查找权限' }).fill('操作 0-9-8')
  await expect(rows.first()).toContainText('系统 0')
  await expect(rows.nth(3)).toContainText('操作 0-9-8')
  await rows.nth(3).click()
  await expect(rows.nth(3)).toHaveAttribute('aria-checked', 'false')
  await expect(rows.first()).toHaveAttribute('aria-checked', 'mixed')

  await box.focus()
  await page.keyboard.press('End')
  const last = await box.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${last}"]`)).toBeInViewport()
  // Nor does a low window hide it.
  await page.setViewportSize({ width: 1280, height: 400 })
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key)
    const at = await box.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${at}"]`), key).toBeInViewport({ ratio: 1 })
  }
})

test('MENU-1 5,000 nodes open, walk and search, only those in sight', async ({ page, own }) => {
  own.trouble(/loadPermissionTree/, answer(tree))
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

  own.clear()
  own.trouble(/loadPermissionTree/, answer(tree.slice(3, 4)))
  await searchBar(page).getByLabel('目录名称').fill('系统 3')
  await searchButton(page).click()
  await expect(rows.first()).toContainText('系统 3')
  await expect(rows.first()).toBeInViewport()
  await expect(rows.nth(3), 'results come expanded').toContainText('操作')
  own.clear()
  own.trouble(/loadPermissionTree/, answer(tree))
  await resetButton(page).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^5\d{3}$/)
})

import { madeTree } from '../bench/tree/made-tree'
import { begin, expect } from './fixtures'
import { test } from './troubled-stack'

const size = 5000
/** The buttons below the first application: 5 directories of 10 pages with 9 each. */
const buttonsOfOne = 450

test('ROLE-4 a tree of 5,000 nodes opens, searches and checks, with only the rows in sight in the document', async ({
  page,
  context,
  troubled,
}) => {
  const body = JSON.stringify({ code: 0, msg: '', data: madeTree(size) })
  troubled.door.trouble(/findAllPermission/, { status: 200, type: 'application/json', body })
  await begin(context, 'admin')
  await page.goto('/role/index')
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  const tree = dialog.getByRole('tree')
  const rows = tree.getByRole('treeitem')
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

  await tree.focus()
  await page.keyboard.press('End')
  const last = await tree.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${last}"]`)).toBeInViewport()
})

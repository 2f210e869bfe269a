import { expect } from './fixtures'
import { answer, boom } from './jammed-platform'
import { addButton, failed, nothingFound, pressBelow, retry, searchButton, toasts } from './lists'
import { addDialog, gridRow, menuPath, parentField } from './menus'
import { test } from './own'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.use({ as: 'admin' })

test('MENU-5 without any application adding warns and opens nothing', async ({ page, own }) => {
  own.trouble(/loadPermissionTree|loadMenuTree/, answer([]))
  await page.goto(menuPath)
  await expect(page.getByText('暂无数据')).toBeVisible()
  await addButton(page).click()
  await expect(toasts(page).getByRole('alert')).toHaveText('请先新增应用')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  own.clear()
  await page.goto(`${menuPath}?searchStr=没有这样的目录`)
  await expect(nothingFound(page)).toBeVisible()
  await addButton(page).click()
  await expect(addDialog(page)).toBeVisible()
})

test('MENU-5 LIST-11 trees that cannot be read are tried again', async ({ page, expected, own }) => {
  expected.push(/status of 50[024]/)
  own.trouble(/loadPermissionTree|loadMenuTree/, boom)
  await page.goto(menuPath)
  await expect(failed(page)).toContainText('列表加载失败')
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)
  await addButton(page).click()
  await expect(toasts(page).getByRole('alert'), 'nobody knows whether there is an application').toContainText(
    '系统错误',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(searchButton(page), 'the page stays usable').toBeEnabled()
  own.clear()
  await retry(page).click()
  await expect(gridRow(page, '能源管理系统')).toBeVisible()

  own.trouble(/loadMenuTree/, boom)
  await pressBelow(page, '能源管理系统')
  const dialog = addDialog(page)
  await expect(parentField(dialog), 'what is chosen is named').toHaveText('能源管理系统')
  await parentField(dialog).click()
  const fault = dialog.getByRole('alert').filter({ hasText: '系统错误' })
  await expect(fault).toBeVisible()
  own.clear()
  await fault.getByRole('button', { name: '重试' }).click()
  await expect(dialog.getByRole('treeitem', { name: '能源管理系统', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

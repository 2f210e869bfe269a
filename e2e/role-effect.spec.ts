import { expect, organizationIds, test } from './fixtures'
import { itemOf as item } from './kinds'
import { lists, openEdit, openListAt, rowOf, saveButton, toasts } from './lists'
import { addWorker } from './people'
import { addRole, codesOf } from './records'

test.use({ as: 'admin' })

test('WHY-2 A11Y-5 a save of a role tells first whom it touches, and the tree marks what differs from what is saved', async ({
  page,
  context,
}) => {
  const { EAST = '' } = await organizationIds(context)
  const { role } = await addWorker(context, EAST, codesOf('online', 'search'))
  await openListAt(page, lists.role, role.name)
  const dialog = await openEdit(page, role.name)
  await dialog.getByRole('textbox', { name: '查找权限' }).fill('uia.organization')
  await item(dialog, '查询').click()
  await expect(item(dialog, '查询')).toContainText('+1')
  await expect(item(dialog, '查询')).toHaveAccessibleDescription('新增 1 项')
  await saveButton(dialog).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('region', { name: '1 人将获得' })).toContainText('组织管理 / 查询')
  await expect(question).toHaveAccessibleDescription(/1 人拥有此角色.*1 人将获得/)
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(saveButton(dialog)).toBeFocused()
  await saveButton(dialog).click()
  await question.getByRole('button', { name: '保存' }).click()
  await expect(toasts(page)).toContainText('编辑成功')
})

test('WHY-2 A11Y-4 two roles are compared side by side @long', async ({ page, context }) => {
  const { EAST = '' } = await organizationIds(context)
  const one = await addRole(context, EAST, codesOf('online', 'search'))
  const other = await addRole(context, EAST, codesOf('role', 'search', 'add'))
  await openListAt(page, lists.role, one.name)
  await rowOf(page, lists.role, one.name).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: `将${one.name}与其他角色对比` }).click()
  const dialog = page.getByRole('dialog', { name: `对比${one.name}` })
  await dialog.getByRole('textbox', { name: '查找角色' }).fill(other.name)
  await dialog.getByRole('combobox', { name: '对比角色' }).selectOption({ label: `${other.name} (华东储能)` })
  await expect(dialog.getByRole('row', { name: /在线用户 \/ 查询/ })).toContainText(/已授予.*未授予/)
  await expect(dialog.getByRole('row', { name: /角色管理 \/ 新增/ })).toContainText(/未授予.*已授予/)
  // Whatever is searched for next, the select says what is compared.
  const searched = page.waitForResponse(/roleName=org-admin-none/)
  await dialog.getByRole('textbox', { name: '查找角色' }).fill('org-admin-none')
  await searched
  await expect(dialog.getByRole('combobox', { name: '对比角色' }).locator('option:checked')).toHaveText(
    `${other.name} (华东储能)`,
  )
  await page.setViewportSize({ width: 320, height: 256 })
  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('End')
  // One scrolls by whole pixels: of a row that ends within one, a part of that pixel may be cut.
  await expect(dialog.getByRole('row').last()).toBeInViewport({ ratio: 0.96 })
})

import { ask, expect, giveUp, test } from './fixtures'
import {
  addButton,
  confirmButton,
  lists,
  openEdit,
  openListAt,
  pressRemove,
  rowOf,
  saveButton,
  toasts,
} from './lists'
import { addAccount, updateAccount } from './people'
import { addDepartment, idOfPlace } from './records'

test.use({ as: 'admin' })

test('DEPT-2 ROLE-2 ACC-3 where there is no organization yet, the form says that one comes first', async ({
  page,
}) => {
  await page.route(/page\/listOrg/, (route) => route.fulfill({ json: { code: 0, msg: '', data: [] } }))
  for (const { path } of [lists.department, lists.role, lists.account]) {
    await page.goto(path)
    await addButton(page).click()
    await expect(page.getByRole('combobox', { name: /组织/ }).locator('option:checked')).toHaveText(
      '请先新增组织',
    )
  }
})

test('DEPT-3 a department in use stays, and says of whom', async ({ page, admin, expected }) => {
  expected.push(/status of 409/)
  const orgId = await idOfPlace(admin)
  const made = await addDepartment(admin, orgId)
  const { id } = await addAccount(admin)
  await updateAccount(admin, id, { userOrgList: [{ orgId, deptId: made.id }] })
  await openListAt(page, lists.department, made.name)
  await pressRemove(page, made.name)
  await confirmButton(page).click()
  await expect(toasts(page).getByRole('alert')).toHaveText('部门正在使用中：1 个账号，0 个角色')
  const dialog = await openEdit(page, made.name)
  await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华南储能')
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('不能更换组织：1 个账号，0 个角色')
  await page.keyboard.press('Escape')
  await giveUp(page)
  await page.reload()
  await expect(rowOf(page, lists.department, made.name)).toContainText('华东储能')
  const after = await ask<{ userOrgList: { deptId: string }[] }>(admin, `/sys/user/page/detail/${id}`)
  expect(after.userOrgList.map(({ deptId }) => deptId)).toEqual([made.id])
})

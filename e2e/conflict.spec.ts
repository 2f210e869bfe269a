import type { BrowserContext } from 'playwright/test'
import { begin, expect, giveUp, type Locator, organizationIds, type Page, tell, test } from './fixtures'
import { openEdit, openList, pressRemove, pressRoles, row, saveButton, textOf } from './lists'
import { addAccount, detail, roleIds, updateAccount } from './people'

const changed = '此记录在您打开期间已被'
const choiceOf = (dialog: Locator, field: string) => dialog.getByRole('group', { name: field })

async function openAt(page: Page, made: { account: string; name: string }): Promise<Locator> {
  await openList(page, made.account)
  return openEdit(page, made.name)
}

/** Somebody saves another name for an account that has changed meanwhile. */
async function renameBehind(
  page: Page,
  context: BrowserContext,
  [name, next]: readonly [string, string],
  meanwhile: Parameters<typeof updateAccount>[2],
) {
  const made = await addAccount(context, { name })
  const dialog = await openAt(page, made)
  await textOf(dialog, '姓名').fill(next)
  await updateAccount(context, made.id, meanwhile)
  await saveButton(dialog).click()
  return { made, dialog }
}

test.use({ as: 'operator' })
test.beforeEach(({ expected }) => {
  // The browser notes the refusals, which these tests provoke.
  expected.push(/status of 409/)
})

test('EDGE-2 the second of two people is told who changed what', async ({ page, context }) => {
  const { made, dialog } = await renameBehind(page, context, ['张三', '张三丰'], { phone: '13900139000' })
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText(changed)
  await expect(alert).toContainText('13800138000 → 13900139000')
  await expect(alert.getByRole('time')).toBeVisible()
  await expect(textOf(dialog, '姓名')).toHaveValue('张三丰')
  await expect(textOf(dialog, '手机号')).toHaveValue('13900139000')
  expect((await detail(context, made.id)).name).toBe('张三')
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  expect(await detail(context, made.id)).toMatchObject({ name: '张三丰', phone: '13900139000' })
})

test('EDGE-2 where both changed the same, the person chooses', async ({ page, context }) => {
  const made = await addAccount(context, { name: '张三' })
  const dialog = await openAt(page, made)
  await textOf(dialog, '姓名').fill('张三丰')
  await textOf(dialog, '手机号').fill('13700137000')
  await updateAccount(context, made.id, { name: '张无忌', phone: '13900139000' })
  await saveButton(dialog).click()
  const name = choiceOf(dialog, '姓名')
  const phone = choiceOf(dialog, '手机号')
  await expect(name.getByRole('radio', { name: '对方： 张无忌' })).not.toBeChecked()
  await expect(name.getByRole('radio', { name: '您的： 张三丰' })).not.toBeChecked()
  await saveButton(dialog).click()
  await expect(name.getByRole('alert')).toHaveText('请选择其中一个')
  expect(await detail(context, made.id)).toMatchObject({ name: '张无忌', phone: '13900139000' })

  await name.getByRole('radio', { name: '您的： 张三丰' }).check()
  await phone.getByRole('radio', { name: '对方： 13900139000' }).check()
  await expect(textOf(dialog, '手机号')).toHaveValue('13900139000')
  await updateAccount(context, made.id, { name: '张翠山' })
  await saveButton(dialog).click()
  await expect(phone).toHaveCount(0)
  await name.getByRole('radio', { name: '对方： 张翠山' }).check()
  await expect(textOf(dialog, '姓名')).toHaveValue('张翠山')
  await name.getByRole('radio', { name: '您的： 张三丰' }).check()
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  expect(await detail(context, made.id)).toMatchObject({ name: '张三丰', phone: '13900139000' })
})

test('EDGE-2 organizations merge one by one, roles stay away @long', async ({ page, context }) => {
  await begin(context, 'admin')
  const made = await addAccount(context, { name: '王五', roles: ['只读查看'] })
  const dialog = await openAt(page, made)
  const department = dialog.getByRole('combobox', { name: '部门' })
  await department.selectOption({ label: '运行部' })
  const ids = await organizationIds(context)
  const userOrgList = [
    { orgId: ids.EAST, deptId: null },
    { orgId: ids.SOUTH, deptId: null },
  ]
  await updateAccount(context, made.id, { userOrgList, usersRoleList: [] })
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('+ 华南储能')
  await expect(dialog.getByRole('alert')).toContainText('− 只读查看')
  await expect(dialog.getByRole('combobox', { name: '组织' })).toHaveCount(2)
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  const after = await detail(context, made.id)
  expect(after.usersRoleList).toEqual([])
  expect(after.userOrgList).toMatchObject([{ deptName: '运行部' }, { orgId: ids.SOUTH }])
})

test('ACC-6 EDGE-2 two who give roles at once both give them @long', async ({ page, context }) => {
  const made = await addAccount(context, { name: '赵六' })
  await openList(page, made.account)
  await pressRoles(page, '赵六')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '只读查看', exact: true }).check()
  const { EAST = '' } = await organizationIds(context)
  const roles = await roleIds(context, EAST)
  const theirs = { orgId: EAST, userId: made.id, usersRoleList: [roles.组织管理员] }
  await tell(context, '/sys/user/page/usersRoles/update', theirs)
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('+ 组织管理员')
  await expect(dialog.getByRole('checkbox', { name: '组织管理员', exact: true })).toBeChecked()
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  const held = (await detail(context, made.id)).usersRoleList
  expect(held.sort()).toEqual([roles.组织管理员, roles.只读查看].sort())
})

test('EDGE-2 whoever cancels leaves what the other saved @long', async ({ page, context }) => {
  const { dialog } = await renameBehind(page, context, ['李四', '李四光'], { name: '李时珍' })
  await expect(dialog.getByRole('alert').first()).toContainText(changed)
  await dialog.getByRole('button', { name: '取消' }).click()
  await giveUp(page)
  await page.reload()
  await expect(page.getByRole('cell', { name: '李时珍', exact: true })).toBeVisible()
})

test('EDGE-2 a save of what is gone keeps what was typed', async ({ page, context, admin, expected }) => {
  expected.push(/status of 40[34]/)
  const made = await addAccount(context, { name: '孙七' })
  const dialog = await openAt(page, made)
  await textOf(dialog, '姓名').fill('孙七七')
  await tell(admin, `/sys/user/page/delete/${made.id}`)
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('此记录已被删除，或您已无权查看。')
  await expect(textOf(dialog, '姓名')).toHaveValue('孙七七')
  await expect(saveButton(dialog)).toHaveCount(0)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(row(page, made.account)).toHaveCount(0)
})

test('LIST-9 PERM-5 a row that is gone goes for all', async ({ page, context, admin, expected }) => {
  expected.push(/status of 403/)
  const made = await addAccount(context, { name: '周八' })
  await openList(page, made.account)
  await expect(row(page, made.account)).toBeVisible()
  await tell(admin, `/sys/user/page/delete/${made.id}`)
  await pressRemove(page, '周八')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('region', { name: '通知' })).toContainText('此记录已被删除，或您已无权查看。')
  await expect(row(page, made.account)).toHaveCount(0)
})

import { openRoles, organization, rolesDialog } from './accounts'
import { begin, enter, expect, type Locator, signIn, tell, test } from './fixtures'
import { textOf as field, lists, openEdit, openList, pressRoles, saveButton, toasts } from './lists'
import { addAccount, addPerson, detail, roleIds } from './people'
import { foundOne, idOfPlace } from './records'

const roleBox = (dialog: Locator, name: string) => dialog.getByRole('checkbox', { name, exact: true })
/** All roles of the demo are the organization's own, hence in the one box without a department. */
const departmentBox = (dialog: Locator) => roleBox(dialog, '未指定部门')

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('ACC-7 an edit keeps the roles but those of a place taken away @long', async ({ page, context }) => {
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    const orgId = await idOfPlace(context, 'WEST')
    const west = (await roleIds(context, orgId)).储能工程师
    const given = { orgId, userId: made.id, usersRoleList: [west] }
    await tell(context, '/sys/user/page/usersRoles/update', given)
    const before = (await detail(context, made.id)).usersRoleList
    expect(before).toHaveLength(2)
    await openList(page, made.account)
    const dialog = await openEdit(page, made.name)
    await field(dialog, '手机号').fill('13911113333')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).usersRoleList).toEqual(before)
    await openEdit(page, made.name)
    await dialog.getByRole('button', { name: '移除华东储能' }).click()
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    const after = await detail(context, made.id)
    expect(after.userOrgList.map(({ orgName }) => orgName)).toEqual(['西部储能'])
    expect(after.usersRoleList).toEqual([west])
  })

  test('ACC-6 ACC-7 mode 4 shows the roles held in one organization', async ({ page, context }) => {
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    await openList(page, made.account)
    const dialog = await openRoles(page, made.name)
    for (const label of ['姓名', '手机号', '账号']) await expect(field(dialog, label)).toBeDisabled()
    await expect(field(dialog, '账号')).toHaveValue(made.account)
    await expect(dialog.locator('option:checked')).toHaveText('华东储能')
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await expect(roleBox(dialog, '组织管理员')).not.toBeChecked()
    await expect(departmentBox(dialog)).toBeChecked({ indeterminate: true })
    await expect(dialog.getByText('已选 1 个')).toBeVisible()

    await organization(dialog).selectOption('西部储能')
    await expect(dialog.getByText('未选择')).toBeVisible()
    await expect(roleBox(dialog, '只读查看')).not.toBeChecked()
    await expect(departmentBox(dialog)).not.toBeChecked()
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText('请至少选择一个角色')
    await roleBox(dialog, '储能工程师').check()
    await roleBox(dialog, '现场人员').check()
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('角色已保存')
    await page.reload()
    await openRoles(page, made.name)
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await organization(dialog).selectOption('西部储能')
    await expect(dialog.getByText('已选 2 个')).toBeVisible()
    await expect(roleBox(dialog, '储能工程师')).toBeChecked()
    await expect(roleBox(dialog, '现场人员')).toBeChecked()
  })

  test('ACC-6 of an account that belongs to no organization the dialog says that, not that there are no roles', async ({
    page,
  }) => {
    await openList(page, 'orphan')
    const { name } = await foundOne<{ name: string }>(page.context(), lists.account, 'orphan')
    await pressRoles(page, name)
    await expect(rolesDialog(page)).toContainText('该账号不属于任何组织')
    await expect(rolesDialog(page)).not.toContainText('该组织没有可分配的角色')
  })

  test('ACC-6 where the only organization refuses, the dialog says why, and nothing of roles that it has not read @long', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/status of 403/)
    const { account, name } = await addAccount(context, { places: ['EAST'] })
    await openList(page, account)
    await page.route('**/api/sys/user/page/listRole*', (route) =>
      route.fulfill({ status: 403, json: { code: 403, msg: '无权查看该组织的角色', data: null } }),
    )
    await pressRoles(page, name)
    await expect(rolesDialog(page).getByRole('alert')).toHaveText('无权查看该组织的角色')
    await expect(rolesDialog(page)).not.toContainText('该组织没有可分配的角色')
    await page.unrouteAll()
    await organization(rolesDialog(page)).selectOption('华东储能')
    await expect(roleBox(rolesDialog(page), '只读查看')).toBeVisible()
    await expect(rolesDialog(page).getByRole('alert')).toHaveCount(0)
  })

  test('ACC-6 the sheet tells the organization of each role where they are of more than one', async ({
    page,
    context,
  }) => {
    const both = await addPerson(context, { EAST: 'viewer', WEST: 'viewer' })
    const one = await addPerson(context, { EAST: 'viewer' })
    const held = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '只读查看' })
    await page.goto(`${lists.account.path}?account=${both.account}&open=${both.id}`)
    await expect(held).toHaveText(['只读查看华东储能', '只读查看西部储能'])
    await page.goto(`${lists.account.path}?account=${one.account}&open=${one.id}`)
    await expect(held).toHaveText(['只读查看'])
  })

  test('ACC-6 a department’s box stands for its roles; a search narrows', async ({ page, context }) => {
    const made = await addAccount(context, { roles: ['只读查看'] })
    await openList(page, made.account)
    const dialog = await openRoles(page, made.name)
    const find = dialog.getByRole('textbox', { name: '查找角色' })
    const names = ['组织管理员', '只读查看', '储能工程师', '现场人员']
    await departmentBox(dialog).check()
    for (const name of names) await expect(roleBox(dialog, name)).toBeChecked()
    await expect(departmentBox(dialog)).toBeChecked({ checked: true })
    const told = dialog.getByText(/^已选 \d+ 个$/)
    // Other tests add roles to the organization.
    const all = Number(/\d+/.exec((await told.textContent()) ?? ''))
    expect(all).toBeGreaterThanOrEqual(names.length)
    await roleBox(dialog, '组织管理员').uncheck()
    await expect(departmentBox(dialog)).toBeChecked({ indeterminate: true })
    await expect(told).toHaveText(`已选 ${all - 1} 个`)
    await departmentBox(dialog).click()
    await expect(told).toHaveText(`已选 ${all} 个`)
    await departmentBox(dialog).uncheck()
    for (const name of names) await expect(roleBox(dialog, name)).not.toBeChecked()

    await roleBox(dialog, '只读查看').check()
    await find.fill('工程')
    await expect(roleBox(dialog, '只读查看')).toHaveCount(0)
    await departmentBox(dialog).check()
    await find.press('Enter')
    await expect(dialog, 'Enter in the search saves nothing').toBeVisible()
    await find.fill('没有这个')
    await expect(dialog.getByText('没有匹配的角色')).toBeVisible()
    await find.fill('')
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await expect(roleBox(dialog, '储能工程师')).toBeChecked()
    await expect(roleBox(dialog, '现场人员')).not.toBeChecked()
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).usersRoleList).toHaveLength(2)
  })
})

test('ACC-6 PERM-1 a role beyond the giver’s rights is refused', async ({ page, context, expected }) => {
  await begin(context, 'operator')
  const made = await addAccount(context, { roles: ['只读查看'] })
  expected.push(/status of 403/)
  await openList(page, made.account)
  const dialog = await openRoles(page, made.name)
  await roleBox(dialog, '现场人员').check()
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('不能授予角色“现场人员”')
  await expect(roleBox(dialog, '现场人员')).toBeChecked()
  expect((await detail(context, made.id)).usersRoleList).toHaveLength(1)
})

test('ACC-6 PERM-1 where one may give no roles the dialog says so, and leaves the organization to be chosen @long', async ({
  page,
  context,
  admin,
  expected,
}) => {
  const giver = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  const [east, west] = [
    await addAccount(admin, { places: ['EAST', 'WEST'], roles: ['只读查看'] }),
    await addAccount(admin, { places: ['WEST'] }),
  ]
  await signIn(context, giver.account)
  await enter(context, 'EAST', 'uia')
  expected.push(/status of 403/)
  await openList(page, west.account)
  await pressRoles(page, west.name)
  const dialog = rolesDialog(page)
  await expect(dialog.getByRole('alert')).toContainText('权限')
  await expect(organization(dialog)).toBeEnabled()
  await page.keyboard.press('Escape')
  await openList(page, east.account)
  await openRoles(page, east.name)
  await expect(organization(dialog).locator('option:checked')).toHaveText('华东储能')
  await expect(roleBox(dialog, '只读查看')).toBeChecked()
})

import type { BrowserContext } from 'playwright/test'
import { begin, type Caller, expect, expectStatus, giveUp, type Locator, test } from './fixtures'
import {
  addButton,
  confirmButton,
  editButton,
  listPath,
  lists,
  openEdit,
  openList,
  openListAt,
  pressRemove,
  question,
  removeItem,
  removeShown,
  row,
  rowMenu,
  rows,
  saveButton,
  switchOf,
  textOf,
  toasts,
} from './lists'
import {
  addAccount,
  beginPerson,
  beginWorker,
  changeRole,
  detail,
  type Person,
  updateAccount,
} from './people'
import { addDepartment, codesOf, idOfPlace } from './records'
import { whyDialog } from './why-dialog'

/** A manager of EAST, signed in there inside `uia`. */
async function beginManager(context: BrowserContext, admin: Caller): Promise<Person> {
  const me = await beginPerson(context, admin, { EAST: 'manager' })
  return me
}

/** A control is disabled, and its reason is to be had by keyboard as well; a press of it explains, where that is offered. */
async function expectLocked(control: Locator, reason: string, isExplained = true): Promise<void> {
  await expect(control).toBeDisabled()
  await expect(control).toHaveAccessibleDescription(reason)
  await control.focus()
  await expect(control, 'the reason can be reached by keyboard').toBeFocused()
  const { keyboard } = control.page()
  await keyboard.press('Space')
  const why = whyDialog(control.page())
  await expect(why).toHaveCount(isExplained ? 1 : 0)
  if (isExplained) await keyboard.press('Escape')
  await expect(why).toHaveCount(0)
  await expect(question(control.page())).toHaveCount(0)
}

test.describe('reach', () => {
  test('PERM-5 ACC-2 ACC-7 a shared person’s own is locked, and they are let go from one’s own organization @long', async ({
    page,
    context,
    admin,
  }) => {
    const made = await addAccount(admin, { places: ['EAST', 'SOUTH'] })
    const reason = '该账号还属于您无权管理账号的组织，请联系超级管理员'
    await begin(context, 'operator')
    await openList(page, made.account)
    await expectLocked(switchOf(page, made.name), reason)
    await rowMenu(page, made.name).click()
    await expectLocked(removeItem(page, made.name), reason)
    const dialog = await openEdit(page, made.name)
    for (const name of ['姓名', '手机号', '账号']) {
      await expect(textOf(dialog, name)).toBeDisabled()
      await expect(textOf(dialog, name)).toHaveAccessibleDescription(reason)
    }
    await expect(dialog.getByRole('combobox', { name: '组织', exact: true })).toHaveCount(1)
    await dialog.getByRole('combobox', { name: '部门' }).selectOption({ label: '运行部' })
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('编辑成功')
    const { userOrgList } = await detail(admin, made.id)
    expect(userOrgList.map(({ orgName, deptName }) => `${orgName} ${deptName ?? ''}`).sort()).toEqual(
      ['华东储能 运行部', '华南储能 '].sort(),
    )
    const again = await openEdit(page, made.name)
    await again.getByRole('button', { name: '移除华东储能' }).click()
    await expect(again).toContainText('该账号将离开您有权管理账号的所有组织，仍保留在其他组织')
    await saveButton(again).click()
    const places = async () => (await detail(admin, made.id)).userOrgList.map(({ orgName }) => orgName)
    await expect.poll(places).toEqual(['华南储能'])
    await expect(row(page, made.account)).toHaveCount(0)
  })

  test('PERM-5 MENU-2 what other organizations use is locked @long', async ({ page, context }) => {
    const reason = '有组织正在使用，而您在该组织没有此权限，或尚无组织使用，请联系超级管理员'
    await begin(context, 'operator')
    for (const [path, name] of [
      ['/allocation/index?code=wms', '仓储管理系统'],
      ['/apply/index?seachStr=report', '报表中心'],
      ['/menu/index?searchStr=电站列表', '电站列表'],
    ] as const) {
      await page.goto(path)
      await expectLocked(page.getByRole('switch', { name }), reason)
      await expectLocked(editButton(page, name), reason)
      await rowMenu(page, name).click()
      await expectLocked(removeItem(page, name), reason)
    }
    await page.goto('/assets/index')
    await page.getByRole('button', { name: '选择发现' }).click()
    const box = page.getByRole('checkbox', { name: '仓储管理系统' })
    await expectLocked(box, reason, false)
    await expect(box).not.toBeChecked()
  })
})

test('PERM-1 PERM-3 in the form of somebody who may not switch it a state is only told', async ({
  page,
  context,
  admin,
}) => {
  const worker = await beginWorker(context, admin, codesOf('department', 'search', 'detail', 'update'))
  const { name } = await addDepartment(admin, worker.orgId)
  await openListAt(page, lists.department, name)
  const dialog = await openEdit(page, name)
  await expect(textOf(dialog, '状态')).toHaveValue('启用')
  await expect(textOf(dialog, '状态')).toBeDisabled()
  await textOf(dialog, '备注').fill('told')
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
})

test.describe('the next call', () => {
  test('EDGE-8 a role taken away bites at once', async ({ page, context, admin, expected }) => {
    const me = await beginManager(context, admin)
    const made = await addAccount(context)
    await openList(page, made.account)
    await expect(rowMenu(page, made.name)).toBeVisible()
    await changeRole(admin, me, 'EAST', 'viewer')
    expected.push(/status of 403/)
    await pressRemove(page, made.name)
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('没有权限谁有权限，为什么？')
    await expect(row(page, made.account)).toBeVisible()
    await expect(row(page, made.account).getByRole('button')).toHaveCount(0)
    await expect(switchOf(page, made.name)).toBeDisabled()
    await changeRole(admin, me, 'EAST', 'manager')
    await page.reload()
    await removeShown(page, made.name)
  })

  test('EDGE-8 PERM-1 a refused save keeps all @long', async ({ page, context, admin, expected }) => {
    const me = await beginManager(context, admin)
    const made = await addAccount(context)
    await openList(page, made.account)
    const dialog = await openEdit(page, made.name)
    await textOf(dialog, '手机号').fill('600001')
    await changeRole(admin, me, 'EAST', 'viewer')
    expected.push(/status of 403/)
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('没有权限')
    await expect(dialog.getByRole('alert')).toContainText('您填写的内容仍在')
    await expect(textOf(dialog, '手机号')).toHaveValue('600001')
    await expect(saveButton(dialog)).toBeEnabled()
    await dialog.getByRole('button', { name: '取消' }).click()
    await giveUp(page)
    await expect(row(page, made.account)).toBeVisible()
    await expect(row(page, made.account).getByRole('button')).toHaveCount(0)
    await expect(addButton(page)).toHaveCount(0)
  })

  test('EDGE-8 a membership taken away shuts at once', async ({ page, context, admin, expected }) => {
    const me = await beginManager(context, admin)
    await page.goto(listPath)
    await expect(rows(page).first()).toBeVisible()
    const west = { orgId: await idOfPlace(admin, 'WEST'), deptId: null }
    await updateAccount(admin, me.id, { userOrgList: [west] })
    await expectStatus(context, 403, [['/sys/user/page/list']])
    expected.push(/status of 40[13]/)
    await page.reload()
    await expect(page).toHaveURL(/\/selectSystem/)
    await expect(page.getByText('华东储能')).toHaveCount(0)
  })
})

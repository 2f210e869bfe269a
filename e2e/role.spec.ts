import {
  ask,
  type Caller,
  enter,
  expect,
  type Locator,
  type Page,
  short,
  signIn,
  tell,
  test,
} from './fixtures'
import { itemOf as item, treeOf as tree } from './kinds'
import {
  lists,
  noteOf,
  openAdd,
  openEdit,
  openListAt,
  pressRemove,
  rowOf,
  saveButton,
  textOf,
  toasts,
} from './lists'
import { addWorker, beginWorker, updateAccount } from './people'
import { addRole, codesOf, idOfPlace, nodeIds } from './records'
import { builtIn } from './side-menu'

const list = lists.role
const organization = (dialog: Locator) => dialog.getByRole('combobox', { name: '所属组织' })
const treeSearch = (dialog: Locator) => dialog.getByRole('textbox', { name: '查找权限' })
const manager = codesOf('role', 'search', 'detail', 'add', 'update', 'delete')

interface Detail {
  orgName: string
  resourceIdList: string[]
}
const held = async (caller: Caller, id: string) =>
  (await ask<Detail>(caller, `/sys/role/page/detail/${id}`)).resourceIdList.sort()
/** The row that the keyboard stands on. */
const active = (dialog: Locator) =>
  tree(dialog).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant')
    return document.getElementById(id ?? '')?.textContent
  })

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('ROLE-5 ROLE-3 what is checked is stored, given and taken', async ({ page, admin }) => {
    const ids = await nodeIds(admin)
    const name = short()
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '角色名称').fill(name)
    await treeSearch(dialog).fill('uia.online')
    await item(dialog, '查询').click()
    await treeSearch(dialog).fill('')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await organization(dialog).selectOption('华北储能')
    await expect(dialog.getByText('已选 1 项'), 'an organization chosen last keeps it').toBeVisible()
    const sent = page.waitForRequest(/\/role\/page\/add$/)
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    // The page is checked as a whole; what it stands under is half checked, and is not sent.
    const whole = [ids.get('uia.page.online'), ids.get('uia.online.search')].sort()
    expect((await sent).postDataJSON().resourceIdList.sort()).toEqual(whole)

    await page.reload()
    const edit = await openEdit(page, name)
    await expect(item(edit, '统一管理平台')).toHaveAttribute('aria-checked', 'mixed')
    await expect(item(edit, '人员与权限')).toHaveAttribute('aria-checked', 'mixed')
    await expect(item(edit, '能源管理系统')).toHaveAttribute('aria-checked', 'false')
    await treeSearch(edit).fill('在线用户')
    await expect(item(edit, '在线用户')).toHaveAttribute('aria-checked', 'true')
    await item(edit, '在线用户').click()
    await treeSearch(edit).fill('ems.stations.search')
    await item(edit, '查询').click()
    await saveButton(edit).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await openListAt(page, list, name)
    await expect((await openEdit(page, name)).getByText('已选 1 项')).toBeVisible()
  })

  test('ROLE-5 a role that people hold keeps its organization @long', async ({ page, admin, expected }) => {
    expected.push(/status of 409/)
    const { role } = await addWorker(admin, await idOfPlace(admin), ['uia.online.search'])
    await openListAt(page, list, role.name)
    const dialog = await openEdit(page, role.name)
    await organization(dialog).selectOption('华南储能')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('角色已分配给 1 个账号，不能更换组织')
    expect((await ask<Detail>(admin, `/sys/role/page/detail/${role.id}`)).orgName).toBe('华东储能')
  })

  test('LIST-10 ROLE-5 who asks to delete waits for what hangs on the role, and no other question comes between', async ({
    page,
    admin,
  }) => {
    const { role } = await addWorker(admin, await idOfPlace(admin), ['uia.online.search'])
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/sys/role/page/impact/**', async (route) => {
      await late
      await route.continue()
    })
    await openListAt(page, list, role.name)
    await pressRemove(page, role.name)
    const question = page.getByRole('alertdialog')
    const confirm = question.getByRole('button', { name: '确定' })
    await expect(confirm).toBeDisabled()
    answer()
    await expect(question).toContainText('1 人将失去该角色')
    await expect(confirm).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  })

  test('ROLE-3 VALID-2 a parent checks all below it; none is told', async ({ page }) => {
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const ems = item(dialog, '能源管理系统')
    await ems.click()
    await expect(ems).toHaveAttribute('aria-checked', 'true')
    // Other tests add entries of their own to this system.
    const all = Number(/\d+/.exec((await dialog.getByText(/^已选 \d+ 项$/).textContent()) ?? '')?.[0])
    expect(all).toBeGreaterThanOrEqual(4)
    await treeSearch(dialog).fill('处理告警')
    await item(dialog, '处理告警').click()
    await expect(item(dialog, '处理告警')).toHaveAttribute('aria-checked', 'false')
    for (const name of ['能源管理系统', '运行监控', '告警中心'])
      await expect(item(dialog, name)).toHaveAttribute('aria-checked', 'mixed')
    await treeSearch(dialog).fill('')
    await expect(dialog.getByText(`已选 ${all - 1} 项`)).toBeVisible()
    await ems.click()
    await expect(ems).toHaveAttribute('aria-checked', 'true')
    await ems.click()
    await expect(ems).toHaveAttribute('aria-checked', 'false')
    await expect(dialog.getByText('未选择')).toBeVisible()

    await textOf(dialog, '角色名称').fill(short())
    // What may be given there is read anew.
    await Promise.all([
      page.waitForResponse(/findAllPermission.*orgId=/),
      organization(dialog).selectOption('华东储能'),
    ])
    await expect(ems).toBeVisible()
    await saveButton(dialog).click()
    await expect(tree(dialog)).toBeFocused()
    await expect(await noteOf(tree(dialog))).toHaveText('请选择角色权限')
    await page.keyboard.press('Space')
    await expect(dialog.getByText('请选择角色权限')).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(dialog.getByText('请选择角色权限')).toBeVisible()
  })

  test('ROLE-4 the whole tree searches, expands and collapses', async ({ page, admin }) => {
    const size = (await nodeIds(admin)).size
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const items = dialog.getByRole('treeitem')
    await expect(items.first()).toHaveAttribute('aria-level', '1')
    const closed = await items.count()
    expect(closed).toBeLessThan(size)
    await dialog.getByRole('button', { name: '全部展开' }).click()
    const inside = tree(dialog).locator('> div')
    const high = () => inside.evaluate((element) => Math.round(element.clientHeight / 30))
    // Other tests add entries meanwhile.
    await expect.poll(high).toBeGreaterThanOrEqual(size)
    expect(size).toBeGreaterThan(60)
    await tree(dialog).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(items.last()).toBeInViewport()
    await expect(item(dialog, '统一管理平台')).toHaveCount(0)
    expect(await items.count()).toBeLessThan(30)
    await dialog.getByRole('button', { name: '全部收起' }).click()
    const known = items.filter({ hasText: /^(统一管理平台|能源管理系统|运行监控|报表中心)$/ })
    await expect(known).toHaveText(['统一管理平台', '能源管理系统', '报表中心'])
    const energy = item(dialog, '能源管理系统')
    await energy.locator('span').first().click()
    await expect(item(dialog, '运行监控')).toBeVisible()
    await expect(energy, 'opening checks nothing').toHaveAttribute('aria-checked', 'false')
    await treeSearch(dialog).fill('处理告警')
    await expect(items).toHaveText(['能源管理系统', '运行监控', '告警中心', '处理告警'])
    await treeSearch(dialog).fill('运行监控')
    await expect(items).toHaveText(['能源管理系统', '运行监控'])
    await item(dialog, '运行监控').locator('span').first().click()
    await expect(item(dialog, '告警中心'), 'what is below it can be reached').toBeVisible()
    await treeSearch(dialog).fill('没有这样的权限')
    await expect(dialog.getByText('没有匹配的权限')).toBeVisible()
    await treeSearch(dialog).press('Enter')
    await expect(dialog, 'Enter in the search does not save').toBeVisible()
    await treeSearch(dialog).fill('')
    await expect(known).toHaveText(['统一管理平台', '能源管理系统', '运行监控', '报表中心'])
  })

  test('ROLE-4 the keyboard works it as an ARIA tree', async ({ page }) => {
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const stands = (name: string) => expect.poll(() => active(dialog)).toBe(name)
    await dialog.getByRole('button', { name: '全部收起' }).focus()
    await press(page, 'Tab')
    await expect(tree(dialog)).toBeFocused()
    await stands('统一管理平台')
    await press(page, 'ArrowDown')
    await stands('人员与权限')
    await expect(item(dialog, '人员与权限')).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'ArrowRight')
    await expect(item(dialog, '人员与权限')).toHaveAttribute('aria-expanded', 'true')
    await press(page, 'ArrowRight')
    await stands('账号管理')
    for (const [name, value] of [
      ['level', '3'],
      ['posinset', '1'],
      ['setsize', String(builtIn[0]?.pages.length)],
    ] as const)
      await expect(item(dialog, '账号管理')).toHaveAttribute(`aria-${name}`, value)
    await press(page, 'ArrowRight', 'ArrowRight')
    await stands('查询')
    await press(page, 'Space')
    await expect(item(dialog, '查询').first()).toHaveAttribute('aria-checked', 'true')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-checked', 'mixed')
    await press(page, 'ArrowLeft')
    await stands('账号管理')
    await press(page, 'ArrowLeft')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'ArrowUp')
    await stands('人员与权限')
    const isLast = async () =>
      (await active(dialog)) === (await dialog.getByRole('treeitem').last().textContent())
    for (const key of ['End', 'ArrowDown']) {
      await press(page, key)
      await expect.poll(isLast).toBe(true)
    }
    await press(page, 'Home')
    await stands('统一管理平台')
    // Keyboards send such a letter only through an input method; the tree takes it like any other.
    await tree(dialog).dispatchEvent('keydown', { key: '能', bubbles: true })
    await stands('能源管理系统')
    await press(page, 'Tab')
    await expect(tree(dialog), 'one stop for Tab').not.toBeFocused()
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  })
})

test('ROLE-3 PERM-5 one gives what one holds; the rest stays @long', async ({ page, context, admin }) => {
  const worker = await beginWorker(context, admin, [...manager, 'uia.page.online'])
  const ids = await nodeIds(admin)
  const made = await addRole(admin, worker.orgId, ['uia.role.search', 'uia.department.delete'])
  await openListAt(page, list, made.name)
  const dialog = await openAdd(page)
  await expect(item(dialog, '在线用户'), 'a page without buttons').toHaveAttribute('aria-disabled', 'true')
  await expect(item(dialog, '角色管理')).not.toHaveAttribute('aria-disabled')
  await expect(item(dialog, '账号管理')).toHaveCount(0)
  await item(dialog, '在线用户').click({ force: true })
  await expect(item(dialog, '在线用户')).toHaveAttribute('aria-checked', 'false')
  await expect(dialog.getByText('未选择')).toBeVisible()
  await page.keyboard.press('Escape')
  const edit = await openEdit(page, made.name)
  await expect(edit.getByText('已选 1 项')).toBeVisible()
  await item(edit, '统一管理平台').click()
  await expect(edit.getByText('已选 5 项')).toBeVisible()
  await expect(item(edit, '统一管理平台')).toHaveAttribute('aria-checked', 'true')
  await saveButton(edit).click()
  await expect(edit).toBeHidden()
  const after = await held(admin, made.id)
  for (const code of ['uia.department.delete', 'uia.role.delete']) expect(after).toContain(ids.get(code))
  await expect(rowOf(page, list, made.name)).toBeVisible()
})

test('ROLE-3 ROLE-2 what cannot be given in another organization is left out and told, and comes back with the first @long', async ({
  page,
  context,
  admin,
}) => {
  const [east, west] = [await idOfPlace(admin), await idOfPlace(admin, 'WEST')]
  const worker = await addWorker(admin, east, [...manager, 'uia.department.delete'])
  const role = await addRole(admin, west, manager)
  const userOrgList = [east, west].map((orgId) => ({ orgId, deptId: null }))
  await updateAccount(admin, worker.id, { userOrgList })
  const body = { orgId: west, userId: worker.id, usersRoleList: [role.id] }
  await tell(admin, '/sys/user/page/usersRoles/update', body)
  await signIn(context, worker.account)
  await enter(context, 'EAST', 'uia')
  await page.goto(list.path)
  const dialog = await openAdd(page)
  await organization(dialog).selectOption(east)
  await item(dialog, '统一管理平台').click()
  await expect(dialog.getByText('已选 6 项')).toBeVisible()
  await organization(dialog).selectOption(west)
  await expect(dialog.getByText(/^有 \d 项权限您无法在此授予，未包含在内$/)).toBeVisible()
  await organization(dialog).selectOption(east)
  await expect(dialog.getByText('已选 6 项')).toBeVisible()
  await expect(dialog.getByText('未包含在内')).toHaveCount(0)
})

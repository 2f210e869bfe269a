import type { BrowserContext, Locator } from 'playwright/test'
import { organizationIds, switchOf, toasts } from './accounts'
import { begin, call, enter, expect, type Page, signIn } from './fixtures'
import {
  addButton,
  addDepartment,
  addOrganization,
  addRole,
  addWorker,
  ask,
  beginWorker,
  confirmButton,
  found,
  lists,
  nodeIds,
  noteOf,
  nothingFound,
  openListAt,
  resetButton,
  rowOf,
  rowsOf,
  saveButton,
  searchButton,
  short,
  tell,
  textOf,
} from './lists'
import { test } from './people'
import { rowRules } from './row-rules'

const list = lists.role
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增角色' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑角色' })
const organization = (dialog: Locator) => dialog.getByRole('combobox', { name: '所属组织' })
const tree = (dialog: Locator) => dialog.getByRole('tree', { name: '角色权限' })
const item = (dialog: Locator, name: string) => dialog.getByRole('treeitem', { name, exact: true })
const treeSearch = (dialog: Locator) => dialog.getByRole('textbox', { name: '查找权限' })
const nobody = ['uia.role.search', 'uia.role.detail', 'uia.role.add', 'uia.role.update', 'uia.role.delete']

interface Detail {
  name: string
  orgName: string
  description: string | null
  resourceIdList: string[]
}
const detail = (context: BrowserContext, id: string) => ask<Detail>(context, `/sys/role/page/detail/${id}`)
const east = async (context: BrowserContext) => (await organizationIds(context)).EAST ?? ''

async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  await expect(tree(addDialog(page))).toBeVisible()
  return addDialog(page)
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `编辑${name}` }).click()
  await expect(tree(editDialog(page))).toBeVisible()
  return editDialog(page)
}

/** The row that the keyboard stands on. */
const active = (dialog: Locator) =>
  tree(dialog).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant')
    return document.getElementById(id ?? '')?.textContent
  })

test.describe('the list', () => {
  test('ROLE-1 LIST-2 a search on the name shows name, organization, description and the operations', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const full = await addRole(admin, await east(admin), ['uia.online.search'], { description: '看在线用户' })
    const bare = await addRole(admin, await east(admin), ['uia.online.search'])
    await page.goto(list.path)
    await expect(page.getByRole('columnheader')).toHaveText(['角色名称', '所属组织', '角色描述', '操作'])
    const name = page.getByRole('search').getByLabel('角色名称')
    await name.fill(full.name.slice(1).toUpperCase())
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    const cells = rowOf(page, list, full.name).getByRole('cell')
    await expect(cells).toHaveText([full.name, '华东储能', '看在线用户', '编辑删除'])
    await name.fill(bare.name)
    await name.press('Enter')
    await expect(rowOf(page, list, bare.name).getByRole('cell').nth(2)).toHaveText('--')
    await expect(addButton(page)).toBeVisible()
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(name).toHaveValue('')
    await expect(rowsOf(page, list)).toHaveCount(10)
  })
})

test.describe('adding and editing', () => {
  test('ROLE-5 ROLE-3 an added role is there after a reload with what was checked, whole parents included', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const ids = await nodeIds(admin)
    const name = short()
    await openListAt(page, list, name)
    const sent: string[] = []
    page.on(
      'request',
      (request) => request.url().endsWith('/role/page/add') && sent.push(request.postData() ?? ''),
    )
    const dialog = await openAdd(page)
    await textOf(dialog, '角色名称').fill(name)
    await treeSearch(dialog).fill('uia.online')
    await item(dialog, '查询').click()
    await treeSearch(dialog).fill('')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    // An organization chosen last keeps what is checked.
    await organization(dialog).selectOption('华北储能')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await textOf(dialog, '角色描述').fill('只看在线')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await page.reload()
    const cells = rowOf(page, list, name).getByRole('cell')
    await expect(cells).toHaveText([name, '华北储能', '只看在线', '编辑删除'])
    // The page is checked as a whole; what it stands under is half checked, and is not sent.
    const whole = [ids.get('uia.page.online'), ids.get('uia.online.search')].sort()
    expect(JSON.parse(sent[0] ?? '{}').resourceIdList.sort()).toEqual(whole)
    const edit = await openEdit(page, name)
    await expect(item(edit, '统一管理平台')).toHaveAttribute('aria-checked', 'mixed')
    await expect(item(edit, '人员与组织')).toHaveAttribute('aria-checked', 'mixed')
    await expect(item(edit, '能源管理系统')).toHaveAttribute('aria-checked', 'false')
    await treeSearch(edit).fill('在线')
    await expect(item(edit, '在线用户')).toHaveAttribute('aria-checked', 'true')
  })

  test('ROLE-5 ROLE-3 an edited role is there after a reload, with permissions given and taken', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const ids = await nodeIds(admin)
    const made = await addRole(admin, await east(admin), ['uia.online.search', 'uia.role.search'], {
      description: '旧',
    })
    await openListAt(page, list, made.name)
    const dialog = await openEdit(page, made.name)
    await expect(textOf(dialog, '角色名称')).toHaveValue(made.name)
    await expect(organization(dialog).locator('option:checked')).toHaveText('华东储能')
    await expect(textOf(dialog, '角色描述')).toHaveValue('旧')
    await expect(dialog.getByText('已选 2 项')).toBeVisible()
    await treeSearch(dialog).fill('在线用户')
    await item(dialog, '在线用户').click()
    await treeSearch(dialog).fill('ems.stations.search')
    await item(dialog, '查询').click()
    await treeSearch(dialog).fill('')
    await expect(dialog.getByText('已选 2 项')).toBeVisible()
    await textOf(dialog, '角色名称').fill(`${made.name.slice(0, 18)}改`)
    await textOf(dialog, '角色描述').fill('')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('编辑成功')
    const after = await detail(admin, made.id)
    expect(after).toMatchObject({ name: `${made.name.slice(0, 18)}改`, description: null })
    expect(after.resourceIdList.sort()).toEqual(
      [ids.get('uia.role.search'), ids.get('ems.stations.search')].sort(),
    )
    await openListAt(page, list, after.name)
    await page.reload()
    await expect(rowOf(page, list, after.name).getByRole('cell').nth(2)).toHaveText('--')
    const again = await openEdit(page, after.name)
    await expect(again.getByText('已选 2 项')).toBeVisible()
  })

  test('ROLE-5 CALL-4 a name that the organization has already is refused in the dialog, nothing typed is lost', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addRole(admin, await east(admin), ['uia.online.search'])
    expected.push(/status of 409/)
    await openListAt(page, list, made.name)
    const dialog = await openAdd(page)
    await textOf(dialog, '角色名称').fill(made.name)
    await organization(dialog).selectOption('华东储能')
    await textOf(dialog, '角色描述').fill('还在')
    await item(dialog, '报表中心').click()
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('该组织中已有同名角色')
    await expect(textOf(dialog, '角色名称')).toHaveValue(made.name)
    await expect(textOf(dialog, '角色描述')).toHaveValue('还在')
    await expect(item(dialog, '报表中心')).toHaveAttribute('aria-checked', 'true')
    await organization(dialog).selectOption('华南储能')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowsOf(page, list)).toHaveCount(2)
  })

  test('ROLE-5 a role that people hold keeps its organization, and says how many', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const { role } = await addWorker(admin, await east(admin), ['uia.online.search'])
    expected.push(/status of 409/)
    await openListAt(page, list, role.name)
    const dialog = await openEdit(page, role.name)
    await organization(dialog).selectOption('华南储能')
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('角色已分配给 1 个账号，不能更换组织')
    expect((await detail(admin, role.id)).orgName).toBe('华东储能')
  })
})

test.describe('the permission tree', () => {
  test('ROLE-3 a parent checks all below it, is half checked by some, and a second press takes all away', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
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
    for (const name of ['能源管理系统', '运行监控', '告警中心']) {
      await expect(item(dialog, name)).toHaveAttribute('aria-checked', 'mixed')
    }
    await treeSearch(dialog).fill('')
    await expect(dialog.getByText(`已选 ${all - 1} 项`)).toBeVisible()
    await ems.click()
    await expect(ems).toHaveAttribute('aria-checked', 'true')
    await ems.click()
    await expect(ems).toHaveAttribute('aria-checked', 'false')
    await expect(dialog.getByText('未选择')).toBeVisible()
  })

  test('ROLE-3 PERM-5 a person sees what they hold there themselves; a page without buttons cannot be checked', async ({
    page,
    context,
    admin,
  }) => {
    await beginWorker(context, admin, [...nobody, 'uia.page.online'])
    await page.goto(list.path)
    const dialog = await openAdd(page)
    await expect(item(dialog, '在线用户')).toHaveAttribute('aria-disabled', 'true')
    await expect(item(dialog, '角色管理')).not.toHaveAttribute('aria-disabled')
    await expect(item(dialog, '账号管理')).toHaveCount(0)
    await item(dialog, '在线用户').click({ force: true })
    await expect(item(dialog, '在线用户')).toHaveAttribute('aria-checked', 'false')
    await expect(dialog.getByText('未选择')).toBeVisible()
    await item(dialog, '统一管理平台').click()
    await expect(dialog.getByText('已选 5 项')).toBeVisible()
    await expect(item(dialog, '统一管理平台')).toHaveAttribute('aria-checked', 'true')
  })

  test('ROLE-3 PERM-5 nobody gives what they do not hold; what they do not see stays with the role', async ({
    page,
    context,
    admin,
  }) => {
    const worker = await beginWorker(context, admin, nobody)
    const ids = await nodeIds(admin)
    const made = await addRole(admin, worker.orgId, ['uia.role.search', 'uia.department.delete'])
    const body = { name: made.name, orgId: worker.orgId, description: null }
    const more = { ...body, resourceIdList: [ids.get('uia.role.search'), ids.get('uia.organization.delete')] }
    const refused = await call(context, 'POST', '/sys/role/page/update', { ...more, id: made.id })
    expect([refused.status, refused.msg]).toEqual([403, '不能授予您自己在该组织中没有的权限'])
    expect((await call(context, 'POST', '/sys/role/page/add', { ...more, name: short() })).status).toBe(403)
    await openListAt(page, list, made.name)
    const dialog = await openEdit(page, made.name)
    await expect(dialog.getByText('已选 1 项')).toBeVisible()
    await item(dialog, '统一管理平台').click()
    await expect(dialog.getByText('已选 5 项')).toBeVisible()
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    const after = new Set((await detail(admin, made.id)).resourceIdList)
    expect(after.has(ids.get('uia.department.delete') ?? '')).toBe(true)
    expect(after.has(ids.get('uia.role.delete') ?? '')).toBe(true)
  })

  test('ROLE-4 the whole tree searches, expands and collapses, with no more rows in the document than in sight', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const size = (await nodeIds(admin)).size
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const items = dialog.getByRole('treeitem')
    await expect(items.first()).toHaveAttribute('aria-level', '1')
    const closed = await items.count()
    await dialog.getByRole('button', { name: '全部展开' }).click()
    const inside = tree(dialog).locator('> div')
    await expect.poll(() => inside.evaluate((element) => Math.round(element.clientHeight / 30))).toBe(size)
    expect(size).toBeGreaterThan(60)
    expect(await items.count()).toBeLessThan(30)
    await tree(dialog).evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(items.last()).toBeInViewport()
    await expect(item(dialog, '统一管理平台')).toHaveCount(0)
    expect(await items.count()).toBeLessThan(30)
    await dialog.getByRole('button', { name: '全部收起' }).click()
    // Other tests add applications of their own.
    const known = items.filter({ hasText: /^(统一管理平台|能源管理系统|运行监控|报表中心)$/ })
    await expect(known).toHaveText(['统一管理平台', '能源管理系统', '报表中心'])
    await item(dialog, '能源管理系统').locator('span').first().click()
    await expect(item(dialog, '运行监控')).toBeVisible()
    await expect(item(dialog, '能源管理系统'), 'opening checks nothing').toHaveAttribute(
      'aria-checked',
      'false',
    )
    await treeSearch(dialog).fill('告警')
    await expect(items).toHaveText(['能源管理系统', '运行监控', '告警中心', '处理告警'])
    await treeSearch(dialog).fill('没有这样的权限')
    await expect(dialog.getByText('没有匹配的权限')).toBeVisible()
    await treeSearch(dialog).press('Enter')
    await expect(dialog, 'Enter in the search does not save').toBeVisible()
    await treeSearch(dialog).fill('')
    await expect(known).toHaveText(['统一管理平台', '能源管理系统', '运行监控', '报表中心'])
    expect(closed).toBeLessThan(size)
  })

  test('ROLE-4 the keyboard works it as an ARIA tree', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    await dialog.getByRole('button', { name: '全部收起' }).focus()
    await page.keyboard.press('Tab')
    await expect(tree(dialog)).toBeFocused()
    expect(await active(dialog)).toBe('统一管理平台')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => active(dialog)).toBe('人员与组织')
    await expect(item(dialog, '人员与组织')).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await expect(item(dialog, '人员与组织')).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => active(dialog)).toBe('账号管理')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-level', '3')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-posinset', '1')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-setsize', '5')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => active(dialog)).toBe('查询')
    await page.keyboard.press('Space')
    await expect(item(dialog, '查询').first()).toHaveAttribute('aria-checked', 'true')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-checked', 'mixed')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => active(dialog)).toBe('账号管理')
    await page.keyboard.press('ArrowLeft')
    await expect(item(dialog, '账号管理')).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => active(dialog)).toBe('人员与组织')
    const isLast = async () =>
      (await active(dialog)) === (await dialog.getByRole('treeitem').last().textContent())
    await page.keyboard.press('End')
    await expect.poll(isLast).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(isLast).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => active(dialog)).toBe('统一管理平台')
    // Keyboards send such a letter only through an input method; the tree takes it like any other.
    await tree(dialog).dispatchEvent('keydown', { key: '能', bubbles: true })
    await expect.poll(() => active(dialog)).toBe('能源管理系统')
    await page.keyboard.press('Tab')
    await expect(tree(dialog), 'one stop for Tab').not.toBeFocused()
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  })
})

test.describe('the rules of the form', () => {
  test('VALID-2 ROLE-2 ROLE-3 name, organization and permissions say what is missing, the first has the focus', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const name = short()
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '角色描述').fill('先写的描述')
    await saveButton(dialog).click()
    const nameField = textOf(dialog, '角色名称')
    await expect(await noteOf(nameField)).toHaveText('请输入角色名称')
    await expect(await noteOf(organization(dialog))).toHaveText('请选择组织')
    await expect(await noteOf(tree(dialog))).toHaveText('请选择角色权限')
    await expect(nameField).toBeFocused()
    await nameField.fill(name)
    await saveButton(dialog).click()
    await expect(organization(dialog)).toBeFocused()
    await organization(dialog).selectOption('华东储能')
    await expect(tree(dialog)).toBeVisible()
    await saveButton(dialog).click()
    await expect(tree(dialog)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(item(dialog, '统一管理平台')).toHaveAttribute('aria-checked', 'true')
    await expect(dialog.getByText('请选择角色权限')).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(dialog.getByText('请选择角色权限')).toBeVisible()
    await page.keyboard.press('Space')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toContainText('先写的描述')
  })

  test('ROLE-2 VALID-1 name and description lose special characters as typed, and hold 20 and 50', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    for (const [label, longest] of [
      ['角色名称', 20],
      ['角色描述', 50],
    ] as const) {
      const field = textOf(dialog, label)
      await field.pressSequentially('1'.repeat(longest + 3))
      await expect(field).toHaveValue('1'.repeat(longest))
      await field.fill('')
      await field.pressSequentially('值<b>班；长#1')
      await expect(field).toHaveValue('值b班长1')
    }
  })

  test('VALID-2 ROLE-2 ROLE-3 the platform refuses the same, at the same field', async ({ admin }) => {
    const name = short()
    const resourceIdList = [(await nodeIds(admin)).get('uia.online.search')]
    const good = { name, orgId: await east(admin), description: null, resourceIdList }
    const unknown = '01890000-0000-7000-8000-000000000000'
    const cases: [object, string, string][] = [
      [{ name: ' ' }, 'name', '请输入角色名称'],
      [{ name: 'x'.repeat(21) }, 'name', '最多 20 个字符'],
      [{ name: 'a#b' }, 'name', '不能包含特殊字符'],
      [{ orgId: '' }, 'orgId', '请选择组织'],
      [{ orgId: unknown }, 'orgId', '组织不存在'],
      [{ description: 'x'.repeat(51) }, 'description', '最多 50 个字符'],
      [{ description: '<' }, 'description', '不能包含特殊字符'],
      [{ resourceIdList: [] }, 'resourceIdList', '请选择角色权限'],
      [{ resourceIdList: [unknown] }, 'resourceIdList', '所选权限不存在'],
    ]
    for (const [wrong, field, message] of cases) {
      const answer = await call(admin, 'POST', '/sys/role/page/add', { ...good, ...wrong })
      expect([answer.status, answer.data], JSON.stringify(wrong)).toEqual([400, [{ field, message }]])
    }
    expect(await found(admin, list, name)).toEqual([])
  })
})

test.describe('the next call', () => {
  const manage = ['search', 'detail', 'update', 'delete', 'updateEnable'].map(
    (action) => `uia.department.${action}`,
  )

  test('ROLE-5 PERM-1 a permission taken away from a role is refused from the next call on, and a reload shows less', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    const place = await addOrganization(admin)
    const worker = await addWorker(admin, place.id, manage)
    const department = await addDepartment(admin, place.id)
    await signIn(context, worker.account)
    await enter(context, place.code, 'uia')
    await openListAt(page, lists.department, department.name)
    const remove = page.getByRole('button', { name: `删除${department.name}` })
    await expect(remove).toBeVisible()
    const ids = await nodeIds(admin)
    const { role } = worker
    const give = (codes: readonly string[]) =>
      tell(admin, '/sys/role/page/update', {
        ...{ id: role.id, name: role.name, orgId: place.id, description: null },
        resourceIdList: codes.map((code) => ids.get(code)),
      })
    await give(manage.filter((code) => !/delete|updateEnable/.test(code)))
    expected.push(/status of 403/)
    await remove.click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('没有权限')
    await page.reload()
    await expect(page.getByRole('button', { name: `编辑${department.name}` })).toBeVisible()
    await expect(remove).toHaveCount(0)
    await expect(switchOf(page, department.name)).toBeDisabled()
    await give(manage)
    await page.reload()
    await remove.click()
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('删除成功')
    await expect(nothingFound(page)).toBeVisible()
  })

  test('ROLE-5 a deleted role gives nothing from the next call on', async ({ context, admin }) => {
    const worker = await beginWorker(context, admin, manage)
    expect((await call(context, 'GET', '/sys/dept/page/list')).status).toBe(200)
    await tell(admin, `/sys/role/page/delete/${worker.role.id}`)
    expect((await call(context, 'GET', '/sys/dept/page/list')).status).toBe(403)
  })
})

rowRules({
  list,
  id: 'ROLE-5',
  codes: 'uia.role',
  detail: '/sys/role/page/detail',
  remove: '/sys/role/page/delete',
  add: (admin, orgId, name) => addRole(admin, orgId, ['uia.online.search'], { name }),
  changes: (made, orgId, fresh) => {
    const body = { orgId, description: null, resourceIdList: ['1'] }
    return [
      ['/sys/role/page/add', { ...body, name: fresh }],
      ['/sys/role/page/update', { ...body, id: made.id, name: '改名' }],
    ]
  },
})

import type { BrowserContext, Locator } from 'playwright/test'
import { addAccount, organizationIds, question, switchOf, toasts } from './accounts'
import { begin, call, enter, expect, type Page, signIn, unique } from './fixtures'
import {
  addButton,
  addDepartment,
  addOrganization,
  addRole,
  addWorker,
  ask,
  confirmButton,
  found,
  lists,
  noteOf,
  nothingFound,
  openListAt,
  resetButton,
  rowOf,
  rowsOf,
  saveButton,
  searchButton,
  textOf,
} from './lists'
import { test } from './people'
import { rowRules } from './row-rules'

const list = lists.organization
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增组织' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑组织' })
const searchText = (page: Page) => page.getByRole('search').getByLabel('组织名称')
const codeOf = (dialog: Locator) => textOf(dialog, '组织编码')
const detail = (context: BrowserContext, id: string) =>
  ask<Record<string, unknown>>(context, `/sys/org/page/detail/${id}`)
const everyRight = ['search', 'detail', 'add', 'update', 'delete', 'updateEnable'].map(
  (action) => `uia.organization.${action}`,
)

async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  await expect(textOf(addDialog(page), '组织名称')).toBeVisible()
  return addDialog(page)
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `编辑${name}` }).click()
  await expect(textOf(editDialog(page), '组织名称')).toHaveValue(name)
  return editDialog(page)
}

test.describe('the list', () => {
  test('ORG-1 the status filter and a text on name or code go together, and reset clears both', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const prefix = `f${unique('').slice(-12)}`
    const one = await addOrganization(admin, { name: `${prefix}a` })
    const two = await addOrganization(admin, { name: `${prefix}b` })
    expect(
      (await call(admin, 'POST', `/sys/org/page/list/updateOrgEnabled?id=${two.id}&enabled=0`)).code,
    ).toBe(0)
    await page.goto(list.path)
    await searchText(page).fill(prefix)
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(2)
    const state = page.getByRole('search').getByLabel('启用状态')
    await state.selectOption('停用')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(switchOf(page, two.name)).not.toBeChecked()
    await state.selectOption('启用')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(switchOf(page, one.name)).toBeChecked()
    await page.reload()
    await expect(state).toHaveValue('1')
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(searchText(page)).toHaveValue('')
    await expect(rowsOf(page, list)).toHaveCount(10)
  })

  test('ORG-1 LIST-2 LIST-3 the table has pages, name, code, switch, remark and the operations', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const made = await addOrganization(admin, { remark: '试点' })
    const bare = await addOrganization(admin)
    await openListAt(page, list, made.name)
    await expect(page.getByRole('columnheader')).toHaveText(['组织名称', '组织编码', '状态', '备注', '操作'])
    const cells = rowOf(page, list, made.name).getByRole('cell')
    await expect(cells).toHaveText([made.name, made.code, '', '试点', '编辑删除'])
    await openListAt(page, list, bare.name)
    await expect(rowOf(page, list, bare.name).getByRole('cell').nth(3)).toHaveText('--')
    await page.goto(list.path)
    await expect(rowsOf(page, list)).toHaveCount(10)
    await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click()
    await expect(page).toHaveURL(`${list.path}?page=2`)
    await expect(rowsOf(page, list).first()).toBeVisible()
  })
})

test.describe('adding and editing', () => {
  test('ORG-3 an added organization is there after a reload, and people can be put in it', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const name = unique('新组织')
    const code = unique('N').slice(-20)
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '组织名称').fill(name)
    await codeOf(dialog).fill(code)
    await textOf(dialog, '备注').fill('二期')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await page.reload()
    await expect(rowOf(page, list, name).getByRole('cell')).toHaveText([name, code, '', '二期', '编辑删除'])
    await expect(switchOf(page, name)).toBeChecked()
    await addAccount(admin, { places: [code] })
  })

  test('ORG-2 ORG-3 name, state and remark change, the code is fixed once saved', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const made = await addOrganization(admin, { remark: '旧' })
    await openListAt(page, list, made.name)
    const dialog = await openEdit(page, made.name)
    await expect(codeOf(dialog)).toHaveValue(made.code)
    await expect(codeOf(dialog)).toBeDisabled()
    await expect(await noteOf(codeOf(dialog))).toHaveText('编码保存后不可修改')
    const name = `${made.name}改`
    await textOf(dialog, '组织名称').fill(name)
    await dialog.getByLabel('停用').check()
    await textOf(dialog, '备注').fill('')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    await expect(rowOf(page, list, name).getByRole('cell')).toHaveText([
      name,
      made.code,
      '',
      '--',
      '编辑删除',
    ])
    await expect(switchOf(page, name)).not.toBeChecked()
    expect(await detail(admin, made.id)).toMatchObject({
      name,
      code: made.code,
      enabled: false,
      remark: null,
    })
  })

  test('ORG-2 VALID-2 the platform refuses another code for a saved organization', async ({ admin }) => {
    const made = await addOrganization(admin)
    const body = { id: made.id, name: '改名', enabled: true, remark: null }
    const answer = await call(admin, 'POST', '/sys/org/page/update', { ...body, code: 'OTHER1' })
    expect([answer.status, answer.data]).toEqual([400, [{ field: 'code', message: '编码保存后不可修改' }]])
    expect(await detail(admin, made.id)).toMatchObject({ name: made.name, code: made.code })
  })

  test('ORG-3 CALL-4 a code that is taken is refused in the dialog, and nothing typed is lost', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addOrganization(admin)
    const name = unique('同码')
    expected.push(/status of 409/)
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '组织名称').fill(name)
    await codeOf(dialog).fill(made.code)
    await textOf(dialog, '备注').fill('还在')
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('组织编码已存在')
    await expect(textOf(dialog, '组织名称')).toHaveValue(name)
    await expect(codeOf(dialog)).toHaveValue(made.code)
    await expect(textOf(dialog, '备注')).toHaveValue('还在')
    await codeOf(dialog).fill(unique('S').slice(-20))
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toBeVisible()
  })
})

test.describe('an organization in use', () => {
  test('ORG-3 it is not deleted: what hangs on it is said, and nothing is lost', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addOrganization(admin)
    const department = await addDepartment(admin, made.id)
    const role = await addRole(admin, made.id, ['uia.online.search'])
    const account = await addAccount(admin, { places: [made.code] })
    expected.push(/status of 409/)
    await openListAt(page, list, made.name)
    await page.getByRole('button', { name: `删除${made.name}` }).click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('组织正在使用中：1 个账号，1 个部门，1 个角色')
    await page.reload()
    await expect(rowOf(page, list, made.name)).toBeVisible()
    expect((await call(admin, 'GET', `/sys/dept/page/detail/${department.id}`)).code).toBe(0)
    expect((await call(admin, 'GET', `/sys/role/page/detail/${role.id}`)).code).toBe(0)
    expect((await call(admin, 'GET', `/sys/user/page/detail/${account.id}`)).code).toBe(0)
  })

  test('ORG-3 each thing that hangs on it is enough to keep it, and without any it goes', async ({
    admin,
  }) => {
    const made = await addOrganization(admin)
    const remove = () => call(admin, 'POST', `/sys/org/page/delete/${made.id}`)
    const department = await addDepartment(admin, made.id)
    expect((await remove()).status).toBe(409)
    await call(admin, 'POST', `/sys/dept/page/delete/${department.id}`)
    const role = await addRole(admin, made.id, ['uia.online.search'])
    expect((await remove()).status).toBe(409)
    await call(admin, 'POST', `/sys/role/page/delete/${role.id}`)
    const account = await addAccount(admin, { places: [made.code] })
    expect((await remove()).status).toBe(409)
    await call(admin, 'POST', `/sys/user/page/delete/${account.id}`)
    expect((await remove()).status).toBe(200)
    expect(await found(admin, list, made.name)).toEqual([])
  })

  test('ORG-3 LIST-9 nobody but a super administrator disables or deletes the organization that they work in', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    const place = await addOrganization(admin)
    const worker = await addWorker(admin, place.id, everyRight)
    await signIn(context, worker.account)
    await enter(context, place.code, 'uia')
    expected.push(/status of 409/)
    await openListAt(page, list, place.name)
    await switchOf(page, place.name).click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toContainText('您正在该组织中工作')
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, place.name)).toBeChecked()
    await page.getByRole('button', { name: `删除${place.name}` }).click()
    await confirmButton(page).click()
    await expect(question(page)).toBeHidden()
    expect(await detail(admin, place.id)).toMatchObject({ enabled: true })
  })

  test('ORG-3 a disabled organization is closed to its people, and open again when it is enabled', async ({
    context,
    admin,
  }) => {
    const place = await addOrganization(admin)
    const worker = await addWorker(admin, place.id, everyRight)
    await signIn(context, worker.account)
    await enter(context, place.code, 'uia')
    const enable = (enabled: 0 | 1) =>
      call(admin, 'POST', `/sys/org/page/list/updateOrgEnabled?id=${place.id}&enabled=${enabled}`)
    expect((await call(context, 'GET', '/sys/dept/page/list')).status).toBe(403)
    expect((await call(context, 'GET', '/sys/org/page/list')).status).toBe(200)
    await enable(0)
    expect(Object.keys(await organizationIds(context))).toEqual([])
    await enable(1)
    expect(Object.keys(await organizationIds(context))).toEqual([place.code])
    expect((await call(context, 'GET', '/sys/org/page/list')).status).toBe(200)
  })

  test('ORG-3 PERM-5 whoever adds an organization sees it at once, and can delete it again', async ({
    page,
    context,
    admin,
  }) => {
    const place = await addOrganization(admin)
    const worker = await addWorker(admin, place.id, everyRight)
    await signIn(context, worker.account)
    await enter(context, place.code, 'uia')
    const name = unique('own')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '组织名称').fill(name)
    await codeOf(dialog).fill(name.slice(-20))
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toBeVisible()
    await page.getByRole('button', { name: `删除${name}` }).click()
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('删除成功')
    await expect(nothingFound(page)).toBeVisible()
    expect(await found(admin, list, name)).toEqual([])
  })
})

test.describe('the rules of the form', () => {
  test('VALID-2 ORG-2 name and code are required, and the first wrong one has the focus', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const name = unique('规则')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await expect(dialog.getByLabel('启用', { exact: true }), 'enabled is always chosen').toBeChecked()
    await textOf(dialog, '备注').fill('先写的备注')
    await saveButton(dialog).click()
    await expect(await noteOf(textOf(dialog, '组织名称'))).toHaveText('请输入组织名称')
    await expect(await noteOf(codeOf(dialog))).toHaveText('请输入编码')
    await expect(textOf(dialog, '组织名称')).toBeFocused()
    await textOf(dialog, '组织名称').fill(name)
    await saveButton(dialog).click()
    await expect(codeOf(dialog)).toBeFocused()
    await expect(textOf(dialog, '备注')).toHaveValue('先写的备注')
    await codeOf(dialog).fill(unique('R').slice(-20))
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toContainText('先写的备注')
  })

  test('ORG-2 VALID-1 the code keeps only letters and digits as typed, and the caret stays', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    const code = codeOf(dialog)
    await code.pressSequentially('A-b_1. 2华é/#')
    await expect(code).toHaveValue('Ab12')
    await code.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 2))
    await page.keyboard.type('-X.')
    await expect(code).toHaveValue('AbX12')
    expect(await code.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: "xi'an", selectionStart: 5, selectionEnd: 5 })
    await expect(code, 'a composition is left alone').toHaveValue("AbXxi'an12")
    await devtools.send('Input.insertText', { text: '西安' })
    await expect(code).toHaveValue('AbX12')
    await code.fill('')
    await code.pressSequentially('7'.repeat(23))
    await expect(code).toHaveValue('7'.repeat(20))
  })

  test('ORG-2 VALID-1 name and remark lose special characters as typed and hold 50', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    for (const label of ['组织名称', '备注']) {
      const field = textOf(dialog, label)
      await field.pressSequentially('1'.repeat(53))
      await expect(field).toHaveValue('1'.repeat(50))
      await field.fill('')
      await field.pressSequentially('华<b>东；储#1')
      await expect(field).toHaveValue('华b东储1')
    }
  })

  test('VALID-2 ORG-2 the platform refuses the same, at the same field', async ({ admin }) => {
    const name = unique('平台')
    const good = { name, code: unique('P').slice(-20), enabled: true, remark: null }
    const cases: [object, string, string][] = [
      [{ name: '  ' }, 'name', '请输入组织名称'],
      [{ name: 'x'.repeat(51) }, 'name', '最多 50 个字符'],
      [{ name: 'a；b' }, 'name', '不能包含特殊字符'],
      [{ code: '' }, 'code', '请输入编码'],
      [{ code: '9'.repeat(21) }, 'code', '最多 20 个字符'],
      ...['a-b', 'a.b', 'a b', '华', 'é', 'a_b'].map((code): [object, string, string] => [
        { code },
        'code',
        '只能包含字母和数字',
      ]),
      [{ enabled: null }, 'enabled', '只能是启用或停用'],
      [{ remark: 'x'.repeat(51) }, 'remark', '最多 50 个字符'],
      [{ remark: '<' }, 'remark', '不能包含特殊字符'],
    ]
    for (const [wrong, field, message] of cases) {
      const answer = await call(admin, 'POST', '/sys/org/page/add', { ...good, ...wrong })
      expect([answer.status, answer.data], JSON.stringify(wrong)).toEqual([400, [{ field, message }]])
    }
    expect(await found(admin, list, name)).toEqual([])
  })
})

rowRules({
  list,
  id: 'ORG-3',
  codes: 'uia.organization',
  detail: '/sys/org/page/detail',
  remove: '/sys/org/page/delete',
  enable: (id, enabled) => [
    `/sys/org/page/list/updateOrgEnabled?id=${id}&enabled=${enabled ? 1 : 0}`,
    { id, enabled: enabled ? 1 : 0 },
  ],
  add: (admin, _, name) => addOrganization(admin, { name }),
  changes: (made, _, fresh) => [
    ['/sys/org/page/add', { name: fresh, code: fresh, enabled: true, remark: null }],
    ['/sys/org/page/update', { id: made.id, name: '改名', code: made.name, enabled: true, remark: null }],
  ],
  isPlace: true,
})

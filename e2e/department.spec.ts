import type { BrowserContext, Locator } from 'playwright/test'
import { addAccount, organizationIds, switchOf, toasts } from './accounts'
import { begin, call, expect, type Page, unique } from './fixtures'
import {
  addButton,
  addDepartment,
  addOrganization,
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
  tell,
  textOf,
} from './lists'
import { test } from './people'
import { rowRules } from './row-rules'

const list = lists.department
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增部门' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑部门' })
const organization = (dialog: Locator) => dialog.getByRole('combobox', { name: '所属组织' })
const searchText = (page: Page) => page.getByRole('search').getByLabel('部门名称、编码或组织')

interface Detail {
  id: string
  name: string
  code: string
  orgName: string
  orgId: string
  enabled: boolean
  remark: string | null
}
const detail = (context: BrowserContext, id: string) => ask<Detail>(context, `/sys/dept/page/detail/${id}`)
const east = async (context: BrowserContext) => (await organizationIds(context)).EAST ?? ''

async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  await expect(textOf(addDialog(page), '部门名称')).toBeVisible()
  return addDialog(page)
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `编辑${name}` }).click()
  await expect(textOf(editDialog(page), '部门名称')).toHaveValue(name)
  return editDialog(page)
}

test.describe('the list', () => {
  test('DEPT-1 one text finds name, code and organization, together with the state', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const place = await addOrganization(admin)
    const mark = unique('').slice(-12)
    const one = await addDepartment(admin, place.id, {
      name: `一${mark}`,
      code: `A.${mark}`,
      remark: '含夜班',
    })
    const two = await addDepartment(admin, place.id, { name: unique('二'), enabled: false })
    await page.goto(list.path)
    for (const text of [one.name, one.code, one.code.toLowerCase()]) {
      await searchText(page).fill(text)
      await searchButton(page).click()
      await expect(rowsOf(page, list)).toHaveCount(1)
      await expect(rowOf(page, list, one.name)).toBeVisible()
    }
    await searchText(page).fill(place.name)
    await searchText(page).press('Enter')
    await expect(rowsOf(page, list)).toHaveCount(2)
    await page.getByRole('search').getByLabel('启用状态').selectOption('停用')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(rowOf(page, list, two.name)).toBeVisible()
    await page.getByRole('search').getByLabel('启用状态').selectOption('启用')
    await searchButton(page).click()
    await expect(rowOf(page, list, one.name)).toBeVisible()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(searchText(page)).toHaveValue('')
    await expect(rowsOf(page, list)).toHaveCount(10)
  })

  test('DEPT-1 LIST-2 the columns are name, code, organization, status switch, remark and the operations', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const full = await addDepartment(admin, await east(admin), { remark: '含夜班' })
    const bare = await addDepartment(admin, await east(admin))
    await openListAt(page, list, full.name)
    await expect(page.getByRole('columnheader')).toHaveText([
      '部门名称',
      '部门编码',
      '所属组织',
      '状态',
      '备注',
      '操作',
    ])
    const cells = rowOf(page, list, full.name).getByRole('cell')
    await expect(cells).toHaveText([full.name, full.code, '华东储能', '', '含夜班', '编辑删除'])
    await expect(switchOf(page, full.name)).toBeChecked()
    await openListAt(page, list, bare.name)
    await expect(rowOf(page, list, bare.name).getByRole('cell').nth(4)).toHaveText('--')
    await expect(addButton(page)).toBeVisible()
  })

  test('DEPT-1 LIST-6 a wildcard in the search is a character like others, and the field holds 50', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const made = await addDepartment(admin, await east(admin), { name: `${unique('a')}_b` })
    await openListAt(page, list, made.name)
    await expect(rowsOf(page, list)).toHaveCount(1)
    await openListAt(page, list, made.name.replace('_', '%'))
    await expect(nothingFound(page)).toBeVisible()
    await searchText(page).fill('')
    await searchText(page).pressSequentially('x'.repeat(53))
    await expect(searchText(page)).toHaveValue('x'.repeat(50))
  })
})

test.describe('adding and editing', () => {
  test('DEPT-3 an added department is there after a reload, with all that was typed', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const name = unique('新部门')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '部门名称').fill(name)
    await textOf(dialog, '部门编码').fill('Ops.1.b')
    await organization(dialog).selectOption('西部储能')
    await dialog.getByLabel('停用').check()
    await textOf(dialog, '备注').fill('三班倒')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await expect(dialog).toBeHidden()
    await page.reload()
    const cells = rowOf(page, list, name).getByRole('cell')
    await expect(cells).toHaveText([name, 'Ops.1.b', '西部储能', '', '三班倒', '编辑删除'])
    await expect(switchOf(page, name)).not.toBeChecked()
    await page.getByRole('button', { name: `删除${name}` }).click()
    await confirmButton(page).click()
    await expect(nothingFound(page)).toBeVisible()
  })

  test('DEPT-3 an edited department is there after a reload, moved, emptied and renamed', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const made = await addDepartment(admin, await east(admin), { remark: '旧' })
    await openListAt(page, list, made.name)
    const dialog = await openEdit(page, made.name)
    await expect(textOf(dialog, '部门编码')).toHaveValue(made.code)
    await expect(organization(dialog).locator('option:checked')).toHaveText('华东储能')
    await expect(dialog.getByLabel('启用', { exact: true })).toBeChecked()
    await expect(textOf(dialog, '备注')).toHaveValue('旧')
    const name = `${made.name}改`
    await textOf(dialog, '部门名称').fill(name)
    await organization(dialog).selectOption('华北储能')
    await textOf(dialog, '备注').fill('')
    await textOf(dialog, '部门名称').press('Enter')
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    const cells = rowOf(page, list, name).getByRole('cell')
    await expect(cells).toHaveText([name, made.code, '华北储能', '', '--', '编辑删除'])
    expect(await detail(admin, made.id)).toMatchObject({ name, orgName: '华北储能', remark: null })
  })

  test('DEPT-3 Escape and Cancel store nothing and give the focus back to the button', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const made = await addDepartment(admin, await east(admin))
    await openListAt(page, list, made.name)
    for (const leave of ['Escape', '取消']) {
      const dialog = await openEdit(page, made.name)
      await textOf(dialog, '部门名称').fill('不保存')
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: leave, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: `编辑${made.name}` })).toBeFocused()
    }
    expect((await detail(admin, made.id)).name).toBe(made.name)
  })

  test('DEPT-3 CALL-4 a code that its organization has already is refused in the dialog, nothing typed is lost', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addDepartment(admin, await east(admin))
    const name = unique('同码')
    expected.push(/status of 409/)
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await textOf(dialog, '部门名称').fill(name)
    await textOf(dialog, '部门编码').fill(made.code)
    await organization(dialog).selectOption('华东储能')
    await textOf(dialog, '备注').fill('还在')
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('该组织中已有相同编码的部门')
    await expect(textOf(dialog, '部门名称')).toHaveValue(name)
    await expect(textOf(dialog, '部门编码')).toHaveValue(made.code)
    await expect(textOf(dialog, '备注')).toHaveValue('还在')
    await organization(dialog).selectOption('华南储能')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toContainText('华南储能')
  })

  test('DEPT-3 a department with people in it is not deleted and not moved: what hangs on it is said', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const orgId = await east(admin)
    const made = await addDepartment(admin, orgId)
    const { id, account, name, phone } = await addAccount(admin)
    await tell(admin, '/sys/user/page/update', {
      ...{ id, account, name, phone },
      userOrgList: [{ orgId, deptId: made.id }],
    })
    expected.push(/status of 409/)
    await openListAt(page, list, made.name)
    await page.getByRole('button', { name: `删除${made.name}` }).click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('部门正在使用中：1 个账号，0 个角色')
    const dialog = await openEdit(page, made.name)
    await organization(dialog).selectOption('华南储能')
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('不能更换组织：1 个账号，0 个角色')
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(rowOf(page, list, made.name)).toContainText('华东储能')
    const after = await ask<{ userOrgList: { deptId: string }[] }>(admin, `/sys/user/page/detail/${id}`)
    expect(after.userOrgList.map(({ deptId }) => deptId)).toEqual([made.id])
  })
})

test.describe('the rules of the form', () => {
  test('VALID-2 DEPT-2 every required field says so, and the first wrong one has the focus', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const name = unique('规则')
    await openListAt(page, list, name)
    const dialog = await openAdd(page)
    await expect(dialog.getByLabel('启用', { exact: true }), 'enabled is always chosen').toBeChecked()
    await textOf(dialog, '备注').fill('先写的备注')
    const controls = [
      [textOf(dialog, '部门名称'), '请输入部门名称'],
      [textOf(dialog, '部门编码'), '请输入编码'],
      [organization(dialog), '请选择组织'],
    ] as const
    await saveButton(dialog).click()
    for (const [control, message] of controls) {
      await expect(await noteOf(control)).toHaveText(message)
      await expect(control).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(controls[0][0]).toBeFocused()
    await controls[0][0].fill(name)
    await saveButton(dialog).click()
    await expect(controls[1][0]).toBeFocused()
    await controls[1][0].fill('A1')
    await saveButton(dialog).click()
    await expect(organization(dialog)).toBeFocused()
    await organization(dialog).selectOption('华东储能')
    await expect(textOf(dialog, '备注')).toHaveValue('先写的备注')
    await controls[1][0].fill(unique('').slice(-12))
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toContainText('先写的备注')
  })

  const badCodes = ['.a', 'a-b', 'a_b', 'a b', '部门', 'a/b', 'é', 'a,b']
  const goodCodes = ['a', 'A.1', '1..2', 'a.', '9'.repeat(20)]

  test('DEPT-2 VALID-2 the code takes letters, digits and dots, and no leading dot', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    await saveButton(dialog).click()
    const code = textOf(dialog, '部门编码')
    const message = await noteOf(code)
    for (const bad of badCodes) {
      await code.fill(bad)
      await expect(message, bad).toHaveText('只能包含字母、数字和点，且不能以点开头')
    }
    for (const good of goodCodes) {
      await code.fill('.')
      await expect(message).not.toBeEmpty()
      await code.fill(good)
      await expect(message, good).toBeEmpty()
    }
  })

  test('DEPT-2 VALID-1 name and remark lose special characters as typed, name and remark hold 50, the code 20', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    const dialog = await openAdd(page)
    for (const [label, longest] of [
      ['部门名称', 50],
      ['部门编码', 20],
      ['备注', 50],
    ] as const) {
      const field = textOf(dialog, label)
      await field.pressSequentially('1'.repeat(longest + 3))
      await expect(field).toHaveValue('1'.repeat(longest))
      if (label === '部门编码') continue
      await field.fill('')
      await field.pressSequentially('运<b>行；部#1')
      await expect(field).toHaveValue('运b行部1')
    }
  })

  test('VALID-2 DEPT-2 the platform refuses the same, at the same field', async ({ context, admin }) => {
    await begin(context, 'admin')
    const orgId = await east(admin)
    const name = unique('平台')
    const good = { name, code: 'A.1', orgId, enabled: true, remark: null }
    const cases: [object, string, string][] = [
      [{ name: ' ' }, 'name', '请输入部门名称'],
      [{ name: 'x'.repeat(51) }, 'name', '最多 50 个字符'],
      [{ name: 'a#b' }, 'name', '不能包含特殊字符'],
      [{ code: '' }, 'code', '请输入编码'],
      [{ code: '9'.repeat(21) }, 'code', '最多 20 个字符'],
      ...badCodes.map((code): [object, string, string] => [
        { code },
        'code',
        '只能包含字母、数字和点，且不能以点开头',
      ]),
      [{ orgId: '' }, 'orgId', '请选择组织'],
      [{ orgId: '01890000-0000-7000-8000-000000000000' }, 'orgId', '组织不存在'],
      [{ enabled: 'maybe' }, 'enabled', '只能是启用或停用'],
      [{ remark: 'x'.repeat(51) }, 'remark', '最多 50 个字符'],
      [{ remark: '<' }, 'remark', '不能包含特殊字符'],
    ]
    for (const [wrong, field, message] of cases) {
      const answer = await call(context, 'POST', '/sys/dept/page/add', { ...good, ...wrong })
      expect([answer.status, answer.data], JSON.stringify(wrong)).toEqual([400, [{ field, message }]])
    }
    expect(await found(admin, list, name)).toEqual([])
  })
})

rowRules({
  list,
  id: 'DEPT-3',
  codes: 'uia.department',
  detail: '/sys/dept/page/detail',
  remove: '/sys/dept/page/delete',
  enable: (id, enabled) => [
    `/sys/dept/page/updateDeptEnabled?id=${id}&enabled=${enabled ? 1 : 0}`,
    undefined,
  ],
  add: (admin, orgId, name) => addDepartment(admin, orgId, { name }),
  changes: (made, orgId, fresh) => {
    const body = { code: 'X9', orgId, enabled: true, remark: null }
    return [
      ['/sys/dept/page/add', { ...body, name: fresh }],
      ['/sys/dept/page/update', { ...body, id: made.id, name: '改名' }],
    ]
  },
})

import type { BrowserContext, Locator } from 'playwright/test'
import { organizationIds, question, switchOf, toasts } from './accounts'
import { begin, call, enter, expect, type Page, signIn, unique } from './fixtures'
import {
  addButton,
  addWorker,
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

const list = lists.allocation
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增系统' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑系统' })
const typeOf = (dialog: Locator) => dialog.getByRole('combobox', { name: '类型' })
const editButton = (page: Page, name: string) => page.getByRole('button', { name: `编辑${name}` })
const removeButton = (page: Page, name: string) => page.getByRole('button', { name: `删除${name}` })

interface System {
  id: string
  name: string
  code: string
  version: string
  type: number
  port: string | null
  hostName: string | null
  enable: boolean
  edition?: string
}

async function addSystem(admin: BrowserContext, more: Partial<System> = {}): Promise<System> {
  const name = more.name ?? unique('s')
  const good = { code: name.slice(-30), version: '1.2.0', type: 0, port: '4101', hostName: '127.0.0.1' }
  await tell(admin, '/sys/resourcesConfig/page/add', { ...good, enable: true, ...more, name })
  return stored(admin, name)
}

async function stored(admin: BrowserContext, name: string): Promise<System> {
  const [only] = await found<System>(admin, list, name)
  if (only === undefined) throw new Error(`${name} was not stored`)
  return only
}

test.describe('the list', () => {
  test('SYS-1 LIST-1 LIST-2 LIST-3 code and full name are searched, the rest shows, and pages have 10, 20 or 30 rows', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const prefix = unique('s')
    const full = await addSystem(admin, { name: `${prefix}a`, code: `${prefix}AA` })
    const bare = { name: `${prefix}b`, code: `${prefix}BB`, type: 1, port: '', hostName: '' }
    await addSystem(admin, bare)
    await page.goto(list.path)
    const heads = ['系统全称', '系统编码', '版本号', '类型', '端口', '状态', '操作']
    await expect(page.getByRole('columnheader')).toHaveText(heads)
    const search = page.getByRole('search')
    await search.getByLabel('系统全称').fill(prefix.toUpperCase())
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(2)
    await search.getByLabel('系统编码').fill('bb')
    await search.getByLabel('系统编码').press('Enter')
    await expect(rowsOf(page, list)).toHaveCount(1)
    const cells = (name: string) => rowOf(page, list, name).getByRole('cell')
    await expect(cells(bare.name)).toHaveText([
      ...[bare.name, bare.code, '1.2.0', '移动管理 APP', '--', '', '编辑删除'],
    ])
    await search.getByLabel('系统编码').fill(full.code)
    await searchButton(page).click()
    await expect(cells(full.name)).toHaveText([
      ...[full.name, full.code, '1.2.0', '管理平台', '4101', '', '编辑删除'],
    ])
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(search.getByLabel('系统编码')).toHaveValue('')
    await expect(rowsOf(page, list)).toHaveCount(10)
    const size = page.getByLabel('每页条数')
    await expect(size.locator('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页'])
    await size.selectOption('20')
    await expect(page).toHaveURL(`${list.path}?size=20`)
    await expect(rowsOf(page, list)).toHaveCount(20)
    await page.goto(`${list.path}?page=2`)
    await expect(rowsOf(page, list).first()).toBeVisible()
  })
})

test.describe('the whole life of a system', () => {
  test('SYS-3 LIST-9 LIST-10 it is added, edited, disabled, enabled and deleted, each seen after a reload', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const name = unique('s')
    await openListAt(page, list, name)
    await addButton(page).click()
    const dialog = addDialog(page)
    await textOf(dialog, '系统全称').fill(name)
    await textOf(dialog, '版本号').fill('2.0')
    await typeOf(dialog).selectOption('移动管理 APP')
    await textOf(dialog, '系统编码').fill('ems-2')
    await expect(await noteOf(textOf(dialog, '系统编码'))).toContainText('/ems-2/')
    await textOf(dialog, '系统编码').fill(name)
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await page.reload()
    const cells = (of: string) => rowOf(page, list, of).getByRole('cell')
    await expect(cells(name)).toHaveText([name, name, '2.0', '移动管理 APP', '--', '', '编辑删除'])
    await expect(switchOf(page, name)).toBeChecked()
    expect((await stored(admin, name)).hostName || null).toBeNull()

    await editButton(page, name).click()
    const edit = editDialog(page)
    await expect(textOf(edit, '系统全称')).toHaveValue(name)
    await expect(textOf(edit, '版本号')).toHaveValue('2.0')
    await expect(typeOf(edit).locator('option:checked')).toHaveText('移动管理 APP')
    await expect(textOf(edit, '系统编码')).toHaveValue(name)
    await expect(textOf(edit, '端口')).toHaveValue('')
    await expect(textOf(edit, '本地 IP')).toHaveValue('')
    await expect(edit.getByLabel('启用', { exact: true })).toBeChecked()
    await textOf(edit, '系统全称').fill(`${name}改`)
    await typeOf(edit).selectOption('管理平台')
    await textOf(edit, '端口').fill('4102')
    await textOf(edit, '本地 IP').fill('http://10.0.0.8')
    await saveButton(edit).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    const changed = `${name}改`
    await expect(cells(changed)).toHaveText([changed, name, '2.0', '管理平台', '4102', '', '编辑删除'])
    expect(await stored(admin, changed)).toMatchObject({ hostName: 'http://10.0.0.8', enable: true })

    for (const enabled of [false, true]) {
      const asked = page.waitForRequest(/\/sys\/resourcesConfig\/updateOrgEnabled/)
      await switchOf(page, changed).click()
      await expect(question(page)).toContainText(`确定要${enabled ? '启用' : '停用'}“${changed}”吗？`)
      await confirmButton(page).click()
      await expect(toasts(page)).toContainText(enabled ? '启用成功' : '停用成功')
      const request = await asked
      const { id } = await stored(admin, changed)
      const value = enabled ? 1 : 0
      expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({ id, enabled: String(value) })
      expect(request.postDataJSON(), 'both readings of section 7 at once').toEqual({ id, enable: value })
      await page.reload()
      await expect(switchOf(page, changed)).toBeChecked({ checked: enabled })
    }

    await removeButton(page, changed).click()
    await question(page).getByRole('button', { name: '取消' }).last().click()
    await expect(question(page)).toBeHidden()
    await removeButton(page, changed).click()
    await expect(question(page)).toContainText(`确定要删除数据“${changed}”吗？`)
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('删除成功')
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    expect(await found(admin, list, name)).toEqual([])
  })

  test('SYS-2 SYS-3 the keyboard alone adds a system, and gets the focus back', async ({
    page,
    context,
    admin,
  }) => {
    await begin(context, 'admin')
    const name = unique('s')
    await openListAt(page, list, name)
    await addButton(page).focus()
    await page.keyboard.press('Enter')
    const dialog = addDialog(page)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(textOf(dialog, '系统全称')).toBeFocused()
    for (const text of [name, '1.0', undefined, name, '4103', '127.0.0.1']) {
      if (text === undefined) await page.keyboard.press('ArrowDown')
      else await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByLabel('停用')).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(addButton(page)).toBeFocused()
    await expect(rowOf(page, list, name)).toBeVisible()
    expect(await stored(admin, name)).toMatchObject({ version: '1.0', type: 0, enable: false })
    await addButton(page).press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(addButton(page)).toBeFocused()
  })
})

test.describe('the rules of the form', () => {
  test('SYS-2 VALID-1 VALID-2 every field says what is wrong, strips as typed, and the first wrong one has the focus', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const name = unique('s')
    await openListAt(page, list, name)
    await addButton(page).click()
    const dialog = addDialog(page)
    await expect(dialog.getByLabel('启用', { exact: true }), 'enabled is always chosen').toBeChecked()
    await saveButton(dialog).click()
    const says = async (control: Locator, text: string) => expect(await noteOf(control)).toHaveText(text)
    await says(textOf(dialog, '系统全称'), '请输入系统全称')
    await says(textOf(dialog, '版本号'), '请输入版本号')
    await says(typeOf(dialog), '请选择类型')
    await says(textOf(dialog, '系统编码'), '请输入编码')
    await expect(textOf(dialog, '系统全称')).toBeFocused()

    for (const [label, longest] of [
      ['系统全称', 50],
      ['系统编码', 30],
    ] as const) {
      const field = textOf(dialog, label)
      await field.pressSequentially('1'.repeat(longest + 2))
      await expect(field).toHaveValue('1'.repeat(longest))
      await field.fill('')
      await field.pressSequentially('值<b>班；长#1')
      await expect(field).toHaveValue('值b班长1')
    }
    const wrong = [
      ['版本号', '.1', '只能包含字母、数字和点，且不能以点开头'],
      ['版本号', '1-2', '只能包含字母、数字和点，且不能以点开头'],
      ['端口', '4a', '端口只能包含数字'],
      ['端口', '65536', '端口不能大于 65535'],
      ['本地 IP', '10.0.0.1?', '本地 IP 只能包含字母、数字和 . : / \\'],
    ] as const
    for (const [label, text, message] of wrong) {
      await textOf(dialog, label).fill(text)
      await says(textOf(dialog, label), message)
    }
    await textOf(dialog, '版本号').fill('')
    await textOf(dialog, '版本号').pressSequentially(`-${'9'.repeat(52)}`)
    await expect(textOf(dialog, '版本号')).toHaveValue(`-${'9'.repeat(49)}`)
    await saveButton(dialog).click()
    await expect(textOf(dialog, '版本号')).toBeFocused()

    await textOf(dialog, '系统全称').fill(name)
    await textOf(dialog, '系统编码').fill(name)
    await textOf(dialog, '版本号').fill('3.1.b')
    await typeOf(dialog).selectOption('管理平台')
    await textOf(dialog, '端口').fill('')
    await textOf(dialog, '本地 IP').fill('C:\\ems/a:1')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, list, name)).toContainText('3.1.b')
  })

  test('SYS-3 CALL-4 EDGE-2 a code that is taken, and what others changed meanwhile, are said in the dialog; nothing typed is lost', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addSystem(admin)
    const other = await addSystem(admin)
    expected.push(/status of 409/)
    await openListAt(page, list, made.name)
    await editButton(page, made.name).click()
    const dialog = editDialog(page)
    await textOf(dialog, '系统编码').fill(other.code.toUpperCase())
    await textOf(dialog, '版本号').fill('9.9')
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert').first()).toContainText('系统编码已存在')
    await expect(textOf(dialog, '版本号')).toHaveValue('9.9')
    await textOf(dialog, '系统编码').fill(made.code)

    const { edition: _, ...rest } = made
    await tell(admin, '/sys/resourcesConfig/page/update', { ...rest, version: '5.0', hostName: '10.1.1.1' })
    await saveButton(dialog).click()
    const conflict = dialog.getByRole('alert').filter({ hasText: '此记录在您打开期间已被他人修改' })
    await expect(conflict).toContainText('版本号')
    await expect(conflict).toContainText('1.2.0 → 5.0')
    await expect(conflict).toContainText('本地 IP')
    await expect(textOf(dialog, '版本号')).toHaveValue('9.9')
    expect((await stored(admin, made.name)).version).toBe('5.0')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await stored(admin, made.name)).version).toBe('9.9')
  })
})

test.describe('rows and permissions', () => {
  test('LIST-8 LIST-10 CALL-4 a deleted last row steps back one page, and a row that is gone says so', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    await begin(context, 'admin')
    const prefix = unique('s')
    for (let number = 11; number > 0; number -= 1) await addSystem(admin, { name: `${prefix}n${number}` })
    await openListAt(page, list, prefix, '&page=2')
    await expect(rowsOf(page, list)).toHaveCount(1)
    await removeButton(page, `${prefix}n11`).click()
    await confirmButton(page).click()
    await expect(page).toHaveURL(`${list.path}?name=${prefix}`)
    await expect(rowsOf(page, list)).toHaveCount(10)
    const gone = await stored(admin, `${prefix}n10`)
    await tell(admin, `/sys/resourcesConfig/page/delete/${gone.id}`)
    expected.push(/status of 404/)
    await removeButton(page, gone.name).click()
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('记录不存在')
    await expect(question(page)).toBeHidden()
    await switchOf(page, gone.name).click()
    await confirmButton(page).click()
    await expect(question(page)).toBeHidden()
    await expect(switchOf(page, gone.name)).toBeChecked()
  })

  test('PERM-1 PERM-3 GUARD-13 without the codes there is no button and no call; with them all is there', async ({
    page,
    context,
    admin,
    expected,
  }) => {
    const made = await addSystem(admin)
    const orgId = (await organizationIds(admin)).EAST ?? ''
    const viewer = await addWorker(admin, orgId, ['uia.allocation.search'])
    await signIn(context, viewer.account)
    await enter(context, 'EAST', 'uia')
    await openListAt(page, list, made.name)
    const state = switchOf(page, made.name)
    await expect(state).toBeDisabled()
    await expect(state).toHaveAccessibleDescription('您没有此操作的权限')
    await state.click({ force: true })
    await expect(question(page)).toHaveCount(0)
    await expect(addButton(page)).toHaveCount(0)
    await expect(rowOf(page, list, made.name).getByRole('button')).toHaveCount(0)
    const { edition: _, ...body } = made
    const refused = [
      ['/sys/resourcesConfig/page/add', { ...body, code: 'never', name: 'never' }],
      ['/sys/resourcesConfig/page/update', body],
      [`/sys/resourcesConfig/updateOrgEnabled?id=${made.id}&enabled=0`, { id: made.id, enable: 0 }],
      [`/sys/resourcesConfig/page/delete/${made.id}`, undefined],
    ] as const
    for (const [path, sent] of refused) {
      expect((await call(context, 'POST', path, sent)).status, path).toBe(403)
    }
    expect(await stored(admin, made.name), 'nothing is changed').toMatchObject(body)

    const actions = ['search', 'add', 'update', 'delete', 'updateEnable']
    const keeper = await addWorker(
      admin,
      orgId,
      actions.map((action) => `uia.allocation.${action}`),
    )
    await signIn(context, keeper.account)
    await enter(context, 'EAST', 'uia')
    await openListAt(page, list, made.name)
    await expect(addButton(page)).toBeVisible()
    await expect(editButton(page, made.name)).toBeVisible()
    await expect(state).toBeEnabled()
    await removeButton(page, made.name).click()
    await confirmButton(page).click()
    await expect(nothingFound(page)).toBeVisible()

    expected.push(/status of 403/)
    const stranger = await addWorker(admin, orgId, ['uia.online.search'])
    await signIn(context, stranger.account)
    await enter(context, 'EAST', 'uia')
    expect((await page.goto(list.path))?.status()).toBe(403)
  })
})

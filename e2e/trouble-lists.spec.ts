import { toasts } from './accounts'
import { begin, expect, type Page } from './fixtures'
import {
  addOrganization,
  confirmButton,
  lists,
  nodeIds,
  openListAt,
  rowOf,
  rowsOf,
  saveButton,
  searchButton,
  short,
  textOf,
} from './lists'
import { test } from './troubled-stack'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[024]/)
})
test.afterEach(({ troubled }) => troubled.door.clear())

const boom = { status: 500, type: 'application/json', body: '{"code":500,"msg":"boom","data":null}' }
/** What stands in the place of the rows. */
const failed = (page: Page) => page.getByRole('main').getByRole('alert')
const retry = (page: Page) => failed(page).getByRole('button', { name: '重试' })
const pathOf = (call: string) => new RegExp(`${call}\\?`)

/** Whose failed searches say so in a toast too (requirement LIST-11). */
const toasted: ReadonlySet<string> = new Set([lists.organization.path])
/** A text that each list has rows for. */
const texts = {
  role: '查看',
  department: '运行',
  organization: '储能',
  allocation: '系统',
  apply: 'uia',
  online: 'admin',
  entryLog: 'admin',
  operation: 'a',
}

for (const [key, list] of Object.entries(lists)) {
  test(`LIST-11 ${list.path} fails to load inline, without a toast, and can be tried again`, async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    door.trouble(pathOf(list.call), boom)
    await page.goto(list.path)
    await expect(failed(page)).toContainText('列表加载失败')
    await expect(failed(page)).toContainText('系统错误。')
    await expect(page.getByText('boom')).toHaveCount(0)
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
    await expect(searchButton(page), 'the page stays usable').toBeEnabled()
    door.clear()
    await retry(page).click()
    await expect(rowsOf(page, list).first()).toBeVisible()
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
  })

  const says = toasted.has(list.path)
  test(`LIST-11 ${list.path} ${says ? 'says in a toast too that a search failed' : 'keeps silent when a search fails: the state stands inline'}`, async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    await page.goto(list.path)
    await expect(rowsOf(page, list).first()).toBeVisible()
    door.trouble(pathOf(list.call), boom)
    const text = texts[key as keyof typeof texts]
    const field = page.getByRole('search').locator(`input[name=${list.search}]`)
    await field.fill(text)
    await searchButton(page).click()
    await expect(failed(page)).toContainText('列表加载失败')
    await expect(toasts(page).getByRole('alert')).toHaveCount(says ? 1 : 0)
    if (says) await expect(toasts(page).getByRole('alert')).toHaveText('系统错误。')
    await expect(field).toHaveValue(text)
    await expect(page).toHaveURL(`${list.path}?${list.search}=${encodeURIComponent(text)}`)
    door.clear()
    await retry(page).click()
    await expect(rowsOf(page, list).first()).toBeVisible()
  })
}

test('LIST-11 a page of organizations that fails to load makes no toast', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  await page.goto(lists.organization.path)
  const second = page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' })
  door.trouble(pathOf(lists.organization.call), boom)
  await second.click()
  await expect(failed(page)).toContainText('列表加载失败')
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)
})

test('CALL-3 ROLE-5 a role that could not be saved keeps all that was typed and checked', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const name = short()
  await openListAt(page, lists.role, name)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增角色' })
  await textOf(dialog, '角色名称').fill(name)
  await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
  await dialog.getByRole('treeitem', { name: '报表中心' }).click()
  door.trouble(/\/sys\/role\/page\/add/, 'silent')
  await saveButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('请求超时。')
  await expect(textOf(dialog, '角色名称')).toHaveValue(name)
  await expect(dialog.getByRole('treeitem', { name: '报表中心' })).toHaveAttribute('aria-checked', 'true')
  door.clear()
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, lists.role, name)).toBeVisible()
})

test('CALL-3 ROLE-4 a tree that cannot be read says so in the dialog and can be tried again', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const tree = /findAllPermission/
  await nodeIds(context)
  door.trouble(tree, boom)
  await page.goto(lists.role.path)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增角色' })
  await textOf(dialog, '角色名称').fill('还在')
  await expect(dialog.getByRole('alert')).toContainText('系统错误。')
  door.clear()
  await dialog.getByRole('button', { name: '重试' }).click()
  await expect(dialog.getByRole('tree')).toBeVisible()
  await expect(textOf(dialog, '角色名称')).toHaveValue('还在')
})

test('CALL-3 LIST-9 a switch whose answer does not come says so and can be pressed again', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const made = await addOrganization(context)
  await openListAt(page, lists.organization, made.name)
  const state = page.getByRole('switch', { name: `${made.name}：启用状态` })
  door.trouble(/updateOrgEnabled/, 'silent')
  await state.click()
  await confirmButton(page).click()
  await expect(toasts(page).getByRole('alert')).toHaveText('请求超时。')
  await expect(state).toBeChecked()
  door.clear()
  await state.click()
  await confirmButton(page).click()
  await expect(state).not.toBeChecked()
})

test('LIST-7 what is typed while a list is read stays in the fields, and back brings the former search', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const list = lists.organization
  await page.goto(`${list.path}?name=E`)
  await expect(rowsOf(page, list).first()).toBeVisible()
  const field = page.getByRole('search').getByLabel('组织名称')
  door.trouble(pathOf(list.call), { after: 1000 })
  await field.fill('EA')
  await searchButton(page).click()
  await field.fill('EAST')
  await expect(page).toHaveURL(`${list.path}?name=EA`)
  await expect(field).toHaveValue('EAST')
  door.clear()
  await page.getByLabel('每页条数').selectOption('20')
  await expect(page).toHaveURL(`${list.path}?name=EA&size=20`)
  await expect(field).toHaveValue('EAST')
  await searchButton(page).click()
  await expect(page).toHaveURL(`${list.path}?name=EAST&size=20`)
  await page.goBack()
  await expect(field).toHaveValue('EA')
})

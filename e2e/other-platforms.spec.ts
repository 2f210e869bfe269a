import { type Answerer, type FakePlatform, json, openOneAccount, test } from './fake-platform'
import { expect, type Page, signIn } from './fixtures'
import {
  addButton,
  confirmButton,
  editButton,
  nothingFound,
  question,
  row,
  saveButton,
  textOf,
  toasts,
} from './lists'
import { addCall, addDialog, editDialog, grid, menuPath, parentField, type, updateCall } from './menus'

/** The console over a platform that others built, and that has no call beyond the specification's. */

const treeCall = '/sys/menuManage/page/loadPermissionTree'
const ok = (data: unknown): Answerer => json({ code: 0, msg: '', data })
const node = (id: string, type: number, more: object = {}) => ({
  ...{ id, type, name: `n${id}`, code: `ems.${id}`, path: `/ems/${id}`, sort: 1, enabled: true },
  ...more,
})
const stations = node('stations', 2, { code: 'ems.station.list', component: 'views/station/index.vue' })
const plain = node('plain', 2, { component: '/ems/plain' })
const tree = [node('app', 0, { children: [node('folder', 1, { children: [stations, plain] })] })]

/** Opens the page with all of the tree, in which `ems` is a registered system. */
async function openTree(page: Page, platform: FakePlatform, expected: RegExp[]): Promise<void> {
  // Of the calls beyond the specification.
  expected.push(/status of 404/)
  const { hostname: hostName, port } = new URL(platform.url)
  const ems = { id: '1', name: 'EMS', code: 'ems', version: '1', type: 0, enable: true, hostName, port }
  platform.answers.set('/sys/resourcesConfig/page/listConfig', ok([ems]))
  platform.answers.set(treeCall, ok(tree))
  await signIn(page.context(), 'admin')
  await page.goto(menuPath)
  await expect(grid(page)).toBeVisible()
  await page.getByRole('button', { name: '全部展开' }).click()
}

const sentTo = ({ seen }: FakePlatform, path: string): unknown[] =>
  seen.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body))

test('MENU-3 EDGE-2 a page of a system keeps the component that it was given; another one follows its path', async ({
  page,
  platform,
  expected,
}) => {
  await openTree(page, platform, expected)
  platform.answers.set(updateCall, ok(null))
  const dialog = editDialog(page)
  await editButton(page, 'nstations').click()
  await expect(textOf(dialog, '组件路径')).toHaveValue('views/station/index.vue')
  await textOf(dialog, '名称').fill('Stations')
  await saveButton(dialog).click()
  await expect(toasts(page)).toContainText('编辑成功')
  await editButton(page, 'nplain').click()
  await expect(textOf(dialog, '路径')).toHaveValue('/ems/plain')
  await expect(textOf(dialog, '组件路径')).toHaveCount(0)
  await textOf(dialog, '路径').fill('/ems/moved')
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  expect(sentTo(platform, updateCall)).toMatchObject([
    { name: 'Stations', component: 'views/station/index.vue' },
    { path: '/ems/moved', component: '/ems/moved' },
  ])
  for (const body of sentTo(platform, updateCall)) expect(body).not.toHaveProperty('version')
})

test('MENU-6 MENU-5 entries are added below what the menu tree has, whatever a search shows', async ({
  page,
  platform,
  expected,
}) => {
  await openTree(page, platform, expected)
  platform.answers.set(addCall, ok(null))
  const dialog = addDialog(page)
  const places = dialog.getByRole('treeitem')
  await addButton(page).click()
  await parentField(dialog).click()
  await expect(places, 'a directory').toHaveText(['napp', 'nfolder'])
  await page.keyboard.press('Escape')
  await type(page, '按钮').check()
  await parentField(dialog).click()
  await expect(places, 'a button').toHaveText(['napp', 'nfolder', 'nstations', 'nplain'])
  await places.last().click()
  const fields = { 名称: 'add', 资源编码: 'ems.plain.add', 路径: '/api/add', 排序: '1' }
  for (const [label, text] of Object.entries(fields)) await textOf(dialog, label).fill(text)
  await dialog.getByRole('combobox', { name: '请求方式' }).selectOption('POST')
  await saveButton(dialog).click()
  await expect(toasts(page)).toContainText('新增成功')
  expect(sentTo(platform, addCall)).toMatchObject([{ name: 'add', pid: 'plain', systemId: 'app' }])

  const found = (request: { url?: string | undefined }) => request.url?.includes('searchStr=') === true
  platform.answers.set(treeCall, (request, response, body) =>
    ok(found(request) ? [] : tree)(request, response, body),
  )
  await page.goto(`${menuPath}?searchStr=nothing`)
  await expect(nothingFound(page)).toBeVisible()
  await addButton(page).click()
  await expect(dialog).toBeVisible()
})

test('RES-3 resources that are answered within their page have a row each', async ({ page, platform }) => {
  const { answers } = platform
  const operations = [{ name: 'search', path: '/api/s', code: 'ems.s.search', method: 'GET' }]
  const resource = { name: 'stations', type: 2, path: '/ems/s', code: 'ems.page.s', systemName: 'EMS' }
  answers.set('/sys/resourcesConfig/page/listConfig', ok([]))
  answers.set('/sys/poolResource/page/findSystem', ok([{ code: 'ems', name: 'EMS', status: 1 }]))
  answers.set(
    '/sys/poolResource/page/findAll',
    ok({ content: [{ ...resource, operations }], meta: { page: 1, limit: 10, count: 1 } }),
  )
  await signIn(page.context(), 'admin')
  await page.goto('/assets/index')
  const rows = page.getByRole('region', { name: '资源管理，表格' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last().getByRole('cell')).toHaveText([
    ...['search', 'EMS', '按钮', 'GET', '/api/s', 'ems.s.search', '--'],
  ])
})

test('LIST-10 a record that is gone leaves the list with its refusal, whatever code the platform has for it', async ({
  page,
  platform,
  expected,
}) => {
  // What switching it off does to others is beyond the specification.
  expected.push(/status of 404/)
  await openOneAccount(page, platform, '')
  platform.answers.set('/sys/user/page/list', ok({ content: [], meta: { page: 1, limit: 10, count: 0 } }))
  platform.answers.set('/sys/user/page/updateEnable/', json({ code: 20_001, msg: 'no such account' }))
  await row(page, 'li').getByRole('switch').click()
  await confirmButton(page).click()
  await expect(toasts(page)).toContainText('no such account')
  // What stands behind it is hidden, too.
  await expect(question(page)).toBeHidden()
  await expect(row(page, 'li')).toBeHidden()
  await expect(toasts(page)).toContainText('no such account')
})

import {
  boxOf,
  button,
  dialog,
  discover,
  expectNoneLeft,
  itemOf,
  load,
  pane,
  path,
  preview,
  stored,
  systemOf,
} from './assets'
import {
  ask,
  begin,
  type Caller,
  call,
  enter,
  expect,
  organizationIds,
  type Page,
  signIn,
  tell,
} from './fixtures'
import { pageSize, searchButton, toasts } from './lists'
import { manifest, page as pageOf, pages, report, reportingApp, tellingApp } from './micro-server'
import { type MicroSystem, test } from './own'
import { addWorker } from './people'

test.use({ as: 'admin' })

// One stack, whose systems each test makes for itself.
test.describe.configure({ mode: 'default' })
const table = (page: Page) => page.getByRole('region', { name: '资源管理，表格' })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const separator = (page: Page) => page.getByRole('separator', { name: '调整系统列表宽度' })
async function store(admin: Caller, systems: { code: string; resources: object[] }[]): Promise<void> {
  const answer = await call(admin, 'POST', '/sys/poolResource/page/list/addAll', systems)
  expect(answer.code, answer.msg).toBe(200)
  const isDone = () => ask<{ addIsDone: number }>(admin, '/sys/poolResource/page/getAddStatus')
  await expect.poll(async () => (await isDone()).addIsDone).toBe(1)
}

test('RES-1 the pane is 20 % wide, 10 to 40 resized, 3 collapsed', async ({ page, context }) => {
  await page.goto(path)
  const share = async () => {
    const whole = (await separator(page).locator('..').boundingBox())?.width ?? 0
    const first = (await separator(page).locator('..').locator('> div').first().boundingBox())?.width ?? 0
    return Math.round((first / whole) * 100)
  }
  const drag = async (to: number) => {
    const whole = await separator(page).locator('..').boundingBox()
    const box = await separator(page).boundingBox()
    if (whole === null || box === null) throw new Error('no separator')
    await page.mouse.move(box.x + box.width / 2, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(whole.x + (whole.width * to) / 100, box.y + 200, { steps: 4 })
    await page.mouse.up()
    return share()
  }
  expect(await share()).toBe(20)
  await expect(separator(page)).toHaveAttribute('aria-valuenow', '20')
  expect(await drag(33)).toBe(33)
  expect(await drag(70)).toBe(40)
  expect(await drag(7)).toBe(10)
  await separator(page).press('End')
  expect(await share()).toBe(40)
  await separator(page).press('ArrowLeft')
  await expect(separator(page)).toHaveAttribute('aria-valuenow', '38')
  await separator(page).press('Home')
  await separator(page).press('ArrowRight')
  expect(await share()).toBe(12)

  // The server draws it so: nothing jumps.
  const html = await (await context.request.get(path)).text()
  expect(html).toContain('--split:12%')
  await page.reload()
  expect(await share()).toBe(12)

  await separator(page).press('Enter')
  expect(await share()).toBe(3)
  await expect(button(page, '选择发现')).toBeHidden()
  await page.reload()
  expect(await share()).toBe(3)
  await button(page, '展开系统列表').press('Enter')
  await expect(button(page, '收起系统列表')).toBeFocused()
  expect(await share()).toBe(12)
  expect(await drag(2)).toBe(3)
  await separator(page).press('Enter')
  await button(page, '收起系统列表').press('Enter')
  await expect(button(page, '展开系统列表')).toBeFocused()
  expect(await share()).toBe(3)

  await page.setViewportSize({ width: 900, height: 900 })
  await expect(separator(page)).toBeHidden()
  await expect(button(page, '选择发现')).toBeVisible()
  const [above, below] = [await pane(page).boundingBox(), await page.getByRole('search').boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
})

test('RES-2 RES-3 RES-4 LIST-7 A11Y-5 systems show their state and resources, and a page of them is announced', async ({
  page,
  admin,
  micro,
}) => {
  const fresh = await micro.add(admin, {})
  const known = await micro.add(admin, {})
  const off = await micro.add(admin, {})
  const gone = await micro.add(admin, {})
  const many = [pageOf(known.code, 'stations', { description: '<b>全部</b>电站' }), ...pages(known.code, 12)]
  const few = [off, gone].map(({ code }) => ({ code, resources: pages(code, 1) }))
  await store(admin, [{ code: known.code, resources: many }, ...few])
  const list = await ask<{ content: { id: string; code: string }[] }>(
    admin,
    '/sys/resourcesConfig/page/list?limit=100',
  )
  const idOf = ({ code }: MicroSystem) => list.content.find((row) => row.code === code)?.id
  await tell(admin, `/sys/resourcesConfig/updateOrgEnabled?id=${idOf(off)}&enabled=0`, {
    id: idOf(off),
    enable: 0,
  })
  await tell(admin, `/sys/resourcesConfig/page/delete/${idOf(gone)}`)

  await page.goto(path)
  await expect(systemOf(page, fresh)).toContainText('未发现')
  await expect(systemOf(page, known)).toContainText('已发现')
  await expect(systemOf(page, off)).toContainText('已停用')
  const deleted = { ...gone, name: gone.code }
  await expect(systemOf(page, deleted)).toContainText('已删除')
  // What has been discovered first shows at once.
  await expect(pane(page).locator('[aria-current=true]')).toHaveCount(1)
  const shown = new URL(
    (await pane(page).locator('[aria-current=true]').getAttribute('href')) ?? '',
    page.url(),
  )
  await pageSize(page).selectOption('20')
  await expect(page, 'an address says whose resources it shows').toHaveURL(`${shown}&size=20`)
  await page.goBack()
  await button(systemOf(page, fresh), fresh.name).click()
  await expect(toasts(page).getByRole('status')).toContainText(`系统“${fresh.name}”尚未发现资源`)
  await expect(page).toHaveURL(path)

  await button(page, '批量发现').click()
  await expect(toasts(page).getByText('请选择系统')).toBeVisible()
  await expect(boxOf(page, fresh), 'which ones, is asked at once').not.toBeChecked()
  await button(pane(page), '取消').click()
  await button(page, '选择发现').click()
  for (const system of [fresh, known]) await expect(boxOf(page, system)).toBeEnabled()
  for (const system of [off, deleted]) await expect(boxOf(page, system)).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: '选择统一管理平台' })).toBeDisabled()
  await button(page, '批量发现').click()
  await expect(toasts(page)).toContainText('请选择系统')
  await button(pane(page), '取消').click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await systemOf(page, known).getByRole('link').click()
  await expect(page).toHaveURL(`${path}?code=${known.code}`)
  const heads = ['资源名称', '系统名称', '类型', '请求方式', 'URL 路径', '资源编码', '描述']
  await expect(page.getByRole('columnheader')).toHaveText(heads)
  await expect(rows(page)).toHaveCount(10)
  const told = page.getByRole('main').locator('[aria-live=polite].sr-only')
  const cells = (at: number) => rows(page).nth(at).getByRole('cell')
  const place = `/${known.code}/stations`
  await expect(cells(0)).toHaveText([
    ...['stations', known.name, '菜单', '--', place, `${known.code}.page.stations`, '<b>全部</b>电站'],
  ])
  await expect(cells(1)).toHaveText([
    ...['stations search', known.name, '按钮', 'GET', place, `${known.code}.stations.search`, '--'],
  ])
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(told).toHaveText('查到 14 条结果，当前第 2 页，共 2 页')
  await page.getByRole('search').getByLabel('资源名称').fill('STATIONS')
  await searchButton(page).click()
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await button(page.getByRole('search'), '重置').click()
  await expect(page).toHaveURL(`${path}?code=${known.code}`)
  await expect(rows(page)).toHaveCount(10)
  await systemOf(page, off).getByRole('link').click()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(10)
})

test('RES-5 RES-6 RES-8 EDGE-5 three ways to tell', async ({ page, context, admin, micro, expected }) => {
  // What has no manifest answers so when it is asked for one.
  expected.push(/status of 404 .*console-resources\.json/)
  await begin(context, 'admin')
  const listed = await micro.add(admin, {})
  const telling = await micro.add(admin, {})
  const reporting = await micro.add(admin, {})
  listed.server.serve(manifest(report(listed.code, [pageOf(listed.code, 'a'), pageOf(listed.code, 'b')])))
  telling.server.serve(
    tellingApp(telling.code, [
      pageOf(telling.code, '<img src=x onerror=alert(1)>', {
        code: `${telling.code}.x`,
        path: '/x',
        operations: [],
      }),
    ]),
  )
  reporting.server.serve(reportingApp(reporting.code, [pageOf(reporting.code, 'c')]))
  const systems = [listed, telling, reporting]
  await discover(page, systems)
  const unlisted = preview(page).getByRole('alert').filter({ hasText: '2 个系统没有资源清单' })
  await expect(unlisted).toContainText(`${telling.name}、${reporting.name}`)
  await expect(unlisted).toContainText('代码会在您的会话中运行')
  expect([...telling.server.asked, ...reporting.server.asked], 'nothing runs before it is asked for').toEqual(
    Array(2).fill('/.well-known/console-resources.json'),
  )
  await expect(preview(page)).toContainText('已处理 3 / 3 个系统，共 4 项资源，0 个失败')
  await load(page, 2)
  await expect(preview(page)).toContainText('已处理 3 / 3 个系统，共 7 项资源，0 个失败')
  await expect(itemOf(page, listed)).toContainText('新增 4')
  await expect(itemOf(page, telling)).toContainText('新增 1')
  await expect(itemOf(page, reporting)).toContainText('新增 2')
  await button(itemOf(page, telling), /查看明细/).click()
  await expect(itemOf(page, telling)).toContainText('<img src=x onerror=alert(1)>')
  await expectNoneLeft(page)
  expect(listed.server.asked, 'a manifest runs no code').toEqual(['/.well-known/console-resources.json'])
  for (const system of systems) expect(await stored(admin, system)).toEqual([])

  await button(page, '同步（3 个系统）').click()
  await expect(toasts(page)).toContainText('同步完成：新增 7 项，变更 0 项，已移除 0 项')
  await expect(dialog(page)).toBeHidden()
  await expect(systemOf(page, reporting)).toContainText('已发现')
  expect(await stored(admin, listed)).toEqual(['a', 'a search', 'b', 'b search'])

  const next = [
    pageOf(listed.code, 'a', { description: '新说明' }),
    pageOf(listed.code, 'd', { operations: [] }),
  ]
  listed.server.serve(manifest(report(listed.code, next)))
  await discover(page, [listed, telling])
  await load(page, 1)
  for (const text of ['新增 1', '变更 1', '已移除 2']) await expect(itemOf(page, listed)).toContainText(text)
  await expect(itemOf(page, telling)).toContainText('无变化（1 项）')
  await button(itemOf(page, listed), /查看明细/).click()
  await expect(itemOf(page, listed)).toContainText('描述: -- → 新说明')
  await expect(itemOf(page, listed)).toContainText(`b search ${listed.code}.b.search`)
  await button(page, '关闭').last().click()
  expect(await stored(admin, listed), 'closed: nothing was sent').toHaveLength(4)
})

test('RES-5 PERM-5 a page without operations is told, and given one where that is wanted', async ({
  page,
  admin,
  micro,
}) => {
  const system = await micro.add(admin, {})
  const resources = [pageOf(system.code, 'a'), ...pages(system.code, 2)]
  system.server.serve(manifest(report(system.code, resources)))
  await discover(page, [system])
  await expect(preview(page)).toContainText('2 个页面没有任何操作，因此无法授予角色')
  await expect(itemOf(page, system)).toContainText('新增 4')
  await page.getByRole('checkbox', { name: '为这些页面各新增一个“查看”操作' }).check()
  await expect(itemOf(page, system)).toContainText('新增 6')
  await button(page, '同步（1 个系统）').click()
  await expect(toasts(page)).toContainText('同步完成：新增 6 项')
  expect(await stored(admin, system)).toEqual(['a', 'a search', 'p0', '查看', 'p1', '查看'])

  await discover(page, [system])
  await expect(itemOf(page, system)).toContainText('无变化（6 项）')
  await expect(preview(page)).not.toContainText('没有任何操作')
})

test('PERM-1 PERM-3 GUARD-13 each right has its part', async ({ page, context, admin, micro, expected }) => {
  const system = await micro.add(admin, {})
  await store(admin, [{ code: system.code, resources: [pageOf(system.code, 'a')] }])
  const orgId = (await organizationIds(admin)).EAST ?? ''
  const work = async (codes: string[]) => {
    const worker = await addWorker(admin, orgId, codes)
    await signIn(context, worker.account)
    await enter(context, 'EAST', 'uia')
  }
  await work(['uia.assets.index', 'uia.assets.findAll'])
  await page.goto(`${path}?code=${system.code}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(button(page, /发现$/)).toHaveCount(0)
  const body = [{ code: system.code, resources: [] }]
  expect((await call(context, 'POST', '/sys/poolResource/page/list/addAll', body)).status).toBe(403)
  expect(await stored(admin, system)).toHaveLength(2)

  await work(['uia.assets.index', 'uia.assets.addAll'])
  await page.goto(`${path}?code=${system.code}`)
  await expect(button(page, '批量发现')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('您没有此操作的权限')
  await expect(table(page)).toHaveCount(0)

  expected.push(/status of 403/)
  await work(['uia.assets.findAll'])
  expect((await page.goto(path))?.status()).toBe(403)
})

import type { Locator } from 'playwright/test'
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
import { searchButton, toasts } from './lists'
import {
  app,
  manifest,
  page as pageOf,
  pages,
  report,
  reportingApp,
  silentManifest,
  tellingApp,
} from './micro-server'
import { holdSystem, type MicroSystem, test } from './own'
import { addWorker } from './people'

test.use({ as: 'admin' })

// One stack, whose systems each test makes for itself.
test.describe.configure({ mode: 'default' })

const path = '/assets/index'
const pane = (page: Page) => page.getByRole('region', { name: '系统', exact: true })
const systemOf = (page: Page, { name }: MicroSystem) =>
  pane(page).getByRole('listitem').filter({ hasText: name })
const boxOf = (page: Page, { name }: MicroSystem) => page.getByRole('checkbox', { name: `选择${name}` })
const table = (page: Page) => page.getByRole('region', { name: '资源管理，表格' })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const separator = (page: Page) => page.getByRole('separator', { name: '调整系统列表宽度' })
const dialog = (page: Page) => page.getByRole('dialog')
const preview = (page: Page) => page.getByRole('dialog', { name: '核对发现结果' })
const itemOf = (page: Page, { name }: MicroSystem) =>
  dialog(page).getByRole('listitem').filter({ hasText: name }).first()
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name })

/** Opens the page, chooses these systems and begins. */
async function discover(page: Page, systems: readonly MicroSystem[]): Promise<void> {
  await page.goto(path)
  await choose(page, systems)
}
async function choose(page: Page, systems: readonly MicroSystem[]): Promise<void> {
  await button(page, '选择发现').click()
  for (const system of systems) await boxOf(page, system).check()
  await button(page, `批量发现（${systems.length}）`).click()
}
/** Lets those without a manifest load their pages. */
async function load(page: Page, count: number): Promise<void> {
  await button(preview(page), `加载 ${count} 个系统的页面`).click()
}
async function stored(admin: Caller, { code }: MicroSystem) {
  type Row = { name: string; code: string }
  const answer = await ask<{ content: Row[] }>(admin, `/sys/poolResource/page/findAll?code=${code}&limit=100`)
  return answer.content.map((row) => row.name)
}
async function store(admin: Caller, systems: { code: string; resources: object[] }[]): Promise<void> {
  const answer = await call(admin, 'POST', '/sys/poolResource/page/list/addAll', systems)
  expect(answer.code, answer.msg).toBe(200)
  const isDone = () => ask<{ addIsDone: number }>(admin, '/sys/poolResource/page/getAddStatus')
  await expect.poll(async () => (await isDone()).addIsDone).toBe(1)
}
/** Nothing of a sub-application is left in the page. */
async function expectNoneLeft(page: Page): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.locator('wujie-app')).toHaveCount(0)
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

test('RES-2 RES-3 RES-4 systems show their state and resources', async ({ page, admin, micro }) => {
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
  await button(systemOf(page, fresh), fresh.name).click()
  await expect(toasts(page).getByRole('status')).toContainText(`系统“${fresh.name}”尚未发现资源`)
  await expect(page).toHaveURL(path)

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
  await expect(preview(page)).toContainText('已处理 3 / 3 个系统，共 4 项资源，2 个失败')
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

test('RES-7 RES-8 MICRO-7 what goes wrong stops no other', async ({ page, admin, micro, expected }) => {
  expected.push(/status of (404|502|504)/, /cannot start/)
  const good = await micro.add(admin, {})
  const mute = await micro.add(admin, { ...app(''), ...silentManifest })
  mute.server.serve({ ...silentManifest, '/index.html': 'never' })
  const plain = await micro.add(admin, app('document.querySelector("#app").textContent = "hello"'))
  const throwing = await micro.add(admin, app('throw new Error("cannot start")'))
  const broken = await micro.add(admin, manifest('{"schema":'))
  const foreign = await micro.add(admin, {})
  const dead = await micro.addDead(admin)
  good.server.serve(manifest(report(good.code, [pageOf(good.code, 'a')])))
  foreign.server.serve(manifest(report(foreign.code, [pageOf('uia', 'a')])))
  await discover(page, [mute, good, plain, throwing, broken, foreign, dead])
  await expect(page.getByRole('progressbar', { name: '总进度' })).toBeVisible()
  await expect(itemOf(page, good)).toContainText('新增 2')
  // One hangs for 10 s, and the others are through meanwhile; a busy machine is slower.
  await expect(preview(page)).toBeVisible({ timeout: 25_000 })
  await expect(preview(page)).toContainText('3 个系统没有资源清单')
  await load(page, 3)
  await expect(itemOf(page, mute)).toContainText('加载中')
  await expect(preview(page)).toBeVisible({ timeout: 25_000 })
  await expect(preview(page)).toContainText('4 个系统的资源有问题，请检查入口地址是否可访问，然后重试。')
  const reasons: [MicroSystem, string][] = [
    [mute, '10 秒内没有返回资源'],
    [plain, '已加载，但没有上报任何资源'],
    [throwing, '脚本中断：cannot start'],
    [broken, '资源清单不是有效的 JSON'],
    [foreign, '2 个资源编码不以本系统编码开头，例如 uia.page.a'],
    [dead, '其服务无法访问'],
  ]
  for (const [system, reason] of reasons) await expect(itemOf(page, system)).toContainText(reason)
  await expectNoneLeft(page)

  // One of them is mended: only those that failed are tried again, and the rest is sent without the others.
  good.server.serve({})
  broken.server.serve(manifest(report(broken.code, [], { version: 2 })))
  mute.server.serve(manifest(report(mute.code, [pageOf(mute.code, 'now')])))
  await button(page, '重试失败的系统（6）').click()
  await expect(preview(page)).toContainText('3 个系统的资源有问题', { timeout: 15_000 })
  await expect(itemOf(page, broken)).toContainText('不支持的版本 2，当前支持版本 1')
  expect(good.server.asked).toEqual([])
  await button(page, '同步（2 个系统）').click()
  await expect(toasts(page)).toContainText('同步完成：新增 4 项')
  await expect(dialog(page)).toContainText('3 个系统的资源有问题')
  expect(await stored(admin, good)).toEqual(['a', 'a search'])
  expect(await stored(admin, mute)).toEqual(['now', 'now search'])
  expect(await stored(admin, foreign)).toEqual([])
})

test('RES-7 a system that is gone is named, and leaves', async ({ page, admin, micro, expected }) => {
  expected.push(/status of (403|404|502)/)
  const gone = await micro.addDead(admin)
  await page.goto(path)
  await expect(systemOf(page, gone)).toBeVisible()
  const listed = `/sys/resourcesConfig/page/list?code=${gone.code}`
  const { content } = await ask<{ content: { id: string }[] }>(admin, listed)
  await tell(admin, `/sys/resourcesConfig/page/delete/${content[0]?.id}`)
  await choose(page, [gone])
  const item = dialog(page).getByRole('listitem').filter({ hasText: gone.code })
  await expect(item).toContainText('此记录已被删除，或您已无权查看。')
  await button(dialog(page), '关闭').first().click()
  await expect(systemOf(page, gone)).toHaveCount(0)
})

test('RES-5 EDGE-5 hostile sub-applications; duplicates', async ({ page, admin, micro, expected }) => {
  expected.push(/status of 404/, /Content Security Policy/, /no calls are made/)
  const flooding = await micro.add(admin, {})
  const endless = await micro.add(admin, {})
  const fleeing = await micro.add(admin, {})
  const one = await micro.add(admin, {})
  const other = await micro.add(admin, {})
  const calling = await micro.add(admin, {})
  const flood = `
    const { bus, props } = window.$wujie
    for (let at = 0; at < 20000; at += 1) bus.$emit('resources:report', { v: 1, instanceId: 'x', payload: {} })
    for (let at = 0; at < 200; at += 1)
      bus.$emit('resources:report', { v: 1, instanceId: props.instanceId, payload: { report: { requestId: 'x' } } })`
  flooding.server.serve(tellingApp(flooding.code, [pageOf(flooding.code, 'a')], flood))
  endless.server.serve(
    app(`
      const resources = Array.from({ length: 100000 }, (_, at) => (
        { name: 'p' + at, type: 2, path: '/p' + at, code: '${endless.code}.p' + at }))
      window.__CONSOLE_RESOURCES__ = () =>
        ({ schema: 'console-resources', version: 1, system: { code: '${endless.code}' }, resources })`),
  )
  fleeing.server.serve(app('window.location.href = "https://example.com/"'))
  const shared = { path: '/shared', operations: [] }
  one.server.serve(manifest(report(one.code, [pageOf(one.code, 'a', shared), pageOf(one.code, 'b')])))
  other.server.serve(
    manifest(
      report(other.code, [pageOf(other.code, 'a', shared), ...[1, 2].map(() => pageOf(other.code, 'c'))]),
    ),
  )
  calling.server.serve(
    tellingApp(
      calling.code,
      [pageOf(calling.code, 'a')],
      `
      history.pushState(null, '', '/elsewhere')
      fetch('/api/sys/role/page/delete/1', { method: 'POST' }).catch(() => {})`,
    ),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await discover(page, [flooding, endless, fleeing, one, other, calling])
  await load(page, 4)
  await expect(preview(page)).toContainText('发现 3 个重复路径、2 个重复编码，涉及的 2 个系统不会同步')
  await expect(itemOf(page, endless)).toContainText('上报内容过大')
  await expect(itemOf(page, fleeing)).toContainText('该系统跳转到了其他页面')
  for (const system of [flooding, calling]) await expect(itemOf(page, system)).toContainText('新增 2')
  for (const system of [one, other]) await expect(itemOf(page, system)).toContainText('重复，不同步')
  await button(itemOf(page, other), /查看明细/).click()
  await expect(itemOf(page, other)).toContainText('重复路径 3')
  await expect(itemOf(page, other)).toContainText('/shared')
  await expectNoneLeft(page)
  await expect(page).toHaveURL(path)
  expect(asked).not.toContain('/api/sys/role/page/delete/1')
  await button(page, '同步（2 个系统）').click()
  await expect(toasts(page)).toContainText('同步完成：新增 4 项')
  expect(await stored(admin, one)).toEqual([])
})

test('FRAME-8 why nothing came is said in words, once per cause', async ({
  page,
  admin,
  micro,
  expected,
}) => {
  expected.push(/status of (404|502)/, /no calls are made/)
  const calling = await micro.add(admin, app('fetch("/api/x/list").then(() => {})'))
  const older = await micro.add(
    admin,
    app('const call = new XMLHttpRequest(); call.open("GET", "/api/y/list"); call.send()'),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const gone = await Promise.all([1, 2].map(() => micro.addDead(admin)))
  await discover(page, [calling, older, ...gone])
  await load(page, 2)
  const item = itemOf(page, calling)
  await expect(item).toContainText('它没有上报资源，而是调用了自身接口（/api/x/list）')
  await expect(itemOf(page, older)).toContainText('调用了自身接口（/api/y/list）')
  for (const path of ['/api/x/list', '/api/y/list']) expect(asked).not.toContain(path)
  for (const system of gone) {
    await expect(itemOf(page, system)).toContainText('失败')
    await expect(itemOf(page, system)).not.toContainText('其服务无法访问')
  }
  const cause = preview(page).getByRole('alert').filter({ hasText: '其服务无法访问' })
  await expect(cause).toHaveCount(1)
  for (const { name } of gone) await expect(cause).toContainText(name)
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

test('RES-6 the platform is asked every 5 s until it is done', async ({ page, admin, micro, own }) => {
  const system = await micro.add(admin, {})
  system.server.serve(manifest(report(system.code, [pageOf(system.code, 'a')])))
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('getAddStatus')) asked.push(Date.now())
  })
  await discover(page, [system])
  const release = await holdSystem(own, system)
  const notYet = page.waitForResponse(/getAddStatus/)
  await button(page, '同步（1 个系统）').click()
  await expect(dialog(page)).toContainText('平台正在保存资源')
  await button(dialog(page), '关闭').last().click()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, '选择发现')).toBeHidden()
  await notYet
  await release()
  await expect(toasts(page)).toContainText('同步完成：新增 2 项')
  expect(asked).toHaveLength(2)
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(4900)
  await expect(systemOf(page, system)).toContainText('已发现')
  await expect(button(page, '选择发现')).toBeVisible()
})

test('RES-6 RES-8 cancelling and leaving end it', async ({ page, context, admin, micro, expected }) => {
  // wujie says so of a script that is not waited for any more.
  expected.push(/status of 404/, /wujie error.*app\.js/)
  await begin(context, 'admin')
  const good = await micro.add(admin, {})
  const slow = await micro.add(admin, {})
  good.server.serve(manifest(report(good.code, [pageOf(good.code, 'a')])))
  slow.server.serve({ ...app(''), '/app.js': 'never' })
  await discover(page, [good, slow])
  await load(page, 1)
  await expect(itemOf(page, good)).toContainText('新增 2')
  await expect.poll(() => slow.server.asked).toContain('/app.js')
  await button(dialog(page), '取消').click()
  await expect(preview(page)).toBeVisible()
  await expect(itemOf(page, slow)).toContainText('已取消')
  await expectNoneLeft(page)
  await button(page, '重试失败的系统（1）').click()
  await expect(itemOf(page, slow)).toContainText('加载中')
  await button(dialog(page), '取消').click()
  await button(preview(page), '关闭').last().click()
  await expect(dialog(page)).toBeHidden()

  await page.goto('/allocation/index')
  await page.getByRole('link', { name: '资源管理' }).click()
  await choose(page, [slow])
  await load(page, 1)
  await expect(page.locator('iframe')).toBeAttached()
  await page.goBack()
  await expect(page).toHaveURL('/allocation/index')
  await expectNoneLeft(page)
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

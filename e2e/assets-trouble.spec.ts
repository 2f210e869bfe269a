import {
  button,
  choose,
  dialog,
  discover,
  expectNoneLeft,
  itemOf,
  load,
  path,
  preview,
  stored,
  systemOf,
} from './assets'
import { ask, begin, expect, tell } from './fixtures'
import { toasts } from './lists'
import { app, manifest, page as pageOf, report, silentManifest, tellingApp } from './micro-server'
import { holdSystem, type MicroSystem, test } from './own'

test.use({ as: 'admin' })

// One stack, whose systems each test makes for itself.
test.describe.configure({ mode: 'default' })

test('RES-7 RES-8 MICRO-7 what goes wrong stops no other @long', async ({ page, admin, micro, expected }) => {
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

test('RES-7 a system that is gone is named, and leaves @long', async ({ page, admin, micro, expected }) => {
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

test('RES-5 EDGE-5 hostile sub-applications; duplicates @long', async ({ page, admin, micro, expected }) => {
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

test('FRAME-8 why nothing came is said in words, once per cause @long', async ({
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

test('RES-6 the platform is asked every 5 s until it is done', { tag: '@long' }, async ({
  page,
  admin,
  micro,
  own,
}) => {
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

test('RES-6 RES-8 cancelling and leaving end it @long', async ({ page, context, admin, micro, expected }) => {
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

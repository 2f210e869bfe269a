import { type Answerer, type FakePlatform, json, test } from './fake-platform'
import { type Caller, expect, type Page, tell } from './fixtures'
import { networkIdle } from './network-idle'

const ok = (data: unknown): Answerer => json({ code: 0, msg: '', data })
const countPath = '/ems-admin/api/stat/alarmInfo/getAlarmCount'
const person = { id: '7', username: 'worker', nickName: '值班员', superIdentification: false }
const systems = ['ems', 'uia'].map((code, at) => ({
  id: `s${at}`,
  code,
  name: `系统 ${code}`,
  insideFlag: '1',
}))
const page = { id: 'p', type: 2, name: '告警中心', code: 'ems.page.alarms', path: '/ems/alarms', btns: [] }
const menu = [{ id: 'd', type: 1, name: '运行监控', code: 'ems.operation', children: [page] }]

const credentials = { username: 'worker', code: '1', secret: 'a'.repeat(64), key: '1700000000000' }

/** Signs in and enters one of the systems. */
async function enterSystem(caller: Caller, systemCode: string): Promise<void> {
  await tell(caller, '/session/sign-in', credentials)
  const systemId = systems.find(({ code }) => code === systemCode)?.id
  await tell(caller, '/session/enter', { orgId: 'o', systemId })
}

test.beforeEach(({ platform }) => {
  const { hostname, port } = new URL(platform.url)
  platform.answers.set('/auth/info', ok(person))
  platform.answers.set('/sys/org/page/listUserOrg', ok([{ orgId: 'o', orgName: '组织', orgCode: 'O' }]))
  platform.answers.set('/sys/user/app/list', ok(systems))
  platform.answers.set('/sys/system/permission/mainMenu', ok(menu))
  const ems = { id: 's0', code: 'ems', name: '能源', version: '1', type: 0, enable: true }
  platform.answers.set('/sys/resourcesConfig/page/listConfig', ok([{ ...ems, hostName: hostname, port }]))
})

// One platform, which each test has answer as it needs.
test.describe.configure({ mode: 'default' })

const bell = (tab: Page, name: string) => tab.getByRole('banner').getByRole('link', { name, exact: true })
const asked = (platform: FakePlatform) => platform.seen.filter(({ url }) => url === countPath)

test('CHOOSE-2 systems without a picture of their own have the default one', async ({ page: tab }) => {
  await enterSystem(tab.context(), 'ems')
  await tab.goto('/selectSystem?nf=t')
  const pictures = tab.getByRole('list', { name: '系统' }).locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('src', '/images/system.svg')
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
})

test('GUARD-9 a standalone page is sought where browsers reach it, not where the console reaches its system', async ({
  page: tab,
}) => {
  await enterSystem(tab.context(), 'uia')
  const answer = await tab.context().request.get('/ems/screen?stationId=7', { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  expect(answer.headers().location).toBe('https://screens.example/ems/screen?stationId=7')
})

test('SHELL-5 alarms are counted every minute, in silence', async ({ page: tab, platform, expected }) => {
  expected.push(/status of 50[02]/)
  await enterSystem(tab.context(), 'ems')
  platform.answers.set(countPath, ok({ unHandle: 3 }))
  await tab.clock.install()
  await tab.goto('/home')
  await expect(bell(tab, '3 条未处理告警')).toHaveAttribute('href', '/ems/alarms')
  const [{ headers } = { headers: {} as Record<string, unknown> }] = asked(platform)
  expect(JSON.parse(decodeURIComponent(String(headers.business)))).toEqual({
    orgId: 'o',
    orgCode: 'O',
    systemId: 's0',
  })
  expect(headers.authorization).toMatch(/^Bearer /)

  platform.answers.set(countPath, ok({ unHandle: '100' }))
  await tab.clock.runFor(30_000)
  await expect(bell(tab, '3 条未处理告警')).toBeVisible()
  await tab.clock.runFor(31_000)
  await expect(bell(tab, '100 条未处理告警')).toContainText('99+')

  const look = (state: 'visible' | 'hidden') =>
    tab.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const before = asked(platform).length
  await look('hidden')
  await tab.clock.runFor(200_000)
  expect(asked(platform)).toHaveLength(before)
  platform.answers.set(countPath, ok({ unHandle: 0 }))
  await look('visible')
  await expect(bell(tab, '没有未处理告警')).toBeVisible()

  // Nothing shows, nothing is said, and nobody is signed out by the word of a system.
  const failures = [
    json({ code: 500, msg: 'boom' }, 500),
    json({ code: 102001, msg: 'over' }),
    ok({ unHandle: 'x' }),
  ]
  for (const failure of [...failures, ok({ unHandle: null })]) {
    platform.answers.set(countPath, ok({ unHandle: 1 }))
    await tab.clock.runFor(60_000)
    await expect(bell(tab, '1 条未处理告警')).toBeVisible()
    platform.answers.set(countPath, failure)
    await tab.clock.runFor(60_000)
    await expect(tab.getByRole('banner').getByText('未处理告警')).toHaveCount(0)
  }
  await expect(tab.getByRole('region', { name: '通知' })).toHaveText('')
  await expect(tab).toHaveURL('/home')
})

test('SHELL-5 no alarms are counted where there are none', async ({ page: tab, platform }) => {
  platform.answers.set(countPath, ok({ unHandle: 3 }))
  await enterSystem(tab.context(), 'ems')
  await tab.goto('/home')
  await expect(bell(tab, '3 条未处理告警')).toBeVisible()
  const before = asked(platform).length
  const isNotCounted = async (path: string) => {
    await tab.goto(path)
    await expect(tab.getByRole('button', { name: /账号菜单$/ })).toBeVisible()
    await networkIdle(tab)
    await expect(tab.getByRole('banner').getByText('未处理告警')).toHaveCount(0)
    expect(asked(platform)).toHaveLength(before)
  }
  await isNotCounted('/selectSystem?nf=t')
  await enterSystem(tab.context(), 'uia')
  await isNotCounted('/home')
  platform.answers.set('/auth/info', ok({ ...person, superIdentification: true }))
  await tell(tab.context(), '/session/sign-in', credentials)
  await isNotCounted('/home')
  platform.answers.set('/auth/info', ok(person))
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('SHELL-5 I18N-1 the count in English; without a page no link', async ({ page: tab, platform }) => {
    platform.answers.set(countPath, ok({ unHandle: 1 }))
    await enterSystem(tab.context(), 'ems')
    await tab.goto('/home')
    await expect(bell(tab, '1 unhandled alarm')).toBeVisible()
    const other = { ...page, path: '/ems/stations' }
    platform.answers.set('/sys/system/permission/mainMenu', ok([{ ...menu[0], children: [other] }]))
    await tab.reload()
    await expect(tab.getByRole('banner').getByText('1 unhandled alarm', { exact: true })).toBeAttached()
    await expect(bell(tab, '1 unhandled alarm')).toHaveCount(0)
    platform.answers.set('/sys/system/permission/mainMenu', ok(menu))
  })
})

test('SHELL-4 SHELL-5 A11Y-4 at 320 px the system’s name is read beside its alarms', async ({
  page,
  context,
  platform,
}) => {
  platform.answers.set(countPath, ok({ unHandle: 31 }))
  await page.setViewportSize({ width: 320, height: 640 })
  await enterSystem(context, 'ems')
  await page.goto('/home')
  await expect(bell(page, '31 条未处理告警')).toBeVisible()
  const title = page.getByTestId('system-title')
  await expect(title).toHaveText('系统 ems')
  expect((await title.boundingBox())?.width).toBeGreaterThan(40)
})

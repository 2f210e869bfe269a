import { freePort } from '../scripts/lib/ports.mjs'
import { startStack } from '../scripts/lib/stack.mjs'
import { type Answerer, type FakePlatform, json, startFakePlatform } from './fake-platform'
import { call, expect, test as fixtures, type Page } from './fixtures'

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

/** A console over a platform that is also the energy system: it counts what a test tells it to. */
const test = fixtures.extend<{ enter: (systemCode: string) => Promise<void> }, { platform: FakePlatform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const platform = await startFakePlatform()
      const { hostname, port } = new URL(platform.url)
      platform.answers.set('/auth/info', ok(person))
      platform.answers.set('/sys/org/page/listUserOrg', ok([{ orgId: 'o', orgName: '组织', orgCode: 'O' }]))
      platform.answers.set('/sys/user/app/list', ok(systems))
      platform.answers.set('/sys/system/permission/mainMenu', ok(menu))
      const ems = { id: 's0', code: 'ems', name: '能源', version: '1', type: 0, enable: true }
      platform.answers.set('/sys/resourcesConfig/page/listConfig', ok([{ ...ems, hostName: hostname, port }]))
      const stack = await startStack({
        port: await freePort(),
        env: {
          PLATFORM_URL: platform.url,
          PLATFORM_CLIENT_ID: 'console',
          PLATFORM_CLIENT_SECRET: 'client secret',
          SESSION_SECRET: 'a-secret-of-at-least-thirty-two-characters',
          PUBLIC_ORIGIN: undefined,
          MICRO_APP_ORIGINS: platform.url,
          ALARM_SYSTEMS: 'ems',
        },
      })
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = stack.url
      await use(platform)
      process.env.ATRIUM_URL = shared
      await stack.stop()
      await platform.stop()
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  enter: async ({ context }, use) => {
    await use(async (systemCode) => {
      const signIn = { username: 'worker', code: '1', secret: 'a'.repeat(64), key: '1700000000000' }
      expect((await call(context, 'POST', '/session/sign-in', signIn)).code).toBe(0)
      const systemId = systems.find(({ code }) => code === systemCode)?.id
      expect((await call(context, 'POST', '/session/enter', { orgId: 'o', systemId })).code).toBe(0)
    })
  },
})

// One platform, which each test has answer as it needs.
test.describe.configure({ mode: 'default' })

const bell = (tab: Page, name: string) => tab.getByRole('banner').getByRole('link', { name, exact: true })
const asked = (platform: FakePlatform) => platform.seen.filter(({ url }) => url === countPath)

test('SHELL-5 the unhandled alarms are counted at once and every minute while somebody looks; a failure is silent', async ({
  page: tab,
  platform,
  enter,
  expected,
}) => {
  expected.push(/status of 50[02]/)
  await enter('ems')
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

test('SHELL-5 no alarms are counted in the chooser, in another system, or for a super administrator', async ({
  page: tab,
  platform,
  enter,
}) => {
  platform.answers.set(countPath, ok({ unHandle: 3 }))
  await enter('ems')
  await tab.goto('/home')
  await expect(bell(tab, '3 条未处理告警')).toBeVisible()
  const before = asked(platform).length
  const isNotCounted = async (path: string) => {
    await tab.goto(path)
    await expect(tab.getByRole('button', { name: /账户菜单$/ })).toBeVisible()
    await tab.waitForLoadState('networkidle')
    await expect(tab.getByRole('banner').getByText('未处理告警')).toHaveCount(0)
    expect(asked(platform)).toHaveLength(before)
  }
  await isNotCounted('/selectSystem?nf=t')
  await enter('uia')
  await isNotCounted('/home')
  platform.answers.set('/auth/info', ok({ ...person, superIdentification: true }))
  const signIn = { username: 'worker', code: '1', secret: 'a'.repeat(64), key: '1700000000000' }
  expect((await call(tab.context(), 'POST', '/session/sign-in', signIn)).code).toBe(0)
  await isNotCounted('/home')
  platform.answers.set('/auth/info', ok(person))
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('SHELL-5 I18N-1 the count is said in English; where the menu has no such page it is no link', async ({
    page: tab,
    platform,
    enter,
  }) => {
    platform.answers.set(countPath, ok({ unHandle: 1 }))
    await enter('ems')
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

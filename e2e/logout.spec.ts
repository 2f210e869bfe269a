import config from '../playwright.config'
import {
  test as base,
  call,
  cookiesLeft,
  copyOf,
  endElsewhere,
  enter,
  expect,
  isSignedIn,
  type Page,
  request,
  signIn,
} from './fixtures'
import { logOut } from './lists'
import { beginPerson, type Person, setEnabled } from './people'

/** A person of the test's own, inside the console. */
const test = base.extend<{ person: Person }>({
  person: [
    async ({ context, admin }, use) => {
      const person = await beginPerson(context, admin, { EAST: 'manager', WEST: 'viewer' })
      await use(person)
    },
    { auto: true },
  ],
})
// Browsers keep pages for the back button; Playwright's own default switches that off.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

async function expectOver(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login\?reason=ended/)
  await expect(page.getByRole('main').getByText('登录已失效，请重新登录')).toBeVisible()
  expect(await cookiesLeft(page.context())).toEqual([])
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
}

test('LOGOUT-1 the platform is told, storage and cookies cleared', async ({ page, context }) => {
  const copy = await copyOf(context)
  await page.goto('/account/index')
  await page.getByRole('button', { name: '收起菜单' }).first().click()
  await page.evaluate(() => {
    localStorage.setItem('lang', 'zh-cn')
    localStorage.setItem('business', 'x')
    sessionStorage.setItem('draft', 'x')
    Object.assign(window, { old: true })
  })
  expect((await context.cookies()).map((cookie) => cookie.name)).toEqual(
    expect.arrayContaining(['access_token', 'systemId', 'orgId', 'orgCode', 'sidebar']),
  )
  await logOut(page)
  expect(await page.evaluate(() => 'old' in window), 'a full load').toBe(false)
  const kept = () => page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
  await expect.poll(kept).toEqual({ lang: 'zh-cn' })
  expect(await cookiesLeft(context)).toEqual([])
  expect(await isSignedIn(copy)).toBe(false)
})

test('LOGOUT-1 the back button shows nothing of the console afterwards', async ({ page }) => {
  await page.goto('/home')
  await page.goto('/account/index')
  await expect(page.getByRole('table')).toBeVisible()
  await logOut(page)
  for (let step = 0; step < 2; step += 1) {
    await page.goBack()
    await expect(page).toHaveURL(/\/login(\?|$)/)
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    await expect(page.getByTestId('side-menu')).toHaveCount(0)
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})

test('LOGOUT-2 a disabled person is signed out at once', async ({ page, admin, person, expected }) => {
  expected.push(/status of 401/)
  await page.goto('/selectSystem?nf=t')
  await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
  await setEnabled(admin, person, false)
  await page.getByRole('combobox', { name: '组织' }).selectOption('西部储能')
  await expectOver(page)
})

test('LOGOUT-2 LOGOUT-4 an ended session opens nothing', { tag: '@long' }, async ({
  page,
  context,
  person,
}) => {
  await page.goto('/home')
  await endElsewhere(context)
  await page.getByRole('link', { name: '账号管理' }).click()
  await expectOver(page)
  for (const path of ['/account/index', '/home', '/selectSystem', '/nowhere', '/user/index']) {
    await signIn(context, person.account)
    await enter(context, 'EAST', 'uia')
    await endElsewhere(context)
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expectOver(page)
    // Signing in again is not hindered by what is left of the old session.
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login\?from=/)
  }
})

test('LOGOUT-4 LOGOUT-2 a copied cookie gets nothing afterwards', async ({ page, context, person }) => {
  const storageState = await context.storageState()
  await page.goto('/home')
  await logOut(page)
  const paths = ['/account/index', '/home', '/selectSystem?nf=t', '/user/index', '/assets/index', '/nowhere']
  // What an answer clears is there again: the thief keeps the copy.
  const thief = async () => ({ request: await request.newContext({ storageState }) })
  for (const path of paths) {
    const response = await (await thief()).request.get(new URL(path, page.url()).href)
    expect(response.url(), path).toMatch(/\/login/)
    expect(await response.text(), path).not.toContain(person.name)
  }
  const body = { orgId: '1', systemId: '1' }
  for (const [method, path] of [
    ['GET', '/auth/info'],
    ['GET', '/sys/user/page/list?page=1&limit=10'],
    ['GET', '/sys/org/page/listUserOrg'],
    ['POST', '/session/enter'],
  ] as const) {
    const again = await thief()
    const answer = await call(again, method, path, method === 'POST' ? body : undefined)
    expect([answer.status, answer.data], path).toEqual([401, null])
    expect([102001, 102002], path).toContain(answer.code)
    if (method === 'GET') expect(await cookiesLeft(again), path).toEqual([])
  }
})

test('LOGOUT-1 LOGOUT-3 GUARD-1 one tab takes the others along', async ({ page, context, person }) => {
  await page.goto('/home')
  const others = [await context.newPage(), await context.newPage()]
  await others[0]?.goto('/account/index')
  await others[1]?.goto('/selectSystem?nf=t')
  await logOut(page)
  for (const other of others) {
    await expect(other, 'with no way back').toHaveURL('/login')
    await expect(other.getByRole('button', { name: '登录' })).toBeVisible()
  }
  await signIn(context, person.account)
  await enter(context, 'EAST', 'uia')
  await page.goto('/account/index')
  await expect(page.getByRole('table')).toBeVisible()
  await others[0]?.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL('/login')
})

test('LOGOUT-1 the chooser logs out; one that is over is no error @long', async ({ page, context }) => {
  await page.goto('/selectSystem?nf=t')
  await endElsewhere(context)
  await logOut(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  expect(await cookiesLeft(context)).toEqual([])
})

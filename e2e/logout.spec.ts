import config from '../playwright.config'
import { call, enter, expect, type Page, signIn } from './fixtures'
import { addPerson, cookiesLeft, copyOf, isSignedIn, setEnabled, test } from './people'

// Browsers keep pages for the back button; Playwright's own default switches that off.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

const unauthorized = /status of 401/

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账户菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
}

/** A person of the test's own, inside the console. */
test.beforeEach(async ({ context, admin }) => {
  const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  people.set(context, person)
  await signIn(context, person.account)
  await enter(context, 'EAST', 'uia')
})
const people = new WeakMap<object, Awaited<ReturnType<typeof addPerson>>>()

test('LOGOUT-1 logging out tells the platform and clears storage and cookies, all but the language', async ({
  page,
  context,
}) => {
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
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage, ...sessionStorage })))
    .toEqual({ lang: 'zh-cn' })
  expect(await cookiesLeft(context)).toEqual([])
  expect(await isSignedIn(copy)).toBe(false)
  await copy.close()
})

test('LOGOUT-1 the chooser logs out as well', async ({ page, context }) => {
  await page.goto('/selectSystem?nf=t')
  await logOut(page)
  expect(await cookiesLeft(context)).toEqual([])
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

const over = '登录已失效，请重新登录'
async function expectOver(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login\?reason=ended/)
  await expect(page.getByRole('main').getByText(over)).toBeVisible()
  expect(await cookiesLeft(page.context())).toEqual([])
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
}

test('LOGOUT-2 a disabled person is signed out by the next call', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(unauthorized)
  await page.goto('/selectSystem?nf=t')
  await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
  await setEnabled(admin, people.get(context) ?? { id: '', account: '', name: '' }, false)
  await page.getByRole('combobox', { name: '组织' }).selectOption('西部储能')
  await expectOver(page)
})

test('LOGOUT-2 a session that was ended elsewhere is signed out by the next page', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  const copy = await copyOf(context)
  expect((await call(copy, 'POST', '/session/sign-out', {})).code).toBe(0)
  await copy.close()
  await page.getByRole('link', { name: '账号管理' }).click()
  await expectOver(page)
})

for (const path of ['/account/index', '/home', '/selectSystem', '/nowhere', '/user/index']) {
  test(`LOGOUT-2 LOGOUT-4 an ended session opens nothing at ${path}`, async ({ page, context }) => {
    const copy = await copyOf(context)
    await call(copy, 'POST', '/session/sign-out', {})
    await copy.close()
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expectOver(page)
    // Signing in again is not hindered by what is left of the old session.
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?from=/)
  })
}

test('LOGOUT-2 an ended session answers any call with the code, status 401 and cleared cookies', async ({
  context,
}) => {
  const copy = await copyOf(context)
  await call(copy, 'POST', '/session/sign-out', {})
  for (const path of ['/auth/info', '/sys/user/page/list?page=1&limit=10', '/sys/org/page/listUserOrg']) {
    const again = await copyOf(context)
    const answer = await call(again, 'GET', path)
    expect(answer.status, path).toBe(401)
    expect([102001, 102002], path).toContain(answer.code)
    expect(answer.data, path).toBeNull()
    expect(await cookiesLeft(again), path).toEqual([])
    await again.close()
  }
  await copy.close()
})

test('LOGOUT-4 a cookie copied before logging out gets nothing afterwards, page or call', async ({
  page,
  context,
}) => {
  const person = people.get(context)
  const cookies = await context.cookies()
  const copy = await copyOf(context)
  await page.goto('/home')
  await logOut(page)
  const tab = await copy.newPage()
  for (const path of [
    '/account/index',
    '/home',
    '/selectSystem?nf=t',
    '/user/index',
    '/assets/index',
    '/nowhere',
  ]) {
    // What an answer cleared is put back: the thief keeps the copy.
    await copy.addCookies(cookies)
    const response = await tab.goto(path)
    await expect(tab, path).toHaveURL(/\/login/)
    expect(await response?.text(), path).not.toContain(person?.name)
  }
  await copy.addCookies(cookies)
  expect(await call(copy, 'GET', '/sys/user/page/list?page=1&limit=10')).toMatchObject({
    status: 401,
    data: null,
  })
  await copy.addCookies(cookies)
  const systems = await call(copy, 'POST', '/session/enter', { orgId: '1', systemId: '1' })
  expect(systems).toMatchObject({ status: 401, data: null })
  await copy.close()
})

test('LOGOUT-1 LOGOUT-3 logging out in one tab takes the others to the login page', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  const others = [await context.newPage(), await context.newPage()]
  await others[0]?.goto('/account/index')
  await others[1]?.goto('/selectSystem?nf=t')
  await logOut(page)
  for (const other of others) {
    await expect(other).toHaveURL(/\/login/)
    await expect(other.getByRole('button', { name: '登录' })).toBeVisible()
  }
})

test('GUARD-1 areaPortalLogout in one tab takes the others to the login page', async ({ page, context }) => {
  await page.goto('/account/index')
  await expect(page.getByRole('table')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/home?areaPortalLogout=true')
  await expect(other).toHaveURL('/login')
  await expect(page).toHaveURL(/\/login/)
})

test('LOGOUT-1 logging out of a session that is over already is no error', async ({ page, context }) => {
  await page.goto('/home')
  const copy = await copyOf(context)
  await call(copy, 'POST', '/session/sign-out', {})
  await copy.close()
  await logOut(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

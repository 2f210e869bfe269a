import type { Locator } from 'playwright/test'
import { consolePages } from '../lib/console-pages'
import { begin, demoPassword, enter, expect, type Page, signIn } from './fixtures'
import { captchaAnswer } from './global-setup'
import { test as withOwnStack } from './own-stack'
import { addPerson, isSignedIn, test } from './people'

const menu = (page: Page) => page.getByTestId('side-menu')
const width = async (page: Page) => (await menu(page).boundingBox())?.width
const userMenu = (page: Page) => page.getByRole('button', { name: /的账户菜单$/ })
const entries = (page: Page) => page.getByRole('menu').getByRole('menuitem')
const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((candidate) => candidate.name === name)?.value

test('SHELL-1 the layout is a title bar, a menu of 200 px that collapses to 50 px, and the content', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.goto('/account/index')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  expect(await width(page)).toBe(200)
  const left = async () => (await page.getByRole('main').boundingBox())?.x
  expect(await left()).toBe(200)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(() => width(page)).toBe(50)
  expect(await left()).toBe(50)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect.poll(() => width(page)).toBe(200)
})

test('SHELL-1 in the collapsed menu icons have names, and a folder’s icon opens the menu there', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'sidebar', value: '0', url: process.env.ATRIUM_URL ?? '' }])
  await begin(context, 'operator')
  await page.goto('/home')
  const folder = menu(page).getByRole('button', { name: '记录' })
  await expect(folder).toHaveAttribute('title', '记录')
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
  await folder.click()
  await expect.poll(() => width(page)).toBe(200)
  await expect(menu(page).getByRole('link', { name: '登录日志' })).toBeVisible()
})

test('SHELL-2 the menu’s state is kept in a cookie as 1 or 0', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/home')
  await page.getByRole('button', { name: '收起菜单' }).click()
  expect(await cookie(page, 'sidebar')).toBe('0')
  await page.reload()
  expect(await width(page)).toBe(50)
  await page.getByRole('button', { name: '展开菜单' }).click()
  expect(await cookie(page, 'sidebar')).toBe('1')
  await page.goto('/account/index')
  expect(await width(page)).toBe(200)
})

test.describe('as the server renders it', () => {
  test.use({ javaScriptEnabled: false })
  for (const [value, px] of [
    ['0', 50],
    ['1', 200],
    [undefined, 200],
    ['nonsense', 200],
  ] as const) {
    test(`SHELL-2 with the cookie at ${value} the first frame’s menu is ${px} px wide`, async ({
      page,
      context,
    }) => {
      if (value !== undefined) {
        await context.addCookies([{ name: 'sidebar', value, url: process.env.ATRIUM_URL ?? '' }])
      }
      await begin(context, 'operator')
      for (const path of ['/home', '/user/index']) {
        await page.goto(path)
        expect(await width(page), path).toBe(px)
      }
    })
  }
})

test('SHELL-3 at 992 px the menu stands beside the content, at 991 px it is closed', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.setViewportSize({ width: 992, height: 800 })
  await page.goto('/home')
  await expect(menu(page)).toBeVisible()
  expect(await width(page)).toBe(200)
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(menu(page)).toBeHidden()
  expect((await page.getByRole('main').boundingBox())?.x).toBe(0)
  await page.reload()
  await expect(menu(page)).toBeHidden()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(menu(page)).toBeVisible()
})

test('SHELL-3 under 992 px the menu opens over the content, and Escape, a press beside it or a choice closes it', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/home')
  const open = page.getByRole('banner').getByRole('button', { name: '展开菜单' })
  await open.click()
  await expect(menu(page)).toBeVisible()
  expect(await width(page)).toBe(200)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await open.click()
  await page.mouse.click(350, 500)
  await expect(menu(page)).toBeHidden()
  await open.click()
  await menu(page).getByRole('link', { name: '登录日志' }).click()
  await expect(page).toHaveURL('/entryLog/index')
  await expect(menu(page)).toBeHidden()
  expect(await cookie(page, 'sidebar'), 'the wide layout’s state is untouched').toBeUndefined()
})

for (const [language, centre] of [
  ['zh-cn', '系统中心'],
  ['en', 'System centre'],
] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`SHELL-4 the title is ${centre} in the chooser, and the chosen system’s name elsewhere`, async ({
      page,
      context,
    }) => {
      await signIn(context, 'operator')
      await page.goto('/selectSystem')
      await expect(page.getByTestId('system-title')).toHaveText(centre)
      await page.getByRole('button', { name: '能源管理系统' }).click()
      await expect(page).toHaveURL('/home')
      await expect(page.getByTestId('system-title')).toHaveText('能源管理系统')
      await page.goto('/selectSystem?nf=t')
      await expect(page.getByTestId('system-title')).toHaveText(centre)
    })
  })
}

test('SHELL-6 without a choice the language is Chinese', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
})

test('SHELL-6 the switch turns the page, the choice is kept, and logging out keeps it', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.goto('/account/index?account=zhang')
  await page.getByRole('button', { name: '语言' }).click()
  const items = page.getByRole('menuitemradio')
  await expect(items).toHaveText(['简体中文', 'English'])
  await expect(items.first()).toHaveAttribute('aria-checked', 'true')
  await items.last().click()
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible()
  await expect(page).toHaveURL('/account/index?account=zhang')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await cookie(page, 'lang')).toBe('en')
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('SHELL-7 the user dropdown has personal centre, select organization and log out', async ({
  page,
  context,
}) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  await userMenu(page).click()
  await expect(entries(page)).toHaveText(['个人中心', '选择组织', '退出登录'])
  await entries(page).first().click()
  await expect(page).toHaveURL('/user/index')
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: '选择组织' }).click()
  await expect(page).toHaveURL('/selectSystem?nf=t')
  await page.waitForLoadState('networkidle')
  await expect(page, 'nothing is entered by itself').toHaveURL('/selectSystem?nf=t')
})

test('SHELL-7 the first two are hidden for a super administrator', async ({ page, context }) => {
  await begin(context, 'admin')
  await page.goto('/home')
  await userMenu(page).click()
  await expect(entries(page)).toHaveText(['退出登录'])
})

test('SHELL-7 the first two are hidden in the chooser', async ({ page, context }) => {
  await signIn(context, 'operator')
  await page.goto('/selectSystem')
  await userMenu(page).click()
  await expect(entries(page)).toHaveText(['退出登录'])
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(0)
  await expect(userMenu(page)).toBeFocused()
})

const builtIn = [
  ['人员与权限', ['账号管理', '角色管理', '部门管理', '组织管理', '在线用户']],
  ['平台', ['应用管理', '系统配置', '菜单管理', '资源管理']],
  ['记录', ['登录日志', '操作日志']],
] as const

withOwnStack(
  'NAV-1 a super administrator’s menu is the built-in one, without a server call',
  async ({ page, stack }) => {
    // Other tests may have used the stack before.
    const before = stack.said.length
    const calls = (path: string) => stack.said.slice(before).filter((line) => line.includes(path)).length
    const menuCalls = () => calls('mainMenu')
    const infoCalls = () => calls('/auth/info')
    await page.goto('/login')
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(demoPassword)
    await expect(page.locator('form img')).toBeVisible()
    await page.locator('input[name=code]').fill(captchaAnswer)
    await page.locator('input[name=code]').press('Enter')
    await expect(page).toHaveURL('/home')
    await expect(menu(page).getByRole('button')).toHaveText(builtIn.map(([folder]) => folder))
    await expect(menu(page).getByRole('link')).toHaveText(builtIn.flatMap(([, pages]) => [...pages]))
    const hrefs = await menu(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect([...hrefs].sort()).toEqual(consolePages.map((entry) => entry.path).sort())
    expect(infoCalls(), 'the log has the calls').toBeGreaterThan(0)
    expect(menuCalls()).toBe(0)
    // Somebody else's menu does ask, so that its absence above says something.
    await page.context().clearCookies({ name: 'access_token' })
    await page.goto('/login')
    await page.locator('input[name=username]').fill('auditor')
    await page.locator('input[name=password]').fill(demoPassword)
    await expect(page.locator('form img')).toBeVisible()
    await page.locator('input[name=code]').fill(captchaAnswer)
    await page.locator('input[name=code]').press('Enter')
    await expect(page).toHaveURL('/home')
    await expect.poll(menuCalls).toBeGreaterThan(0)
  },
)

test('NAV-2 another person’s menu holds what the permission tree grants, and no more', async ({
  page,
  context,
}) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  const granted = builtIn.flatMap(([, pages]) => pages.filter((name) => name !== '资源管理'))
  await expect(menu(page).getByRole('link')).toHaveText(granted)
})

test('NAV-2 the menu of another system is that system’s tree', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'engineer' })
  await signIn(context, person.account)
  await enter(context, 'EAST', 'ems')
  await page.goto('/home')
  await expect(menu(page).getByRole('button')).toHaveText(['运行监控'])
  await expect(menu(page).getByRole('link')).toHaveText(['电站列表', '告警中心'])
  await expect(menu(page).getByRole('link', { name: '电站列表' })).toHaveAttribute('href', '/ems/stations')
})

test('NAV-4 directories nest, every entry has an icon, the branch and the page are marked, also after a reload', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.goto('/role/index')
  const folder = (name: string) => menu(page).getByRole('button', { name })
  const look = async () => {
    await expect(menu(page).locator('[aria-current=page]')).toHaveText('角色管理')
    await expect(folder('人员与权限')).toHaveAttribute('aria-expanded', 'true')
    await expect(folder('人员与权限')).toHaveAttribute('data-branch', 'true')
    await expect(folder('记录')).toHaveAttribute('aria-expanded', 'false')
    await expect(folder('记录')).not.toHaveAttribute('data-branch')
    const nested = menu(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: '人员与权限' }) })
      .getByRole('list')
    await expect(nested.getByRole('link')).toHaveText([...builtIn[0][1]])
    for (const entry of await menu(page).locator('button, a').all()) {
      await expect(entry.locator('svg').first()).toBeVisible()
    }
  }
  await look()
  await page.reload()
  await look()
})

test('NAV-4 folders open and close, and going on leaves the open ones open', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/home')
  const folder = (name: string) => menu(page).getByRole('button', { name })
  await folder('平台').click()
  await expect(folder('平台')).toHaveAttribute('aria-expanded', 'false')
  await expect(menu(page).getByRole('link', { name: '应用管理' })).toHaveCount(0)
  const link = menu(page).getByRole('link', { name: '登录日志' })
  const before = await link.boundingBox()
  await link.click()
  await expect(page).toHaveURL('/entryLog/index')
  await expect(link).toHaveAttribute('aria-current', 'page')
  expect(await link.boundingBox(), 'nothing moved under the pointer').toEqual(before)
  await expect(folder('人员与权限')).toHaveAttribute('aria-expanded', 'true')
  await expect(folder('平台')).toHaveAttribute('aria-expanded', 'false')
})

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(outline, 'the focus shows').not.toBe('none')
      return
    }
  }
  throw new Error(`Tab never reaches ${target}`)
}

test('LOGIN-1 CHOOSE-2 SHELL-7 LOGOUT-1 the keyboard alone signs in, chooses, opens a page and logs out', async ({
  page,
  admin,
}) => {
  const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  await page.goto('/login')
  await expect(page.locator('form img')).toBeVisible()
  await tabTo(page, page.locator('input[name=username]'))
  await page.keyboard.type(person.account)
  await tabTo(page, page.locator('input[name=password]'))
  await page.keyboard.type(demoPassword)
  await tabTo(page, page.getByRole('button', { name: '显示密码' }))
  await tabTo(page, page.locator('input[name=code]'))
  await page.keyboard.type(captchaAnswer)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/selectSystem')
  await tabTo(page, page.getByRole('button', { name: '统一管理平台' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expect(menu(page)).toBeVisible()
  const skip = page.getByRole('link', { name: '跳到内容' })
  await tabTo(page, skip)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await tabTo(page, menu(page).getByRole('link', { name: '账号管理' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await page.reload()
  await tabTo(page, userMenu(page))
  await page.keyboard.press('Enter')
  await expect(entries(page).first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(await isSignedIn(page.context())).toBe(false)
})

test('EDGE-10 a whole visit asks nothing of another host', async ({
  page,
  context,
  requested,
  baseURL,
  expected,
}) => {
  expected.push(/status of 404/)
  await page.goto('/login')
  await expect(page.locator('form img')).toBeVisible()
  await begin(context, 'operator')
  for (const path of [
    '/selectSystem?nf=t',
    '/home',
    '/user/index',
    '/nowhere',
    ...consolePages.map((entry) => entry.path),
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const hosts = new Set(requested.filter((url) => !url.startsWith('blob:')).map((url) => new URL(url).origin))
  expect([...hosts]).toEqual([baseURL])
  expect(requested.length).toBeGreaterThan(50)
})

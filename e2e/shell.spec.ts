import { consolePages } from '../lib/console-pages'
import {
  begin,
  demoPassword,
  enter,
  expect,
  isSignedIn,
  type Locator,
  logInByHand,
  type Page,
  signIn,
  test,
} from './fixtures'
import { userMenu } from './lists'
import { test as apart } from './own'
import { addPerson } from './people'
import { captchaAnswer } from './stack'

const menu = (page: Page) => page.getByTestId('side-menu')
const links = (page: Page) => menu(page).getByRole('link')
const link = (page: Page, name: string) => menu(page).getByRole('link', { name })
const folder = (page: Page, name: string) => menu(page).getByRole('button', { name })
const width = async (page: Page) => (await menu(page).boundingBox())?.width
const left = async (page: Page) => (await page.getByRole('main').boundingBox())?.x
const entries = (page: Page) => page.getByRole('menu').getByRole('menuitem')
const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((candidate) => candidate.name === name)?.value
const builtIn = [
  ['人员与权限', ['账号管理', '角色管理', '部门管理', '组织管理', '在线用户']],
  ['平台', ['应用管理', '系统配置', '菜单管理', '资源管理']],
  ['日志', ['登录日志', '操作日志']],
] as const

test.describe('inside the console', () => {
  test.use({ as: 'operator' })

  test('SHELL-1 SHELL-2 a menu of 200 px collapses to 50; a cookie keeps it', async ({ page }) => {
    await page.goto('/account/index')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    expect(await width(page)).toBe(200)
    expect(await left(page)).toBe(200)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => width(page)).toBe(50)
    expect(await left(page)).toBe(50)
    expect(await cookie(page, 'sidebar')).toBe('0')
    await page.reload()
    expect(await width(page)).toBe(50)
    await expect(folder(page, '日志')).toHaveAttribute('aria-expanded', 'false')
    await folder(page, '日志').hover()
    await expect(menu(page).getByText('日志', { exact: true }), 'its name flies out').toBeVisible()
    await expect(link(page, '登录日志')).toBeVisible()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(() => width(page)).toBe(200)
    expect(await cookie(page, 'sidebar')).toBe('1')
    await page.getByRole('button', { name: '收起菜单' }).click()
    await folder(page, '日志').click()
    await expect.poll(() => width(page), 'a folder’s icon opens the menu there').toBe(200)
    await expect(link(page, '登录日志')).toBeVisible()
  })

  test('SHELL-3 below 992 px the menu opens over the content', async ({ page }) => {
    await page.setViewportSize({ width: 992, height: 800 })
    await page.goto('/home')
    await expect(menu(page)).toBeVisible()
    expect(await width(page)).toBe(200)
    await page.setViewportSize({ width: 991, height: 800 })
    await expect(menu(page)).toBeHidden()
    expect(await left(page)).toBe(0)
    await page.reload()
    await expect(menu(page)).toBeHidden()
    await page.setViewportSize({ width: 992, height: 800 })
    await expect(menu(page)).toBeVisible()

    await page.setViewportSize({ width: 390, height: 800 })
    const open = page.getByRole('banner').getByRole('button', { name: '展开菜单' })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(350, 500),
      () => link(page, '登录日志').click(),
    ]
    for (const close of closings) {
      await open.click()
      await expect(menu(page)).toBeVisible()
      expect(await width(page)).toBe(200)
      await close()
      await expect(menu(page)).toBeHidden()
    }
    await expect(page).toHaveURL('/entryLog/index')
    expect(await cookie(page, 'sidebar'), 'the wide layout’s state is untouched').toBeUndefined()
  })

  test('NAV-4 directories nest; branch and page are marked', async ({ page }) => {
    await page.goto('/role/index')
    const look = async () => {
      await expect(menu(page).locator('[aria-current=page]')).toHaveText('角色管理')
      await expect(folder(page, '人员与权限')).toHaveAttribute('aria-expanded', 'true')
      await expect(folder(page, '人员与权限')).toHaveAttribute('data-branch', 'true')
      await expect(folder(page, '日志')).toHaveAttribute('aria-expanded', 'false')
      await expect(folder(page, '日志')).not.toHaveAttribute('data-branch')
      const branch = menu(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: '人员与权限' }) })
      await expect(branch.getByRole('list').getByRole('link')).toHaveText([...builtIn[0][1]])
      for (const entry of await menu(page).locator('button, a').all())
        await expect(entry.locator('svg').first()).toBeVisible()
    }
    await look()
    await page.reload()
    await look()
  })

  test('NAV-4 folders open and close, and going on leaves the open ones open', async ({ page }) => {
    await page.goto('/home')
    await folder(page, '平台').click()
    await expect(folder(page, '平台')).toHaveAttribute('aria-expanded', 'false')
    await expect(link(page, '应用管理')).toHaveCount(0)
    const before = await link(page, '登录日志').boundingBox()
    await link(page, '登录日志').click()
    await expect(page).toHaveURL('/entryLog/index')
    await expect(link(page, '登录日志')).toHaveAttribute('aria-current', 'page')
    expect(await link(page, '登录日志').boundingBox(), 'nothing moved under the pointer').toEqual(before)
    await expect(folder(page, '人员与权限')).toHaveAttribute('aria-expanded', 'true')
    await expect(folder(page, '平台')).toHaveAttribute('aria-expanded', 'false')
  })

  test('EDGE-10 a whole visit asks no other host', async ({ page, requested, baseURL, expected }) => {
    expected.push(/status of 404/)
    const others = ['/selectSystem?nf=t', '/home', '/user/index', '/nowhere']
    for (const path of [...others, ...consolePages.map((entry) => entry.path)]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
    }
    await page.context().clearCookies()
    await page.goto('/login')
    await expect(page.locator('form img')).toBeVisible()
    const hosts = requested.filter((url) => !url.startsWith('blob:')).map((url) => new URL(url).origin)
    expect([...new Set(hosts)]).toEqual([baseURL])
    expect(requested.length).toBeGreaterThan(50)
  })
})

test.describe('as the server renders it', () => {
  test.use({ javaScriptEnabled: false, as: 'operator' })
  test('SHELL-2 the first frame’s menu is as wide as the cookie says', async ({ page, context, baseURL }) => {
    for (const [value, px] of [
      [undefined, 200],
      ['0', 50],
      ['1', 200],
      ['nonsense', 200],
    ] as const) {
      if (value !== undefined) await context.addCookies([{ name: 'sidebar', value, url: baseURL ?? '' }])
      for (const path of ['/home', '/user/index']) {
        await page.goto(path)
        expect(await width(page), `${value} ${path}`).toBe(px)
      }
    }
  })
})

for (const [language, centre] of [
  ['zh-cn', '系统中心'],
  ['en', 'System centre'],
] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`SHELL-4 the title is ${centre}, or the system’s name`, async ({ page, context }) => {
      const title = page.getByTestId('system-title')
      await signIn(context, 'operator')
      await page.goto('/selectSystem')
      await expect(title).toHaveText(centre)
      await page.getByRole('button', { name: '能源管理系统' }).click()
      await expect(page).toHaveURL('/home')
      await expect(title).toHaveText('能源管理系统')
      await page.goto('/selectSystem?nf=t')
      await expect(title).toHaveText(centre)
    })
  })
}

test('SHELL-6 the language is Chinese until it is chosen, and kept', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
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
  const stored = () => page.evaluate(() => localStorage.getItem('lang'))
  expect(await stored()).toBe('en')
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await stored()).toBe('en')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('SHELL-7 the user dropdown, and where it is shorter', async ({ page, context }) => {
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
  await userMenu(page).click()
  await expect(entries(page), 'in the chooser').toHaveText(['退出登录'])
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(0)
  await expect(userMenu(page)).toBeFocused()
  await begin(context, 'admin')
  await page.goto('/home')
  await userMenu(page).click()
  await expect(entries(page), 'for a super administrator').toHaveText(['退出登录'])
})

test('SHELL-7 a key that is pressed right after a menu opens is the menu’s', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  await userMenu(page).click()
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(0)
  await userMenu(page).evaluate((button: HTMLElement) => {
    button.click()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(userMenu(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(userMenu(page)).toBeFocused()
})

apart(
  'NAV-1 a super administrator’s menu is the built-in one, without a server call',
  async ({ page, context, own }) => {
    // Other tests may have used the stack before.
    const before = own.said.length
    const calls = (path: string) => own.said.slice(before).filter((line) => line.includes(path)).length
    await page.goto('/login')
    await logInByHand(page, 'admin')
    await expect(page).toHaveURL('/home')
    await expect(menu(page).getByRole('button')).toHaveText(builtIn.map(([name]) => name))
    await expect(links(page)).toHaveText(builtIn.flatMap(([, pages]) => [...pages]))
    const hrefs = await links(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect([...hrefs].sort()).toEqual(consolePages.map((entry) => entry.path).sort())
    await expect.poll(() => calls('/auth/info'), 'the log has the calls').toBeGreaterThan(0)
    expect(calls('mainMenu')).toBe(0)
    // Somebody else's menu does ask, so that its absence above says something.
    await context.clearCookies({ name: 'access_token' })
    await page.goto('/login')
    await logInByHand(page, 'auditor')
    await expect(page).toHaveURL('/home')
    await expect.poll(() => calls('mainMenu')).toBeGreaterThan(0)
  },
)

test('NAV-2 a menu holds what the permission tree grants', async ({ page, context, admin }) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  const granted = builtIn.flatMap(([, pages]) => pages.filter((name) => name !== '资源管理'))
  await expect(links(page)).toHaveText(granted)
  const person = await addPerson(admin, { EAST: 'engineer' })
  await context.clearCookies({ name: 'access_token' })
  await signIn(context, person.account)
  await enter(context, 'EAST', 'ems')
  await page.goto('/home')
  await expect(menu(page).getByRole('button')).toHaveText(['运行监控'])
  await expect(links(page)).toHaveText(['电站列表', '告警中心'])
  await expect(link(page, '电站列表')).toHaveAttribute('href', '/ems/stations')
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

test('LOGIN-1 CHOOSE-2 SHELL-7 LOGOUT-1 a visit by keyboard alone', async ({ page, admin }) => {
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
  await tabTo(page, page.getByRole('link', { name: '跳到内容' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await tabTo(page, link(page, '账号管理'))
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

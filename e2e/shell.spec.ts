import { consolePages } from '../lib/console-pages'
import { begin, expect, type Page, signIn, test } from './fixtures'
import { networkIdle } from './network-idle'
import { builtIn, link, menu } from './side-menu'

const folder = (page: Page, name: string) => menu(page).getByRole('button', { name })
const width = async (page: Page) => (await menu(page).boundingBox())?.width
const left = async (page: Page) => (await page.getByRole('main').boundingBox())?.x
const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((candidate) => candidate.name === name)?.value

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
      await expect(branch.getByRole('list').getByRole('link')).toHaveText(builtIn[0]?.pages ?? [])
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

  test('EDGE-10 a whole visit asks no other host @long', async ({ page, requested, baseURL, expected }) => {
    expected.push(/status of 404/)
    const others = ['/selectSystem?nf=t', '/home', '/user/index', '/nowhere']
    for (const path of [...others, ...consolePages.map((entry) => entry.path)]) {
      await page.goto(path)
      await networkIdle(page)
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

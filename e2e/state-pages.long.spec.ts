import { expectAccessible, expectContrast, expectDarkContrast } from './axe'
import { begin, expect, type Page, tell, unique } from './fixtures'
import { boom } from './jammed-platform'
import { failed } from './lists'
import { type Own, test } from './own'

// Colours that are on their way to another scheme are nobody's.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const languages = ['zh-cn', 'en'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** What stands where a page cannot be shown. */
interface State {
  name: string
  who?: 'operator' | 'auditor'
  path: string
  /** The one heading of its first level, in Chinese and in English. */
  headings: [string, string]
  /** What goes wrong before the page is asked for, and what on it. */
  trouble?: (own: Own) => void
  reach?: (page: Page) => Promise<void>
  /** What holds there, besides, in Chinese. */
  also?: (page: Page) => Promise<void>
}

/** Registered where nothing listens, and where the console is not set to go. */
const [dead, strange] = [unique('dead').slice(0, 30), unique('strange').slice(0, 30)]
const states: readonly State[] = [
  {
    name: 'a list that failed',
    path: '/account/index',
    headings: ['账号管理', 'Accounts'],
    trouble: (own) => own.trouble(/\/sys\/user\/page\/list\?/, boom),
    also: (page) => expect(failed(page)).toBeVisible(),
  },
  {
    name: 'the platform away',
    who: 'operator',
    path: '/account/index',
    headings: ['平台没有响应', 'The platform is not responding'],
    trouble: (own) => own.trouble(/\/auth\/info/, boom),
    also: async (page) => {
      const bar = page.getByRole('banner')
      await expect(page.getByTestId('side-menu'), 'a menu of nothing').toHaveCount(0)
      await expect(bar.getByRole('button', { name: /^(展开|收起)菜单$/ })).toHaveCount(0)
      await expect(bar.getByRole('button', { name: '浅色或深色' })).toBeVisible()
      await expect(bar.getByRole('button', { name: /^语言/ })).toBeVisible()
      await bar.getByRole('button', { name: /的账号菜单$/ }).click()
      await expect(page.getByRole('menuitem'), 'nothing that asks the platform').toHaveText(['退出登录'])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('main').getByRole('button', { name: '重试' })).toBeVisible()
    },
  },
  {
    name: 'the platform away, in the chooser',
    who: 'operator',
    path: '/selectSystem?nf=t',
    headings: ['平台没有响应', 'The platform is not responding'],
    trouble: (own) => own.trouble(/listUserOrg/, boom),
  },
  {
    name: 'offline',
    path: '/account/index',
    headings: ['账号管理', 'Accounts'],
    reach: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText(/^(您已离线。|You are offline\.)/)).toBeVisible()
    },
  },
  {
    name: 'not permitted',
    who: 'auditor',
    path: '/assets/index',
    headings: ['您无权访问此页面', 'You have no access to this page'],
  },
  { name: 'not found', path: '/nowhere', headings: ['页面不存在', 'This page does not exist'] },
  {
    name: 'a sub-application that does not load',
    path: `/${dead}/page`,
    headings: [`无法加载${dead}`, `${dead} cannot be loaded`],
  },
  {
    name: 'one at an address that is refused',
    path: `/${strange}/page`,
    headings: [`${strange}的地址未被允许`, `The address of ${strange} is not allowed`],
  },
]

test('A11Y-1 A11Y-4 axe finds nothing where a page cannot be shown, which has one first heading and fits', async ({
  page,
  context,
  own,
  admin,
  baseURL,
  expected,
}) => {
  test.setTimeout(180_000)
  expected.push(/status of (40[34]|50[02])/, /HTTP 502/, /wujie/i, /ERR_INTERNET_DISCONNECTED/)
  const at = { type: 0, version: '1', enable: 1, hostName: '127.0.0.1' }
  await tell(admin, '/sys/resourcesConfig/page/add', {
    ...at,
    code: dead,
    name: dead,
    port: own.farm.at(-1)?.port,
  })
  await tell(admin, '/sys/resourcesConfig/page/add', { ...at, code: strange, name: strange, port: '9' })
  for (const { name, who, path, headings, trouble, reach, also } of states) {
    await test.step(name, async () => {
      await begin(context, who ?? 'admin')
      trouble?.(own)
      for (const [number, language] of languages.entries()) {
        await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }])
        await page.goto(path)
        await reach?.(page)
        await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(headings[number] ?? '')
        for (const size of sizes) {
          const here = `${name}, ${language}, ${size.width} px`
          await page.setViewportSize(size)
          expect(await page.evaluate(() => document.documentElement.scrollWidth), here).toBe(size.width)
          await expectAccessible(page, here)
          await expectDarkContrast(page, here)
        }
        if (language === 'zh-cn') {
          await expectContrast(page, name)
          await also?.(page)
        }
        await context.setOffline(false)
      }
      own.clear()
    })
  }
})

/** Half a character, of which no address can be made. */
const halved = (text: string) => text.replace(/"code":"ems"/, '"code":"\\ud800"')

for (const [number, language] of languages.entries()) {
  test.describe(language, () => {
    test.use({ language })
    const texts = {
      heading: ['出现错误', 'Something went wrong'][number] ?? '',
      // After a write a page may break as well.
      cause:
        [
          '页面无法显示。请重试，并核对刚才的操作是否已生效。',
          'The page could not be shown. Try again, and check whether what you did last was done.',
        ][number] ?? '',
      retry: ['重试', 'Try again'][number] ?? '',
      signOut: ['退出登录', 'Sign out'][number] ?? '',
      title: ['资源管理', 'Resources'][number] ?? '',
    }

    test(`A11Y-1 a page that breaks says so within the shell, and shows once its cause is gone (${language})`, async ({
      page,
      context,
      own,
      expected,
    }) => {
      expected.push(/URI malformed|URIError|status of 500/)
      await begin(context, 'operator')
      own.trouble(/findSystem/, { rewrite: halved })
      await page.goto('/assets/index')
      const main = page.getByRole('main')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.heading)
      const told = main.getByRole('alert')
      await expect(told).toContainText(texts.cause)
      await expect(page.getByTestId('side-menu').getByRole('link', { name: texts.title })).toBeVisible()
      for (const size of sizes) {
        await page.setViewportSize(size)
        const box = await page.getByRole('heading', { level: 1 }).boundingBox()
        expect(box?.y, 'in the middle, as of all states').toBeGreaterThan(size.height / 3)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
        await expectAccessible(page, `a fault, ${language}, ${size.width} px`)
        await expectDarkContrast(page, `a fault, ${language}, ${size.width} px`)
      }
      await page
        .getByRole('banner')
        .getByRole('button', { name: /的账号菜单$|account menu/i })
        .click()
      await expect(page.getByRole('menuitem', { name: texts.signOut })).toBeVisible()
      await page.keyboard.press('Escape')

      const retry = main.getByRole('button', { name: texts.retry })
      await retry.click()
      await expect(told, 'it still breaks').toContainText(texts.cause)
      own.clear()
      await retry.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title)
      await expect(main.getByRole('row').nth(1)).toBeVisible()
    })
  })
}

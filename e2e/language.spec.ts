import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright/test'
import { consolePages } from '../lib/console-pages'
import { expectAccessible } from './axe'
import { begin, call, expect, type Page, signIn, test } from './fixtures'
import { localMinute } from './logs'
import { addPerson } from './people'

type Language = 'zh-cn' | 'en'
const folder = join(import.meta.dirname, '..', 'messages')
const files = readdirSync(join(folder, 'en'))
/** As a missing text shows itself: `selectSystem.title`. */
const namespaces = files.map((file) =>
  file.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
)

interface Tree {
  [key: string]: string | Tree
}

/** Every text of a language by its key, as the files have it. */
function textsOf(language: Language): Map<string, string> {
  const flat = (key: string, texts: string | Tree): [string, string][] =>
    typeof texts === 'string'
      ? [[key, texts]]
      : Object.entries(texts).flatMap(([name, inner]) => flat(`${key}.${name}`, inner))
  return new Map(
    files.flatMap((file) =>
      flat(file, JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Tree),
    ),
  )
}
const texts = { 'zh-cn': textsOf('zh-cn'), en: textsOf('en') }

/** Texts that only the other language has. */
function foreign(shown: Language): Set<string> {
  const own = new Set(texts[shown].values())
  const other = texts[shown === 'en' ? 'zh-cn' : 'en']
  return new Set([...other.values()].filter((text) => !own.has(text)))
}

/** All that the page says: texts, names for assistive technology, hints, and the title. Cells of tables stand apart. */
async function said(page: Page): Promise<{ words: string[]; cells: string[] }> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt']
    const words: (string | null)[] = [document.title]
    const cells: (string | null)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      // Each language is written in itself in the switch.
      if (!element || element.closest('script, style, noscript, template, [lang]:not(html)')) continue
      const list = element.closest('tbody') ? cells : words
      list.push(...(node === element ? named.map((name) => element.getAttribute(name)) : [node.textContent]))
    }
    const clean = (list: (string | null)[]) => list.flatMap((text) => text?.trim() || [])
    return { words: clean(words), cells: clean(cells) }
  })
}

/** What the demo data and the person bring along, in whatever language it was typed. */
const dataTexts = [
  '超级管理员',
  '能源管理系统',
  '报表中心',
  '华东储能',
  '西部储能',
  '无组织用户',
  'Atrium Energy',
]
const chinese = /\p{Script=Han}/u
const englishWords = /[A-Za-z]{2,} [A-Za-z]{2,}/

async function expectLanguage(
  page: Page,
  language: Language,
  where: string,
  names: readonly string[] = [],
): Promise<void> {
  const data = [...dataTexts, ...names]
  await expect(page.locator('html'), where).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-CN')
  const { words } = await said(page)
  expect(words.length, where).toBeGreaterThan(2)
  const others = foreign(language)
  expect(
    words.filter((text) => others.has(text) && !data.includes(text)),
    `${where}: texts of the other language`,
  ).toEqual([])
  const named = new RegExp(`\\b(?:${namespaces.join('|')})\\.[a-z]\\w*`)
  expect(
    words.filter((text) => named.test(text) || /\{\w+[,}]/.test(text)),
    `${where}: keys and gaps`,
  ).toEqual([])
  expect(
    words.filter((text) => /^-{2,}$/.test(text) || /undefined|\[object|NaN|null\b/.test(text)),
    `${where}: left over`,
  ).toEqual([])
  // The language button names the other language in itself.
  const own = words.map((text) => data.reduce((rest, known) => rest.replaceAll(known, ''), text))
  const wrong =
    language === 'en'
      ? own.filter((text) => chinese.test(text) && text !== '简体中文')
      : own.filter((text) => !chinese.test(text) && englishWords.test(text) && !text.startsWith('Robin '))
  expect(wrong, `${where}: words of the other language`).toEqual([])
}

const filled = new Set(consolePages.map((entry) => entry.path))
const paths = ['/home', '/user/index', '/nowhere', ...filled]

/** How many rows there are, and a moment. */
const shapes = {
  'zh-cn': { total: /^第 1–10 条，共 \d+ 条$/, time: /^2\d{3}\/\d\d\/\d\d \d\d:\d\d:\d\d$/ },
  en: { total: /^Rows 1–10 of \d+$/, time: /^\d\d\/\d\d\/2\d{3}, \d\d:\d\d:\d\d$/ },
}

/** Times are in the page's language, on the person's clocks. */
async function expectTime(page: Page, form: RegExp): Promise<void> {
  const time = page.getByRole('table').locator('time').first()
  await expect(time).toHaveText(form)
  // Shanghai is eight hours ahead, all year.
  const instant = new Date((await time.getAttribute('datetime')) ?? '')
  const there = new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(11, 19)
  await expect(time).toContainText(there)
}

async function expectAccessibleAtWidths(page: Page, where: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${where}, ${width} px`)
  }
}

for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, { tag: '@long' }, () => {
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } })

    test(`I18N-1 I18N-2 A11Y-1 every page says all it says in ${language}, and axe finds nothing, wide and narrow`, async ({
      page,
      context,
      expected,
    }) => {
      test.slow()
      expected.push(/status of 404/)
      await page.goto('/login')
      await expect(page.locator('form img')).toBeVisible()
      await expectLanguage(page, language, '/login')
      await page.locator('button[type=submit]').click()
      await expect(page.locator('input[name=username]')).toHaveAttribute('aria-invalid', 'true')
      await expectLanguage(page, language, 'the login form’s faults')
      await begin(context, 'admin')
      // The list of systems beside the resources is data as well.
      const systems = (await call(context, 'GET', '/sys/poolResource/page/findSystem')).data
      const names = (systems as { name: string }[]).map(({ name }) => name)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.locator('h1').first()).toBeVisible()
        if (filled.has(path)) await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
        await expectLanguage(page, language, path, names)
        if (path === '/account/index')
          await expect(page.getByRole('main').getByText(shapes[language].total)).toBeVisible()
        if (path === '/entryLog/index') await expectTime(page, shapes[language].time)
        await expectAccessibleAtWidths(page, path)
      }
      await page.goto('/account/index?account=nobody-at-all')
      await expect(page.getByText(/没有符合条件的数据|Nothing matches your search/)).toBeVisible()
      await expectLanguage(page, language, 'nothing found')
      await expectAccessibleAtWidths(page, 'nothing found')
      await page.goto('/account/index')
      await page.locator('header button').last().click()
      await expectLanguage(page, language, 'the user menu')
    })

    test(`I18N-1 chooser and notices are in ${language}`, async ({ page, context, admin, expected }) => {
      expected.push(/status of 40\d/)
      const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
      await signIn(context, 'orphan')
      await page.goto('/selectSystem')
      await expect(page.getByRole('main').locator('h1')).toBeVisible()
      await expectLanguage(page, language, 'no organization')
      await signIn(context, person.account)
      await page.goto('/selectSystem')
      await expect(page.getByRole('main').getByRole('list')).toBeVisible()
      await expectLanguage(page, language, 'the chooser')
      await page.getByRole('main').getByRole('list').getByRole('button').click()
      await expect(page).toHaveURL('/home')
      await page.goto('/assets/index')
      // People are called as they are called.
      const people = page.getByRole('main').locator('bdi')
      await expect(people.first()).toBeVisible()
      const givers = await people.allInnerTexts()
      await expectLanguage(page, language, 'the refusal', givers)
      await context.clearCookies({ name: 'access_token' })
      for (const reason of ['ended', 'verification', 'nonsense']) {
        await page.goto(`/login?reason=${reason}`)
        await expect(page.locator('form img')).toBeVisible()
        await expectLanguage(page, language, `the notice of ${reason}`)
      }
    })
  })
}

/** Somebody who reads English. */
async function beginInEnglish(context: BrowserContext, account: Parameters<typeof begin>[1]): Promise<void> {
  await context.addCookies([{ name: 'lang', value: 'en', url: process.env.ATRIUM_URL ?? '' }])
  await begin(context, account)
}

test('I18N-2 one row is written as one in English', async ({ page, context }) => {
  await beginInEnglish(context, 'admin')
  await page.goto('/account/index?account=wangfang')
  await expect(page.getByRole('main').getByText('Rows 1–1 of 1', { exact: true })).toBeVisible()
})

test('I18N-2 a language cookie that is none of ours is Chinese', async ({ page, context, baseURL }) => {
  for (const value of ['fr', '../en', '<b>', 'EN', '__proto__']) {
    await context.addCookies([{ name: 'lang', value, url: baseURL ?? '' }])
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  }
})

test.describe('in another time zone', () => {
  test.use({ as: 'admin', timezoneId: 'America/New_York' })

  test('I18N-2 the first page, too, is on the clocks of where one is', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'tz', value: 'Asia/Shanghai', url: baseURL ?? '' }])
    await page.goto('/online/index')
    const time = page.getByRole('main').locator('tbody time').first()
    const instant = Date.parse((await time.getAttribute('datetime')) ?? '')
    const minute = localMinute(instant, 'America/New_York').replaceAll('-', '/').replace('T', ' ')
    await expect(time).toContainText(minute)
  })
})

test('SHELL-4 I18N-1 what the console is called in English is whole in the title bar and in its log', async ({
  page,
  context,
}) => {
  await beginInEnglish(context, 'operator')
  await page.goto('/operation/index')
  const place = page.getByRole('banner').getByTestId('system-title')
  const organization = page.getByRole('banner').getByTestId('display-label')
  for (const [width, told] of [
    [1440, [place, organization, page.locator('tbody td:nth-child(2)').first()]],
    [1024, [place, organization]],
    [390, [place]],
    [360, [place]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of told)
      expect(await text.evaluate((part) => part.scrollWidth <= part.clientWidth), `at ${width} px`).toBe(true)
  }
})

test('DAY-7 MENU-1 I18N-1 an entry is found and switched by its English name', async ({ page, context }) => {
  await beginInEnglish(context, 'admin')
  await page.goto('/menu/index?searchStr=login+log')
  await expect(page.getByRole('treegrid').getByRole('link', { name: 'Login log' })).toBeVisible()
  await expect(page.getByRole('treegrid').getByText('登录日志')).toBeVisible()
  await page.goto('/menu/index')
  await page.getByRole('switch', { name: /^Logs/ }).click()
  await expect(page.getByRole('alertdialog'), 'called as it shows').toContainText('disable "Logs"?')
  const told = page
    .getByRole('alertdialog')
    .getByRole('listitem')
    .filter({ hasText: /entr(y|ies) below/ })
  await expect(told).toContainText('Login log')
  await expect(told).not.toContainText(chinese)
})

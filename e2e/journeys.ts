import type { BrowserContext } from 'playwright/test'
import { test as base, expect, logInByHand, microPage, type Page, scriptsDone, unique } from './fixtures'
import {
  addButton,
  lists,
  rowOf,
  rowsOf,
  saveButton,
  searchButton,
  textOf,
  tile,
  toasts,
  userMenu,
} from './lists'
import { addPerson, type Person } from './people'
import { changePicture } from './pictures'

/** A console at some address. */
export interface Place {
  /** Scheme, name and port that people type. */
  origin: string
  /** The sub-path, or nothing. */
  prefix: string
}

/** Tests that have a place; a type for `journeys` alone. */
const placed = base.extend<{ site: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  site: async ({}, use) => use({ origin: '', prefix: '' }),
})

/** Where the page is, without scheme and name. */
const place = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Opens an address as somebody who is signed out, signs in, and chooses a system. */
async function arrive(page: Page, site: Place, path: string, person: Person, system = '统一管理平台') {
  await page.goto(site.prefix + path)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/login\\?from=`))
  await logInByHand(page, person.account)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/selectSystem`))
  await scriptsDone(page)
  await tile(page, system).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/selectSystem'))
}

/** Cookies as the browser keeps them, by name. */
async function cookiesOf(context: BrowserContext) {
  return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
}

/**
 * What people do at a console, from its addresses to its embedded systems, wherever it stands. `ids` are further requirements
 * that this shows, with a blank at the end.
 */
export function journeys(test: typeof placed, title: string, ids = ''): void {
  test.afterEach(({ requested, site }) => {
    const outside = requested
      .map((address) => new URL(address))
      .filter((url) => /^https?:$/.test(url.protocol))
      .filter((url) => url.pathname !== site.prefix && !url.pathname.startsWith(`${site.prefix}/`))
    expect(outside.map(String), 'requests outside of the sub-path').toEqual([])
  })

  test(`${ids}GUARD-2 deep links, lists and dialogs ${title}`, async ({ page, context, admin, site }) => {
    const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
    await arrive(page, site, '/department/index?name=运行', person)
    await expect.poll(() => decodeURI(place(page))).toBe(`${site.prefix}/department/index?name=运行`)
    await expect(rowsOf(page, lists.department).first()).toContainText('运行')

    const name = unique('部')
    await addButton(page).click()
    const dialog = page.getByRole('dialog', { name: '新增部门' })
    await textOf(dialog, '部门名称').fill(name)
    await textOf(dialog, '部门编码').fill(name.replace('部', 'D').slice(-20))
    await dialog.getByRole('combobox', { name: '所属组织' }).selectOption('华东储能')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await page.getByRole('search').locator('input[name=name]').fill(name)
    await searchButton(page).click()
    await expect(rowsOf(page, lists.department)).toHaveCount(1)
    await expect(rowOf(page, lists.department, name)).toBeVisible()
    await page.reload()
    await expect(rowOf(page, lists.department, name)).toBeVisible()
    await page.goBack()
    await expect(rowsOf(page, lists.department).first()).toContainText('运行')

    const kept = await cookiesOf(context)
    const secure = site.origin.startsWith('https:')
    const session = kept.get(secure ? '__Host-access_token' : 'access_token')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    for (const cookie of ['systemId', 'orgId', 'orgCode']) expect(kept.has(cookie), cookie).toBe(true)
    for (const cookie of kept.values()) expect(cookie.secure, cookie.name).toBe(secure)
  })

  test(`${ids}ME-3 a picture is uploaded, and shows everywhere, ${title}`, async ({ page, admin, site }) => {
    const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
    await arrive(page, site, '/user/index', person)
    await changePicture(page)
    await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: '选择组织' }).click()
    await expect(page).toHaveURL(`${site.prefix}/selectSystem?nf=t`)
    await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
    for (const picture of await page.getByRole('list', { name: '系统' }).locator('img').all())
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  })

  test(`${ids}MICRO-1 MICRO-3 a sub-application ${title}`, async ({ page, admin, site }) => {
    const person = await addPerson(admin, { EAST: 'engineer', WEST: 'viewer' })
    const answers: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith(`${site.prefix}/api/ems/`)) answers.push(`${response.status()}`)
    })
    await arrive(page, site, '/ems/stations', person, '能源管理系统')
    await expect(page).toHaveURL(`${site.prefix}/ems/stations`)
    await expect(microPage(page).getByRole('row').nth(1)).toBeVisible()
    expect(answers).toContain('200')
    await page.getByTestId('side-menu').getByRole('link', { name: '告警中心' }).click()
    await expect(page).toHaveURL(`${site.prefix}/ems/alarms`)
    await microPage(page).getByRole('link', { name: '详情' }).first().click()
    await expect(page).toHaveURL(new RegExp(`${site.origin}${site.prefix}/ems/alarms/\\w+$`))
    await expect(microPage(page).getByRole('heading', { level: 2 })).toBeVisible()
    await page.reload()
    await expect(microPage(page).getByRole('heading', { level: 2 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${site.prefix}/ems/alarms`)
    await expect(microPage(page).getByRole('table')).toBeVisible()
  })

  test(`${ids}GUARD-1 GUARD-11 I18N-1 logout ${title}`, async ({ page, context, admin, site, expected }) => {
    expected.push(/status of 404/)
    const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
    await arrive(page, site, '/home?x=1', person)
    await expect(page).toHaveURL(`${site.prefix}/home?x=1`)
    const answer = await page.goto(`${site.prefix}/nowhere/at-all`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('main').locator('svg')).toBeVisible()
    await page.getByRole('main').getByRole('link').click()
    await expect(page).toHaveURL(`${site.prefix}/home`)
    const icon = page.locator('link[rel=icon]')
    await expect(icon).toHaveAttribute('href', new RegExp(`^${site.prefix}/images/`))

    await page.goto(`${site.prefix}/account/index?areaPortalLogout=true`)
    await expect(page).toHaveURL(`${site.prefix}/login`)
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    await expect.poll(async () => [...(await cookiesOf(context)).keys()].sort()).toEqual(['lang', 'tz'])
    await page.getByRole('combobox', { name: '语言' }).selectOption('English')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('note'), 'that the connection is not encrypted').toHaveCount(0)
    await page.goto(`${site.prefix}/home`)
    await expect(page).toHaveURL(`${site.prefix}/login?from=%2Fhome`)
  })

  test(`${ids}NAV-1 LOGOUT-1 every list, by its entry in the menu, and out ${title}`, async ({
    page,
    site,
  }) => {
    await page.goto(`${site.prefix}/login`)
    await logInByHand(page, 'admin')
    await expect(page).toHaveURL(`${site.prefix}/home`)
    // Before its script is there an entry loads a page anew, in whose menu only its own group is open.
    await scriptsDone(page)
    const menu = page.getByTestId('side-menu')
    const folded = menu.getByRole('button', { expanded: false })
    await expect(menu.getByRole('link').first()).toBeVisible()
    while ((await folded.count()) > 0) await folded.first().click()
    for (const list of Object.values(lists)) {
      await menu.getByRole('link', { name: list.title, exact: true }).click()
      await expect(page).toHaveURL(site.prefix + list.path)
      await expect(rowsOf(page, list).first()).toBeVisible()
    }
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page).toHaveURL(`${site.prefix}/login`)
  })
}

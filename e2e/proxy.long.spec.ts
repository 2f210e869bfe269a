import type { BrowserContext } from 'playwright/test'
import { expect, logInByHand, type Page, unique } from './fixtures'
import { addButton, lists, rowOf, rowsOf, saveButton, searchButton, textOf, toasts } from './lists'
import { noNginx } from './nginx'
import { addPerson, type Person } from './people'
import { png } from './pictures'
import type { Site } from './proxied'
import { test } from './proxy-site'
import { ask } from './raw-http'

// One worker, so that a console and an nginx of each shape are enough.
test.describe.configure({ mode: 'default' })
test.skip(noNginx !== undefined, noNginx)

const userMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /账户菜单$/ })
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: '系统' }).getByRole('button', { name })
const microView = (page: Page) =>
  page.getByTestId('micro-view').filter({ visible: true }).frameLocator('iframe')
/** Where the page is, without scheme and name. */
const place = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Opens an address as somebody who is signed out, signs in, and chooses a system. */
async function arrive(page: Page, site: Site, path: string, person: Person, system = '统一管理平台') {
  await page.goto(site.prefix + path)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/login\\?from=`))
  await logInByHand(page, person.account)
  await expect(page).toHaveURL(new RegExp(`${site.prefix}/selectSystem`))
  // What is pressed before the page is alive is lost.
  await expect(async () => {
    await tile(page, system).click({ timeout: 2000 })
    await page.waitForURL((url) => !url.pathname.endsWith('/selectSystem'), { timeout: 5000 })
  }).toPass()
}

/** Cookies as the browser keeps them, by name. */
async function cookiesOf(context: BrowserContext) {
  return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
}

for (const [shape, title] of [
  ['plain', 'at the top'],
  ['sub-path', 'under a sub-path'],
  ['tls', 'behind TLS'],
] as const) {
  test.describe(title, () => {
    test.use({ shape })
    test.afterEach(({ requested, site }) => {
      const outside = requested
        .map((address) => new URL(address))
        .filter((url) => /^https?:$/.test(url.protocol))
        .filter((url) => url.pathname !== site.prefix && !url.pathname.startsWith(`${site.prefix}/`))
      expect(outside.map(String), 'requests outside of the sub-path').toEqual([])
    })

    test(`GUARD-2 deep links, lists and dialogs ${title}`, async ({ page, context, admin, site }) => {
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
      const secure = shape === 'tls'
      const session = kept.get(secure ? '__Host-access_token' : 'access_token')
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      for (const cookie of ['systemId', 'orgId', 'orgCode']) expect(kept.has(cookie), cookie).toBe(true)
      for (const cookie of kept.values()) expect(cookie.secure, cookie.name).toBe(secure)
    })

    test(`ME-3 a picture is uploaded, and shows everywhere, ${title}`, async ({ page, admin, site }) => {
      const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
      await arrive(page, site, '/user/index', person)
      await page.getByRole('button', { name: '修改头像', exact: true }).click()
      const form = page.getByRole('form', { name: '修改头像' })
      await form.getByLabel('头像').setInputFiles(png('me.png', 40))
      await expect(form.locator('img')).toHaveJSProperty('naturalWidth', 40)
      await form.getByRole('button', { name: '保存', exact: true }).click()
      await expect(toasts(page)).toContainText('修改成功')
      await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
      await userMenu(page).click()
      await page.getByRole('menuitem', { name: '选择组织' }).click()
      await expect(page).toHaveURL(`${site.prefix}/selectSystem?nf=t`)
      await expect(userMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 40)
      for (const picture of await page.getByRole('list', { name: '系统' }).locator('img').all())
        await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    })

    test(`MICRO-1 MICRO-3 a sub-application ${title}`, async ({ page, admin, site }) => {
      const person = await addPerson(admin, { EAST: 'engineer', WEST: 'viewer' })
      const answers: string[] = []
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith(`${site.prefix}/api/ems/`)) answers.push(`${response.status()}`)
      })
      await arrive(page, site, '/ems/stations', person, '能源管理系统')
      await expect(page).toHaveURL(`${site.prefix}/ems/stations`)
      await expect(microView(page).getByRole('row').nth(1)).toBeVisible()
      expect(answers).toContain('200')
      await page.getByTestId('side-menu').getByRole('link', { name: '告警中心' }).click()
      await expect(page).toHaveURL(`${site.prefix}/ems/alarms`)
      await microView(page).getByRole('link', { name: '详情' }).first().click()
      await expect(page).toHaveURL(new RegExp(`${site.origin}${site.prefix}/ems/alarms/\\w+$`))
      await expect(microView(page).getByRole('heading', { level: 2 })).toBeVisible()
      await page.reload()
      await expect(microView(page).getByRole('heading', { level: 2 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(`${site.prefix}/ems/alarms`)
      await expect(microView(page).getByRole('table')).toBeVisible()
    })

    test(`GUARD-1 GUARD-11 I18N-1 logout ${title}`, async ({ page, context, admin, site, expected }) => {
      expected.push(/status of 404/)
      const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
      await arrive(page, site, '/home?x=1', person)
      await expect(page).toHaveURL(`${site.prefix}/home?x=1`)
      const answer = await page.goto(`${site.prefix}/nowhere/at-all`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('main').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
      await page.getByRole('main').getByRole('link').click()
      await expect(page).toHaveURL(`${site.prefix}/home`)
      const icon = page.locator('link[rel=icon]')
      await expect(icon).toHaveAttribute('href', new RegExp(`^${site.prefix}/images/`))

      await page.goto(`${site.prefix}/account/index?areaPortalLogout=true`)
      await expect(page).toHaveURL(`${site.prefix}/login`)
      await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
      await expect.poll(async () => [...(await cookiesOf(context)).keys()].sort()).toEqual(['lang', 'tz'])
      await page.getByRole('combobox', { name: '语言' }).selectOption('English')
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
      await expect(page.getByRole('note'), 'that the connection is not encrypted').toHaveCount(0)
      await page.goto(`${site.prefix}/home`)
      await expect(page).toHaveURL(`${site.prefix}/login?from=%2Fhome`)
    })

    test(`GUARD-2 redirects stay below the prefix ${title}`, async ({ site }) => {
      const top = site.prefix || '/'
      const paths = ['/home', '/account/index?page=2', '/login/', '/home/', '/'].map(
        (path) => site.prefix + path,
      )
      for (const path of [top, ...paths]) {
        const answer = await ask(site.nginx.url + path, {
          headers: {
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'ftp',
            'x-forwarded-port': '1',
          },
        })
        expect(answer.status, path).toBe(307)
        expect(answer.headers.location, path).toMatch(new RegExp(`^${site.prefix}/login(\\?|$)`))
      }
      expect(await ask(`${site.nginx.url}${site.prefix}/login`, { method: 'TRACE' })).toMatchObject({
        status: 405,
      })
      const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
      expect(await ask(`${site.nginx.url}${site.prefix}/login`, { headers: upgrade })).toMatchObject({
        status: 400,
      })
    })
  })
}

test.describe('behind TLS', () => {
  test.use({ shape: 'tls' })

  test('writes come from the outer address alone, and https stays', async ({ site }) => {
    const call = (origin: string) =>
      ask(`${site.nginx.url}/api/session/sign-out`, {
        method: 'POST',
        headers: { 'x-console': '1', 'content-type': 'application/json', origin },
        body: '{}',
      })
    expect((await call(site.origin)).status).toBe(200)
    for (const foreign of [
      site.origin.replace('https:', 'http:'),
      site.nginx.url,
      `http://127.0.0.1:${site.ports[0]}`,
      'null',
    ]) {
      expect((await call(foreign)).status, foreign).toBe(403)
    }
    const page = await ask(`${site.nginx.url}/login`)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    const cookies = (await call(site.origin)).headers['set-cookie'] ?? []
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
    const plain = await ask(`http://127.0.0.1:${site.nginx.otherPort}/home?a=1`, {
      headers: { host: 'console.test' },
    })
    expect([plain.status, plain.headers.location]).toEqual([301, 'https://console.test/home?a=1'])
  })
})

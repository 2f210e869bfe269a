import type { Request } from 'playwright/test'
import { freePort } from '../scripts/lib/ports.mjs'
import { expect, logInByHand, microPage } from './fixtures'
import { searchButton } from './lists'
import { networkIdle } from './network-idle'
import { addPerson } from './people'
import { changePicture } from './pictures'
import { startBehind } from './proxied'
import { test as base, host } from './proxy-site'

base.describe.configure({ mode: 'default' })

/** The console at a plain HTTP address of a machine that is not the browser's own. */
const test = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const port = await freePort()
      const address = `http://${host}:${port}`
      const stack = await startBehind(port, { PUBLIC_ORIGIN: address })
      await use(address)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ address }, use) => use(address),
})

test.beforeEach(({ expected }) => {
  // A header that browsers heed over https only, and say so.
  expected.push(/Cross-Origin-Opener-Policy header has been ignored/)
})

const notice = { 'zh-cn': /^此连接未加密/, en: /^This connection is not encrypted/ }

test('EDGE-6 by a plain HTTP address everything works', { tag: '@long' }, async ({
  page,
  context,
  admin,
}) => {
  const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  await page.goto('/user/index')
  await expect(page).toHaveURL(/\/login\?from=/)
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false])
  await logInByHand(page, person.account)
  await page.getByRole('list', { name: '系统' }).getByRole('button', { name: '统一管理平台' }).click()
  // Loaded: what is pressed earlier is lost.
  await page.waitForURL('/user/index')
  await changePicture(page)
  await expect(page.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 40)

  await page.getByTestId('side-menu').getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('search').locator('input[name=account]').fill(person.account)
  await searchButton(page).click()
  await expect(page.getByRole('main').locator('tbody').getByRole('row')).toHaveCount(1)
  for (const request of [...sent]) {
    const said = Object.keys(await request.allHeaders()).filter((name) => name.startsWith('sec-fetch'))
    expect(said, 'browsers say nothing of where a request comes from').toEqual([])
  }
  for (const cookie of await context.cookies()) expect(cookie.secure, cookie.name).toBe(false)

  await page.goto('/selectSystem?nf=t')
  await page.getByRole('list', { name: '系统' }).getByRole('button', { name: '能源管理系统' }).click()
  await page.waitForURL((url) => url.pathname !== '/selectSystem')
  await page.goto('/ems/stations')
  await expect(microPage(page).getByRole('row').nth(1)).toBeVisible()
  await page.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL('/login')
})

for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`EDGE-6 I18N-1 a notice says that it is not encrypted (${language})`, async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('note')).toHaveText(notice[language])
    })
  })
}

test('EDGE-6 there is no notice on the person’s own machine', async ({ page, requested }) => {
  await page.goto(`${process.env.ATRIUM_URL}/login`)
  await networkIdle(page)
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)
  // Another origin than this file's.
  requested.length = 0
})

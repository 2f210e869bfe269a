import type { BrowserContext } from 'playwright/test'
import { begin, call, copyOf, expect, microPage, type Page, signInAgain, test } from './fixtures'
import { register, testFault } from './micro-faults'

test.beforeEach(({ context }) => begin(context, 'admin'))

const plain = (page: Page) =>
  microPage(page).getByRole('heading', { name: 'An old page that knows no contract' })
/** Gives the code of its system. */
async function openPlain(page: Page, context: BrowserContext): Promise<string> {
  const code = await register(context, 'plain')
  await page.goto(`/${code}/page`)
  await expect(plain(page)).toBeVisible()
  return code
}

// What else goes wrong is in micro-trouble.long.spec.ts.
testFault({
  behaviour: 'away',
  message: '无法加载',
  came: '其服务无法访问',
  todo: '系统配置中的地址和端口',
  detail: 'cause: ECONNREFUSED',
})

test('MICRO-4 a page that knows no contract is shown all the same', async ({ page, context }) => {
  await openPlain(page, context)
  await expect(page.getByRole('status').filter({ hasText: '正在加载' })).toBeHidden()
})

test('MICRO-4 FRAME-8 a page that stands stays, whatever it missed or did not catch', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/403 of a list/, /status of 404/, /Refused to execute/, /wujie/i)
  const code = await register(context, 'rejects')
  await page.goto(`/${code}/page`)
  await expect(page.getByRole('status').filter({ hasText: '正在加载' })).toBeHidden()
  await expect(microPage(page).getByRole('heading', { name: 'standing' })).toBeVisible()
  await expect(microPage(page).locator('output')).toHaveText('no workers')
})

test('MICRO-4 a page that sets another address is stopped', async ({ page, context, expected }) => {
  expected.push(/Framing/, /wujie/i)
  const code = await register(context, 'leaves')
  await page.goto(`/${code}/page`)
  await microPage(page).getByRole('button', { name: 'leave' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('离开了自己的页面')
  await expect(page).toHaveURL(`/${code}/page`)
})

test('FRAME-9 a page gets the shell’s look, in CSS and in words, and follows it', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const code = await register(context, 'dressed')
  await page.goto(`/${code}/page`)
  const heading = microPage(page).getByRole('heading', { name: 'dressed' })
  const told = microPage(page).locator('output')
  const accent = async (colour: string) => {
    await expect(heading).toHaveCSS('color', colour)
    await expect(told).toContainText(`"accent":"${colour}"`)
  }
  await accent('rgb(37, 95, 207)')
  await expect(heading).toHaveCSS('font-size', '13px')
  await page.emulateMedia({ colorScheme: 'dark' })
  await accent('rgb(50, 106, 217)')
  await page.evaluate(() => {
    Object.assign(document.documentElement.dataset, { theme: '10', fontSize: '16', density: 'compact' })
  })
  await accent('rgb(0, 123, 118)')
  await expect(heading).toHaveCSS('font-size', '17px')
  for (const [density, height] of [
    ['compact', '28px'],
    ['comfortable', '32px'],
    ['normal', '30px'],
  ] as const) {
    await page.evaluate((to) => Object.assign(document.documentElement.dataset, { density: to }), density)
    await expect(told).toContainText(`"density":"${density}"`)
    await expect(heading).toHaveCSS('line-height', height)
  }
  // As React does that draws a whole document.
  await heading.evaluate(({ ownerDocument: { documentElement } }) => documentElement.removeAttribute('style'))
  await accent('rgb(0, 123, 118)')
})

test('LOGOUT-1 a socket of a system’s page ends at once with the session', async ({
  page,
  context,
  expected,
}) => {
  // Cut off, not complete: whoever reads the stream is not to take it for whole.
  expected.push(/status of 401/, /INCOMPLETE_CHUNKED/)
  const code = await register(context, 'talks')
  await page.goto(`/${code}/page`)
  const heard = microPage(page).locator('output')
  await expect(heard).toHaveText('echo hello')
  // From elsewhere: nothing tells this browser.
  await call(await copyOf(context), 'POST', '/session/sign-out', {})
  await expect(heard).toHaveText('echo hello closed', { timeout: 3000 })
})

test('EDGE-3 MICRO-2 a page with unsaved work hears that the session is over, and that it goes on', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 401/)
  const code = await register(context, 'keeps')
  await page.goto(`/${code}/page`)
  await microPage(page).getByLabel('note').fill('half typed')
  await call(await copyOf(context), 'POST', '/session/sign-out', {})
  await microPage(page).getByRole('button', { name: 'read' }).click()
  const said = microPage(page).locator('output')
  await expect(said).toHaveText(/^(?:session:end ?)+$/)
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await signInAgain(again)
  await expect(said).toHaveText(/^(?:session:end )+(?:context:update ?)+$/)
  await expect(microPage(page).getByLabel('note')).toHaveValue('half typed')
})

test('MICRO-5 it asks the shell to navigate, to tell, to log out', async ({ page, context }) => {
  const code = await register(context, 'asks')
  const address = `/${code}/page`
  await page.goto(address)
  const ask = (name: string) => microPage(page).getByRole('button', { name, exact: true }).click()
  await ask('outside')
  await ask('elsewhere')
  await expect(page).toHaveURL(address)
  await ask('script')
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  const began = Date.now()
  await ask('flood')
  const flood = page.getByText(/^flood \d+$/)
  await expect(flood.first()).toBeVisible()
  // Fifty a second; one second may end in the midst of it, and on a busy machine it lasts longer.
  const heard = await flood.count()
  expect(heard).toBeLessThanOrEqual(50 * (2 + Math.floor((Date.now() - began) / 1000)))
  // What is said together with the flood is lost; a second later the shell listens again.
  await expect(async () => {
    if (!page.url().endsWith('/home')) await ask('home')
    await expect(page).toHaveURL('/home', { timeout: 1000 })
  }).toPass()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await ask('logout')
  await expect(page).toHaveURL(/\/login/)
})

test('MICRO-7 an address that is not allowed is never loaded', async ({ page, context, requested }) => {
  const code = await register(context, 'plain', 9)
  await page.goto(`/${code}/page`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('的地址未被允许')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('MICRO_APP_ORIGINS')
  expect((await context.request.get(`/micro/${code}/index.html`)).status()).toBe(404)
  expect(requested.filter((url) => url.includes(`/micro/${code}`))).toEqual([])
})

test('MICRO-7 EDGE-8 a disabled system is loaded no more', async ({ page, context }) => {
  const code = await openPlain(page, context)
  const list = await call(context, 'GET', `/sys/resourcesConfig/page/list?page=1&limit=10&code=${code}`)
  const { id } = (list.data as { content: { id: string }[] }).content[0] ?? { id: '' }
  expect((await call(context, 'POST', `/sys/resourcesConfig/updateOrgEnabled?id=${id}&enabled=0`)).code).toBe(
    0,
  )
  expect((await context.request.get(`/micro/${code}/index.html`)).status()).toBe(404)
  await page.reload()
  await expect(page.getByRole('heading', { name: '目前已停用' })).toBeVisible()
  await expect(plain(page)).toHaveCount(0)
})

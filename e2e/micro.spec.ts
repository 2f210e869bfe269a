import { begin, call, enter, expect, type Page, signIn, test, microPage as view } from './fixtures'
import { say } from './micro-messages'

/** The pages of the demo system `ems`, which runs beside the console on an origin of its own. */
const shown = (page: Page) => page.getByTestId('micro-view').filter({ visible: true })
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })

test.describe('a person inside the system ems', () => {
  test.beforeEach(async ({ context }) => {
    await signIn(context, 'operator')
    await enter(context, 'EAST', 'ems')
  })

  test('MICRO-1 SHELL-1 NAV-2 pages open inside the shell', async ({ page }) => {
    await page.goto('/home')
    const menu = page.getByTestId('side-menu')
    await menu.getByRole('link', { name: '电站列表' }).click()
    await expect(page).toHaveURL('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    await expect(menu.getByRole('link', { name: '电站列表' })).toHaveAttribute('aria-current', 'page')
    await menu.getByRole('link', { name: '告警中心' }).click()
    await expect(page).toHaveURL('/ems/alarms')
    await view(page).getByRole('link', { name: '详情' }).first().click()
    await expect(page).toHaveURL(/\/ems\/alarms\/\w+/)
    const detail = page.url()
    await expect(menu.getByRole('link', { name: '告警中心' })).toHaveAttribute('aria-current', 'page')
    await expect(view(page).getByRole('heading', { level: 2 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/ems/alarms')
    await expect(view(page).getByRole('table')).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(detail)
    await expect(view(page).getByRole('heading', { level: 2 })).toBeVisible()
    await page.reload()
    await expect(view(page).getByRole('heading', { level: 2 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/ems/alarms')
    await expect(view(page).getByRole('table')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
  })

  test('MICRO-1 a page shows at the press, before the server’s answer', async ({ page }) => {
    let answerNow = () => {}
    const asked = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    await page.route(/\/ems\/stations\?_rsc=/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/home')
    await page.getByTestId('side-menu').getByRole('link', { name: '电站列表' }).click()
    await expect(view(page).getByRole('table')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { name: '首页' })).toBeHidden()
    await expect(page).toHaveURL('/home')
    answerNow()
    await expect(page).toHaveURL('/ems/stations')
    await page.goBack()
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('main').getByRole('heading', { name: '首页' })).toBeVisible()
  })

  test('MICRO-1 another press before the answer wins @long', async ({ page }) => {
    await page.route(/\/ems\/stations\?_rsc=/, () => new Promise(() => {}))
    await page.goto('/home')
    const menu = page.getByTestId('side-menu')
    await menu.getByRole('link', { name: '电站列表' }).click()
    await expect(view(page).getByRole('table')).toBeVisible()
    await menu.getByRole('link', { name: '告警中心' }).click()
    await expect(page).toHaveURL('/ems/alarms')
    await expect(tabs(page).getByRole('link', { name: '告警中心' })).toHaveAttribute('aria-current', 'page')
    await expect(shown(page)).toHaveCount(1)
  })

  test('SHELL-9 opened pages have tabs, and a closed one is gone', async ({ page }) => {
    await page.goto('/ems/stations')
    const search = view(page).getByRole('textbox')
    await search.fill('half typed')
    const menu = page.getByTestId('side-menu')
    await menu.getByRole('link', { name: '告警中心' }).click()
    await expect(view(page).getByRole('table')).toBeVisible()
    await expect(tabs(page).getByRole('link')).toHaveText(['电站列表', '告警中心'])
    await tabs(page).getByRole('link', { name: '电站列表' }).click()
    await expect(page).toHaveURL('/ems/stations')
    await expect(search).toHaveValue('half typed')
    await tabs(page).getByRole('button', { name: '关闭电站列表' }).press('Enter')
    await expect(page).toHaveURL('/ems/alarms')
    await expect(tabs(page).getByRole('link', { name: '告警中心' })).toBeFocused()
    await expect(tabs(page).getByRole('link')).toHaveText(['告警中心'])
    // One runs it, one shows it.
    await expect.poll(() => page.locator('iframe').count()).toBe(2)
    await tabs(page).getByRole('button', { name: '关闭告警中心' }).click()
    await expect(page).toHaveURL('/home')
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await menu.getByRole('link', { name: '电站列表' }).click()
    await expect(view(page).getByRole('textbox')).toHaveValue('')
  })

  test('FRAME-6 FRAME-7 the page names document and tab; tabs come back', async ({ page }) => {
    await page.goto('/ems/stations')
    await expect(page).toHaveTitle(/^电站列表 - /)
    const menu = page.getByTestId('side-menu')
    await menu.getByRole('link', { name: '告警中心' }).click()
    await expect(page).toHaveTitle(/^告警中心 - /)
    await view(page).getByRole('link', { name: '详情' }).first().click()
    await expect(page).toHaveURL(/\/ems\/alarms\/\w+/)
    const name = await tabs(page).locator('[aria-current]').innerText()
    await expect(page).toHaveTitle(new RegExp(`^${name} - `))
    const html = await (await page.context().request.get(page.url())).text()
    expect(html, 'also from the server').toContain('<title>告警中心 - ')
    await page.reload()
    await expect(view(page).getByRole('heading', { level: 2 })).toBeVisible()
    await expect(tabs(page).getByRole('link')).toHaveText(['电站列表', name])
    await expect(menu.getByRole('link', { name: '告警中心' })).toHaveAttribute('aria-current', 'page')
    expect(await page.locator('iframe').count(), 'the other is loaded when it is looked at').toBe(2)
    await tabs(page).getByRole('link', { name: '电站列表' }).click()
    await expect(view(page).getByRole('table')).toBeVisible()
    await expect(page).toHaveTitle(/^电站列表 - /)
  })

  test('FRAME-7 a page with unsaved work is closed after a question only @long', async ({ page }) => {
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-wujie-flag]')?.contentWindow
      frame?.addEventListener('beforeunload', (event) => event.preventDefault())
    })
    const close = tabs(page).getByRole('button', { name: '关闭电站列表' })
    await close.click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button').last().click({ trial: true })
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(view(page).getByRole('table')).toBeVisible()
    await close.click()
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).click()
    await expect(page).toHaveURL('/home')
  })

  test('FRAME-7 work that a page says it holds stays under other pages, and is asked about before the window is left @long', async ({
    page,
  }) => {
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    await say(page, 'micro:unsaved', { unsaved: true })
    await page.getByTestId('side-menu').getByRole('link', { name: '告警中心' }).click()
    await expect(page).toHaveURL('/ems/alarms')
    await expect(view(page).getByRole('table')).toBeVisible()
    const logOut = async () => {
      await page.getByRole('button', { name: /账号菜单$/ }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
    }
    await logOut()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: '继续编辑' }).click()
    await expect(question).toBeHidden()
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => window.location.reload()))
    const native = await asked
    expect(native.type()).toBe('beforeunload')
    await native.dismiss()
    await expect(view(page).getByRole('table')).toBeVisible()
    await logOut()
    await question.getByRole('button', { name: '放弃修改' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('MICRO-3 LOGIN-7 its API has the person’s authority, no token', async ({ page }) => {
    const seen: string[] = []
    page.on('request', async (request) => {
      const headers = await request.allHeaders()
      seen.push(`${request.url()} ${headers.authorization ?? ''}`)
    })
    const answers: number[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/ems/')) answers.push(response.status())
    })
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('row').nth(1)).toBeVisible()
    expect(answers).toContain(200)
    expect(seen.filter((line) => /bearer/i.test(line))).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect(stored).not.toMatch(/bearer|access_token/i)
  })

  test('MICRO-2 it knows the language, and follows light and dark @long', async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    const background = () =>
      view(page)
        .getByRole('table')
        .evaluate((table) => getComputedStyle(table).color)
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).not.toBe(light)
    await context.addCookies([{ name: 'lang', value: 'en', url: new URL('/', page.url()).href }])
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await expect(view(page).getByRole('columnheader', { name: /power/i }).first()).toBeVisible()
  })

  test('CALL-5 the static files are no pages, and bear nothing of the session', async ({ page, context }) => {
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    const file = await context.request.get('/micro/ems/index.html')
    expect(file.status()).toBe(200)
    expect(file.headers()['content-security-policy']).toContain('sandbox')
    expect(file.headers()['set-cookie']).toBeUndefined()
    const headers = { 'sec-fetch-dest': 'document' }
    expect((await context.request.get('/micro/ems/index.html', { headers })).status()).toBe(403)
    // A service worker would go on answering when the system is long gone.
    for (const worker of [{ 'sec-fetch-dest': 'serviceworker' }, { 'service-worker': 'script' }]) {
      const answer = await context.request.get('/micro/ems/index.html', { headers: worker as never })
      expect(answer.status(), JSON.stringify(worker)).toBe(403)
    }
    for (const path of [
      '/micro/ems/../secret',
      '/micro/ems/%2e%2e/x',
      '/micro/nothing/index.html',
      '/micro/uia/index.html',
    ]) {
      expect((await context.request.get(path)).status(), path).toBe(404)
    }
    expect((await call(context, 'GET', '/emsx/stations')).status).toBe(404)
    await context.clearCookies({ name: /access_token/ })
    expect((await context.request.get('/micro/ems/index.html')).status()).toBe(401)
    expect(await call(context, 'GET', '/ems/stations')).toMatchObject({ status: 401, code: 102001 })
  })

  test('GUARD-9 the standalone page leaves the console by a full load', async ({ page, context }) => {
    const answer = await context.request.get('/ems/screen', { maxRedirects: 0 })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ems\/screen$/)
    await page.goto('/home')
    expect((await context.request.get('/ems-yr/screen2', { maxRedirects: 0 })).status()).toBe(404)
  })

  for (const account of ['admin', 'operator', 'auditor', 'orphan'] as const) {
    test(`GUARD-9 GUARD-14 ${account} leaves for a standalone page`, async ({ context }) => {
      await signIn(context, account)
      if (account === 'operator') await enter(context, 'WEST', 'uia')
      const answer = await context.request.get('/ems/screen?stationId=7', { maxRedirects: 0 })
      expect([answer.status(), answer.headers().location]).toEqual([
        307,
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/ems\/screen\?stationId=7$/),
      ])
      expect((await context.request.get('/ems-yr/screen2', { maxRedirects: 0 })).status()).toBe(404)
    })
  }
})

test('MICRO-1 GUARD-13 a system of others is no address', async ({ page, context, expected }) => {
  expected.push(/status of 404/)
  await begin(context, 'auditor')
  // Neither are its files and its API.
  expect((await context.request.get('/micro/ems/index.html')).status()).toBe(404)
  expect((await call(context, 'GET', '/ems/stations')).status).toBe(404)
  await page.goto('/ems/stations')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('GUARD-7 MICRO-1 without a chosen system its pages lead to the chooser', async ({ page, context }) => {
  await signIn(context, 'operator')
  expect((await context.request.get('/micro/ems/index.html')).status()).toBe(404)
  await page.goto('/ems/stations')
  await expect(page).toHaveURL(/\/selectSystem/)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { consolePages } from '../lib/console-pages'
import { begin, enter, expect, logInByHand, type Page, signIn } from './fixtures'
import { test as withOwnStack } from './own-stack'
import { addPerson, cookiesLeft, copyOf, isSignedIn, test } from './people'

const adminPaths = consolePages.map((page) => page.path)
const documentRefused = /Failed to load resource: the server responded with a status of (403|404)/

async function storageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
}

for (const path of [
  '/home',
  '/account/index?account=zhang',
  '/selectSystem',
  '/nowhere/at-all',
  '/login',
  '/',
]) {
  test(`GUARD-1 areaPortalLogout=true on ${path} ends the session at once`, async ({ page, context }) => {
    await begin(context, 'operator')
    const copy = await copyOf(context)
    await page.goto('/home')
    await page.evaluate(() => {
      localStorage.setItem('lang', 'zh-cn')
      localStorage.setItem('business', '{"orgId":"x"}')
      sessionStorage.setItem('draft', 'x')
    })
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}areaPortalLogout=true`)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    await expect.poll(() => storageOf(page)).toEqual({ lang: 'zh-cn' })
    expect(await cookiesLeft(context)).toEqual([])
    // The platform was told: the session is over for whoever kept the cookie.
    await expect.poll(() => isSignedIn(copy)).toBe(false)
    await copy.close()
  })
}

test('GUARD-1 areaPortalLogout=true is no error for somebody who is signed out', async ({ page }) => {
  await page.goto('/home?areaPortalLogout=true')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('GUARD-1 an image, a frame or a prefetch on somebody’s page signs nobody out', async ({
  page,
  context,
  baseURL,
  expected,
  requested,
}) => {
  await begin(context, 'operator')
  // Another port is another origin but the same site: the cookie comes along.
  const address = `${baseURL}/home?areaPortalLogout=true`
  const html = `<!doctype html><link rel="prefetch" href="${address}&by=prefetch">
    <img src="${address}&by=image"><iframe src="${address}&by=frame"></iframe><script src="${address}&by=script"></script>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expected.push(/frame-ancestors|ERR_BLOCKED_BY|Refused to (frame|display)|Framing/i)
  const ways = ['prefetch', 'image', 'frame', 'script']
  const sent = ways.map((way) => page.waitForRequest((request) => request.url().endsWith(`by=${way}`)))
  await page.goto(elsewhere)
  const [, , frame] = await Promise.all(sent)
  // The browser tells the headers of the frame only; of the others it keeps them to itself.
  expect((await frame?.allHeaders())?.cookie, 'the cookie comes along').toContain('access_token=')
  await page.waitForLoadState('networkidle')
  expect(await isSignedIn(context)).toBe(true)
  await page.goto('/home')
  await expect(page).toHaveURL('/home')
  const own = page.waitForResponse((response) => response.url().endsWith('by=own'))
  await page.evaluate((source) => {
    new Image().src = source
  }, `${address}&by=own`)
  expect((await (await own).request().allHeaders()).cookie).toContain('access_token=')
  expect(await isSignedIn(context)).toBe(true)
  // The page of the test itself is the only other host.
  requested.splice(0, requested.length, ...requested.filter((url) => !url.startsWith(elsewhere)))
  server.close()
})

test('GUARD-1 frames, prefetches and writes that name areaPortalLogout keep the session, header by header', async ({
  context,
  baseURL,
}) => {
  await begin(context, 'operator')
  const address = `${baseURL}/home?areaPortalLogout=true`
  const ways: Record<string, string>[] = [
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'document', purpose: 'prefetch' },
  ]
  for (const headers of ways) {
    await context.request.get(address, { headers, maxRedirects: 0 })
    expect(await isSignedIn(context), JSON.stringify(headers)).toBe(true)
  }
  await context.request.post(address, { maxRedirects: 0 })
  expect(await isSignedIn(context), 'POST').toBe(true)
})

test('GUARD-2 without a session every path but /login leads to /login', async ({ page }) => {
  for (const path of [
    ...adminPaths,
    '/home',
    '/user/index',
    '/selectSystem',
    '/toggleSystem',
    '/no/where',
    '/user',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
  }
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test('GUARD-2 a cookie that opens nothing is no session, and goes', async ({ page, context, baseURL }) => {
  for (const value of ['nonsense', 'Fe26.2*1*a*b*c*d*e*f', 'x'.repeat(4000), '%00']) {
    await context.addCookies([{ name: 'access_token', value, url: baseURL ?? '' }])
    await page.goto('/account/index')
    await expect(page).toHaveURL('/login?from=%2Faccount%2Findex')
    expect(await cookiesLeft(context)).toEqual([])
  }
})

test('GUARD-2 after signing in, a super administrator reaches the page first asked for', async ({ page }) => {
  await page.goto('/account/index?account=zhang&page=1')
  await expect(page).toHaveURL(/\/login\?from=/)
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/account/index?account=zhang&page=1')
  await expect(page.getByRole('cell', { name: 'zhangwei', exact: true })).toBeVisible()
})

test('GUARD-2 after signing in and choosing, a person reaches the page first asked for', async ({ page }) => {
  await page.goto('/account/index?account=auditor')
  await logInByHand(page, 'operator')
  await expect(page).toHaveURL(/\/selectSystem\?from=/)
  await page.waitForLoadState()
  await page.getByRole('button', { name: '统一管理平台' }).click()
  await expect(page).toHaveURL('/account/index?account=auditor')
  await expect(page.getByRole('cell', { name: 'auditor', exact: true })).toBeVisible()
})

const hostile = [
  '//evil.example',
  '///evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'evil.example',
  ' //evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '%2F%2Fevil.example',
  '/%2F%2Fevil.example/../..//evil.example',
  '@evil.example',
  '/api/authorization/logout',
  '/login?from=//evil.example',
  '/home?areaPortalLogout=true',
]
for (const from of hostile) {
  test(`GUARD-2 from=${JSON.stringify(from)} leads to a page of ours after signing in`, async ({
    page,
    context,
    baseURL,
    expected,
  }) => {
    expected.push(documentRefused)
    await page.goto(`/login?from=${encodeURIComponent(from)}`)
    await logInByHand(page, 'admin')
    await expect(page.getByTestId('system-title')).toHaveText('统一管理平台')
    const landed = new URL(page.url())
    expect(landed.origin).toBe(baseURL)
    expect(landed.pathname).not.toMatch(/^\/(\/|api|login)/)
    expect(await isSignedIn(context)).toBe(true)
  })
}

for (const from of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/.//evil.example',
  '/api/x',
]) {
  test(`GUARD-2 from=${from} leads home after choosing a system`, async ({ page, context }) => {
    await signIn(context, 'auditor')
    await page.goto(`/selectSystem?from=${encodeURIComponent(from)}`)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('main')).toBeVisible()
  })
}

test('GUARD-2 two from parameters are none', async ({ page }) => {
  await page.goto('/login?from=/account/index&from=//evil.example')
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/home')
})

test('GUARD-3 with a session, /login leads to /', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/login')
  await expect(page).toHaveURL('/home')
  await page.goto('/login?from=//evil.example&reason=ended&ended=guessed')
  await expect(page).toHaveURL('/home')
  expect(await isSignedIn(context)).toBe(true)
})

test('GUARD-4 with a session, /selectSystem leads a super administrator to /', async ({ page, context }) => {
  await begin(context, 'admin')
  for (const path of ['/selectSystem', '/selectSystem?nf=t', '/toggleSystem']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
  }
})

test('GUARD-7 without a system, every console page leads to the chooser and from there to the page', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  for (const path of [...adminPaths, '/user/index']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/selectSystem?${new URLSearchParams({ from: path })}`)
  }
  for (const path of ['/', '/home']) {
    await page.goto(path)
    await expect(page).toHaveURL('/selectSystem')
  }
  await page.goto('/user')
  await expect(page).toHaveURL(`/selectSystem?${new URLSearchParams({ from: '/user/index' })}`)
  await page.waitForLoadState()
  await page.getByRole('button', { name: '统一管理平台' }).click()
  await expect(page).toHaveURL('/user/index')
})

const titles = {
  'zh-cn': {
    '/home': '首页',
    '/user/index': '个人中心',
    '/account/index': '账号管理',
    '/role/index': '角色管理',
    '/department/index': '部门管理',
    '/organization/index': '组织管理',
    '/online/index': '在线用户',
    '/apply/index': '应用管理',
    '/allocation/index': '系统配置',
    '/menu/index': '菜单管理',
    '/assets/index': '资源管理',
    '/entryLog/index': '登录日志',
    '/operation/index': '操作日志',
    '/no/where': '页面不存在',
    '/selectSystem?nf=t': '选择系统',
  },
  en: {
    '/home': 'Home',
    '/user/index': 'Personal centre',
    '/account/index': 'Accounts',
    '/role/index': 'Roles',
    '/department/index': 'Departments',
    '/organization/index': 'Organizations',
    '/online/index': 'Online users',
    '/apply/index': 'Applications',
    '/allocation/index': 'System configuration',
    '/menu/index': 'Menus',
    '/assets/index': 'Resources',
    '/entryLog/index': 'Login log',
    '/operation/index': 'Operation log',
    '/no/where': 'Not found',
    '/selectSystem?nf=t': 'Select a system',
  },
}
for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, () => {
    test.use({ language })
    test(`GUARD-8 the document’s title is the route’s and then the product’s, in ${language}`, async ({
      page,
      context,
      expected,
    }) => {
      expected.push(documentRefused)
      await page.goto('/login')
      await expect(page).toHaveTitle(language === 'en' ? 'Log in - Atrium' : '登录 - Atrium')
      await begin(context, 'operator')
      for (const [path, title] of Object.entries(titles[language])) {
        await page.goto(path)
        await expect(page, path).toHaveTitle(`${title} - Atrium`)
      }
    })
  })
}

test('GUARD-8 the title follows a page opened from the menu', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/home')
  await page.getByRole('link', { name: '账号管理' }).click()
  await expect(page).toHaveTitle('账号管理 - Atrium')
  await page.getByRole('link', { name: '登录日志' }).click()
  await expect(page).toHaveTitle('登录日志 - Atrium')
})

test('GUARD-10 / leads to /home, /user to /user/index, and home is empty inside the layout', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.goto('/user')
  await expect(page).toHaveURL('/user/index')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('side-menu')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading')).toHaveText('首页')
  expect((await page.getByRole('main').innerText()).trim().length).toBeLessThanOrEqual('首页'.length)
})

for (const path of [
  '/nowhere',
  '/account',
  '/account/index/x',
  '/user/other',
  '/a/b/c/d',
  '/%E4%B8%AD%E6%96%87',
]) {
  test(`GUARD-11 ${path} is the 404 page with a picture and status 404`, async ({
    page,
    context,
    expected,
  }) => {
    expected.push(documentRefused)
    await begin(context, 'operator')
    const response = await page.goto(`${path}?systemCode=ems`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
    const picture = page.locator('main img')
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)
    await expect.poll(async () => (await storageOf(page)).systemCode).toBe('ems')
  })
}

test('GUARD-2 GUARD-11 addresses of files that are none show nothing in a frame, run nothing, and take nothing', async ({
  context,
}) => {
  await begin(context, 'operator')
  for (const path of [
    '/images/nothing',
    '/images/..%2fhome',
    '/_next/static/nothing',
    '/_next/image',
    '/favicon.icox',
    '/home',
  ]) {
    const { headers, status } = await context.request.get(path).then((response) => ({
      headers: response.headers(),
      status: response.status(),
    }))
    expect(status, path).toBeLessThan(500)
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    for (const sent of [{ 'next-action': '40aaaa' }, { 'content-type': 'text/plain;charset=UTF-8' }]) {
      const answer = await context.request.post(path, { headers: sent as never, data: '[]' })
      expect([404, 405], `${path} ${JSON.stringify(sent)} ${answer.status()}`).toContain(answer.status())
    }
  }
})

test('GUARD-11 the 404 page and its system code are there before a system is chosen, too', async ({
  page,
  context,
  expected,
}) => {
  expected.push(documentRefused)
  await signIn(context, 'operator')
  const response = await page.goto('/nowhere?systemCode=ems')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/nowhere?systemCode=ems')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expect(page).toHaveTitle('页面不存在 - Atrium')
  await expect.poll(async () => (await storageOf(page)).systemCode).toBe('ems')
  await page.goto('/selectSystem')
  await expect(page.getByRole('button', { name: '能源管理系统' })).toBeFocused()
})

test('GUARD-12 /toggleSystem opens the chooser and enters nothing by itself', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto('/toggleSystem')
  await expect(page).toHaveURL('/selectSystem?nf=t')
  await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL('/selectSystem?nf=t')
})

for (const account of ['operator', 'admin'] as const) {
  test(`GUARD-13 every admin route exists for ${account}`, async ({ page, context }) => {
    await begin(context, account)
    for (const path of adminPaths) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(200)
      await expect(page, path).toHaveURL(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
    }
  })
}

test('GUARD-13 a page without the permission is refused by the server with status 403', async ({
  page,
  context,
  expected,
}) => {
  expected.push(documentRefused)
  await begin(context, 'auditor')
  const response = await page.goto('/assets/index')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
  await expect(page.getByTestId('side-menu')).toBeVisible()
  await expect(page.getByRole('link', { name: '资源管理' })).toHaveCount(0)
})

test('GUARD-13 somebody without any right in the console gets none of its pages, nor their rows', async ({
  page,
  context,
  admin,
  expected,
}) => {
  expected.push(documentRefused)
  const person = await addPerson(admin, { EAST: 'engineer' })
  await signIn(context, person.account)
  await enter(context, 'EAST', 'ems')
  for (const path of adminPaths) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(403)
    await expect(page.getByRole('heading', { name: '您无权访问此页面' }), path).toBeVisible()
    await expect(page.getByRole('table'), path).toHaveCount(0)
    expect(await response?.text(), path).not.toContain('zhangwei')
  }
})

test('GUARD-14 a reload and a pasted deep link open the list in the same state', async ({
  page,
  context,
}) => {
  await begin(context, 'admin')
  const state = async (tab: Page) => {
    await expect(tab.getByRole('table')).toBeVisible()
    return {
      rows: await tab.locator('tbody tr').allInnerTexts(),
      searched: await tab.getByRole('search').locator('input[name=account]').inputValue(),
      page: await tab.locator('main [aria-current=page]').innerText(),
      size: await tab.getByRole('combobox', { name: '每页条数' }).inputValue(),
    }
  }
  // Twelve people of the demo, whom no other test adds to.
  for (const [query, expected] of [
    ['account=ang&page=2', { searched: 'ang', page: '2', size: '10', count: 2 }],
    ['account=ang&size=20', { searched: 'ang', page: '1', size: '20', count: 12 }],
  ] as const) {
    await page.goto(`/account/index?${query}`)
    const before = await state(page)
    expect({ ...before, rows: undefined, count: before.rows.length }).toEqual({
      ...expected,
      rows: undefined,
    })
    await page.reload()
    expect(await state(page)).toEqual(before)
    const pasted = await context.newPage()
    await pasted.goto(page.url())
    expect(await state(pasted)).toEqual(before)
  }
})

test('GUARD-14 a search survives a reload, in its field and in its rows', async ({ page, context }) => {
  await begin(context, 'admin')
  await page.goto('/account/index?account=night_shift')
  const field = page.getByRole('search').locator('input[name=account]')
  await expect(field).toHaveValue('night_shift')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.reload()
  await expect(field).toHaveValue('night_shift')
  await expect(page.locator('tbody tr')).toHaveCount(2)
})

const apart = withOwnStack
apart.describe('with a platform of its own', () => {
  apart.describe.configure({ mode: 'serial' })

  apart(
    'LOGIN-7 what the content policy refuses is reported to the console itself, and told in its log',
    async ({ page, stack, expected }) => {
      expected.push(/Content Security Policy/)
      await page.goto('/login')
      await page.evaluate(() => {
        document.body.insertAdjacentHTML('beforeend', '<b id="evil" onclick="window.injected = true">x</b>')
        document.getElementById('evil')?.click()
      })
      expect(await page.evaluate(() => 'injected' in window)).toBe(false)
      await expect
        .poll(() => stack.said.join('\n'))
        .toContain(`script-src-attr refused inline on ${stack.url}/login`)
    },
  )

  apart(
    'GUARD-5 an unreachable platform signs nobody out and offers a retry',
    async ({ page, context, stack, expected }) => {
      expected.push(/status of 50\d/)
      await page.goto('/login')
      await logInByHand(page, 'auditor')
      await expect(page).toHaveURL('/home')
      await stack.platform?.stop()
      for (const path of ['/home', '/account/index', '/selectSystem', '/nowhere']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(path)
        await expect(page.getByRole('heading', { name: '平台没有响应' }), path).toBeVisible()
      }
      expect((await context.cookies()).map((cookie) => cookie.name)).toContain('access_token')
      await page.goto('/home')
      await stack.platform?.start()
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page.getByTestId('side-menu')).toBeVisible()
      await expect(page).toHaveURL('/home')
    },
  )

  apart(
    'GUARD-5 a refusal of the user info ends the session, with the reason',
    async ({ page, context, stack, expected }) => {
      // The captcha on the login page is refused like everything else.
      expected.push(/status of 403/)
      await page.goto('/login')
      await logInByHand(page, 'auditor')
      await expect(page).toHaveURL('/home')
      await stack.platform?.stop()
      // In the platform's place something that answers, and refuses.
      const refusing = createServer((_, response) => {
        response.writeHead(403, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ code: 403, msg: 'no', data: null }))
      })
      await new Promise<void>((resolve) =>
        refusing.listen(Number(new URL(stack.platformUrl).port), '127.0.0.1', resolve),
      )
      await page.goto('/account/index')
      await expect(page).toHaveURL(/\/login\?/)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText('验证失败，请重新登录')
      expect(await cookiesLeft(context)).toEqual([])
      expect(await storageOf(page)).not.toHaveProperty('business')
      await page.goto('/home')
      await expect(page).toHaveURL('/login?from=%2Fhome')
      refusing.closeAllConnections()
      await new Promise((resolve) => refusing.close(resolve))
      await stack.platform?.start()
    },
  )
})

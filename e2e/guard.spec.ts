import { createServer } from 'node:http'
import { serve } from '../tests/serve'
import {
  begin,
  cookiesLeft,
  copyOf,
  enter,
  expect,
  isSignedIn,
  logInByHand,
  scriptsDone,
  signIn,
  test,
} from './fixtures'
import { adminPaths, documentRefused, enterHere, from, storageOf } from './guards'
import { answer, boom } from './jammed-platform'
import { networkIdle } from './network-idle'
import { test as apart } from './own'

test('GUARD-1 areaPortalLogout=true on any path ends the session at once', async ({ page, context }) => {
  const paths = ['/home', '/account/index?account=zhang', '/selectSystem', '/nowhere/at-all', '/login', '/']
  for (const path of paths) {
    await begin(context, 'operator')
    const copy = await copyOf(context)
    // From the second path on it is the login page that is left.
    if (path === paths[0]) await page.goto('/home')
    await page.evaluate(() => {
      localStorage.setItem('lang', 'zh-cn')
      localStorage.setItem('business', '{"orgId":"x"}')
      sessionStorage.setItem('draft', 'x')
    })
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}areaPortalLogout=true`)
    await expect(page, path).toHaveURL('/login')
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
    await expect.poll(() => storageOf(page)).toEqual({ lang: 'zh-cn' })
    expect(await cookiesLeft(context)).toEqual([])
    // The platform was told: the session is over for whoever kept the cookie.
    await expect.poll(() => isSignedIn(copy), path).toBe(false)
  }
  await page.goto('/home?areaPortalLogout=true')
  await expect(page, 'no error for somebody who is signed out').toHaveURL('/login')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('GUARD-1 another’s page signs nobody out', async ({ page, context, baseURL, expected, requested }) => {
  await begin(context, 'operator')
  // Another port is another origin but the same site: the cookie comes along.
  const address = `${baseURL}/home?areaPortalLogout=true`
  const html = `<!doctype html><link rel="prefetch" href="${address}&by=prefetch">
    <img src="${address}&by=image"><iframe src="${address}&by=frame"></iframe><script src="${address}&by=script"></script>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  const { origin, stop } = await serve(server)
  const elsewhere = `${origin}/`
  expected.push(
    /frame-ancestors|ERR_BLOCKED_BY|Refused to (frame|display)|Framing|Refused to execute script.*by=script/i,
    /status of 403.*(?:by=(?:prefetch|image|script)|chrome-error:)/i,
  )
  const ways = ['prefetch', 'image', 'frame', 'script']
  const sent = ways.map((way) => page.waitForRequest((request) => request.url().endsWith(`by=${way}`)))
  const answered = ways.map((way) => page.waitForResponse((response) => response.url().endsWith(`by=${way}`)))
  await page.goto(elsewhere)
  const [, , frame] = await Promise.all(sent)
  for (const answer of await Promise.all(answered)) expect(answer.status(), answer.url()).toBe(403)
  // The browser tells the headers of the frame only; of the others it keeps them to itself.
  expect((await frame?.allHeaders())?.cookie, 'the cookie comes along').toContain('access_token=')
  await networkIdle(page)
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
  await stop()
})

test('GUARD-2 without a session every path but /login leads to /login', async ({ page, visitor }) => {
  const nobody = await visitor()
  const others = ['/home', '/user/index', '/selectSystem', '/toggleSystem', '/no/where', '/user']
  for (const path of [...adminPaths, ...others]) {
    const { status, headers } = await nobody.request
      .get(path, { maxRedirects: 0 })
      .then((answer) => ({ status: answer.status(), headers: answer.headers() }))
    expect([status, headers.location], path).toEqual([307, `/login?${from(path)}`])
  }
  await page.goto('/user/index')
  await expect(page).toHaveURL(`/login?${from('/user/index')}`)
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test('GUARD-2 after signing in one reaches the page asked for', async ({ page, context }) => {
  await page.goto('/account/index?account=zhang&page=1')
  await expect(page).toHaveURL(/\/login\?from=/)
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/account/index?account=zhang&page=1')
  await expect(page.getByRole('cell', { name: 'zhangwei', exact: true })).toBeVisible()
  await context.clearCookies({ name: 'access_token' })
  await page.goto('/account/index?account=auditor')
  await logInByHand(page, 'operator')
  await expect(page).toHaveURL(/\/selectSystem\?from=/)
  await scriptsDone(page)
  await enterHere(page)
  await expect(page).toHaveURL('/account/index?account=auditor')
  await expect(page.getByRole('cell', { name: 'auditor', exact: true })).toBeVisible()
})

// tests/unit/safe-path.test.ts tries them all; here one of each kind: another host, a script, a call, the way out.
test('GUARD-2 a hostile from leads to a page of ours @long', async ({ page, context, baseURL, expected }) => {
  expected.push(documentRefused)
  for (const path of [
    '/.//evil.example',
    'javascript:alert(1)',
    '/api/authorization/logout',
    '/home?areaPortalLogout=true',
  ]) {
    await context.clearCookies({ name: 'access_token' })
    await page.goto(`/login?${from(path)}`)
    await logInByHand(page, 'admin')
    await expect(page.getByTestId('system-title'), path).toHaveText('统一管理平台')
    const landed = new URL(page.url())
    expect(landed.origin, path).toBe(baseURL)
    expect(landed.pathname, path).not.toMatch(/^\/(\/|api|login)/)
    expect(await isSignedIn(context), path).toBe(true)
  }
  await context.clearCookies({ name: 'access_token' })
  await page.goto('/login?from=/account/index&from=//evil.example')
  await logInByHand(page, 'admin')
  await expect(page, 'two are none').toHaveURL('/home')
  await signIn(context, 'auditor')
  for (const path of ['/\\evil.example', 'https://evil.example', '/api/x']) {
    await page.goto(`/selectSystem?${from(path)}`)
    await expect(page, path).toHaveURL('/home')
    await expect(page.getByRole('main')).toBeVisible()
  }
})

test('GUARD-2 GUARD-11 addresses of files that are none take nothing', async ({ visitor }) => {
  const person = await visitor('operator')
  await enter(person, 'EAST', 'uia')
  const files = [
    '/images/nothing',
    '/images/..%2fhome',
    '/_next/static/nothing',
    '/_next/image',
    '/favicon.icox',
  ]
  for (const path of [...files, '/home']) {
    const answer = await person.request.get(path)
    const headers = answer.headers()
    expect(answer.status(), path).toBeLessThan(500)
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    for (const sent of [{ 'next-action': '40aaaa' }, { 'content-type': 'text/plain;charset=UTF-8' }]) {
      const written = await person.request.post(path, { headers: sent as never, data: '[]' })
      expect([404, 405], `${path} ${JSON.stringify(sent)} ${written.status()}`).toContain(written.status())
    }
  }
})

apart.describe('with a platform of its own', () => {
  apart.describe.configure({ mode: 'default' })

  apart(
    'LOGIN-7 what the content policy refuses is reported to the console itself, and told in its log',
    async ({ page, own, expected }) => {
      expected.push(/Content Security Policy/)
      await page.goto('/login')
      await page.evaluate(() => {
        document.body.insertAdjacentHTML('beforeend', '<b id="evil" onclick="window.injected = true">x</b>')
        document.getElementById('evil')?.click()
      })
      expect(await page.evaluate(() => 'injected' in window)).toBe(false)
      const refused = `script-src-attr refused inline on ${process.env.ATRIUM_URL}/login`
      await expect.poll(() => own.said.join('\n')).toContain(refused)
    },
  )

  apart(
    'GUARD-7 LOGOUT-2 before a system is chosen, a page of one waits for a platform that is away, leaves a session that is over, and is chosen for where it is refused',
    async ({ page, context, own, expected }) => {
      expected.push(/status of 50\d/)
      const listing = /listConfig/
      await signIn(context, 'operator')
      own.trouble(listing, boom)
      await page.goto('/ems/stations')
      await expect(page.getByRole('heading', { name: '平台没有响应' })).toBeVisible()
      await expect(page).toHaveTitle('平台没有响应 - Atrium')
      own.trouble(listing, answer(null, 403, 'no'))
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page).toHaveURL(`/selectSystem?${from('/ems/stations')}`)
      for (const path of ['/ems/stations', '/ems/screen']) {
        own.clear()
        await signIn(context, 'operator')
        own.trouble(listing, { ...answer(null, 102001, 'over'), status: 401 })
        await page.goto(path)
        await expect(page).toHaveURL(new RegExp(`/login\\?reason=ended&.*&${from(path)}$`))
      }
    },
  )

  apart(
    'GUARD-5 an unreachable platform signs nobody out and offers a retry; a refusal of the user info does',
    async ({ page, context, own, expected }) => {
      expected.push(/status of (50\d|403)/)
      await begin(context, 'auditor')
      await own.platform.stop()
      try {
        for (const path of ['/home', '/account/index', '/selectSystem', '/nowhere']) {
          await page.goto(path)
          await expect(page, path).toHaveURL(path)
          await expect(page.getByRole('heading', { name: '平台没有响应' }), path).toBeVisible()
          await expect(page.getByRole('button', { name: /的账号菜单$/ }), 'the way out').toBeVisible()
        }
        await page.goto('/nowhere')
        await expect(page, 'nor is that known').toHaveTitle('平台没有响应 - Atrium')
        expect((await context.cookies()).map((cookie) => cookie.name)).toContain('access_token')
        await page.goto('/home')
      } finally {
        await own.platform.start()
      }
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page.getByTestId('side-menu')).toBeVisible()
      await expect(page).toHaveURL('/home')

      // The captcha on the login page is refused like everything else.
      own.trouble(/./, {
        status: 403,
        type: 'application/json',
        body: JSON.stringify({ code: 403, msg: 'no', data: null }),
      })
      await page.goto('/account/index')
      await expect(page).toHaveURL(/\/login\?/)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText('验证失败，请重新登录')
      expect(await cookiesLeft(context)).toEqual([])
      expect(await storageOf(page)).not.toHaveProperty('business')
      await page.goto('/home')
      await expect(page).toHaveURL('/login?from=%2Fhome')
    },
  )
})

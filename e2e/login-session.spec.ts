import type { BrowserContext, Response } from 'playwright/test'
import { demoPassword, expect, hash, logInByHand, test } from './fixtures'
import { field, fill, open } from './login'
import { networkIdle } from './network-idle'
import { tokenIn, test as withOwnStack } from './own'
import { addPerson } from './people'
import { captchaAnswer } from './stack'

test('LOGIN-3 the password leaves as its hash only', async ({ page, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer' })
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push([request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n'))
  })
  await open(page)
  const signingIn = page.waitForRequest(/\/api\/session\/sign-in$/)
  await logInByHand(page, person.account)
  const body = (await signingIn).postDataJSON() as Record<string, string>
  expect(body.secret).toBe(hash(demoPassword))
  expect(body.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.keys(body).sort()).toEqual(['code', 'key', 'secret', 'username'])
  await expect(page).toHaveURL('/home')
  expect(sent.filter((text) => text.includes(demoPassword))).toEqual([])
  expect(sent.filter((text) => text.includes(Buffer.from(demoPassword).toString('base64')))).toEqual([])
})

test.describe('before the page’s script runs', () => {
  test.use({ javaScriptEnabled: false })
  test('LOGIN-3 a press of Enter sends nothing, least of all the password', async ({ page, requested }) => {
    await page.goto('/login')
    await fill(page, { username: 'operator', password: demoPassword, code: '2468' })
    const before = requested.length
    await field(page, 'code').press('Enter')
    await page.getByRole('button', { name: '登录' }).click()
    await expect(field(page, 'password')).toHaveValue(demoPassword)
    expect(requested.slice(before)).toEqual([])
    expect(page.url()).toMatch(/\/login$/)
  })
})

test('LOGIN-4 success clears storage and seals the token', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'viewer', WEST: 'viewer' })
  await open(page)
  await page.evaluate(() => {
    localStorage.setItem('lang', 'zh-cn')
    localStorage.setItem('business', 'old')
    localStorage.setItem('anything', 'old')
    sessionStorage.setItem('draft', 'old')
  })
  await logInByHand(page, person.account)
  await expect(page).toHaveURL('/selectSystem')
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
  expect(kept).toEqual({ local: { lang: 'zh-cn', superIdentification: '0' }, session: {} })
  const cookie = (await context.cookies()).find((candidate) => candidate.name === 'access_token')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
  expect(cookie?.value).toMatch(/^Fe26\.2\*/)
  expect(await page.evaluate(() => document.cookie)).not.toContain('access_token')
  // User info is loaded: the title bar has the person's name.
  await expect(page.getByRole('button', { name: new RegExp(person.name) })).toBeVisible()
})

test('LOGIN-4 LOGIN-6 a super administrator goes home, with the label', async ({ page }) => {
  await open(page)
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/home')
  await expect(page.getByTestId('system-title')).toHaveText('统一管理平台')
  await expect(page.getByTestId('display-label')).toHaveText('超级管理员')
  expect(await page.evaluate(() => localStorage.getItem('superIdentification'))).toBe('1')
})

const sealIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'access_token')?.value ?? ''

withOwnStack(
  'LOGIN-7 the token is nowhere in the browser in a whole visit @long',
  async ({ page, context, own }) => {
    const bodies: Promise<{ url: string; type: string; text: string }>[] = []
    const heads: string[] = []
    const look = async (response: Response) => {
      const type = (await response.allHeaders())['content-type'] ?? ''
      // The browser keeps no body of redirects, blobs, and calls that a page leaves by; the last are asked for below.
      const body = await response.body().catch(() => Buffer.alloc(0))
      return { url: response.url(), type, text: body.toString('latin1') }
    }
    context.on('response', (response) => {
      bodies.push(look(response))
      heads.push(`${response.url()} ${JSON.stringify(response.headers())}`)
    })
    const stored: string[] = []
    const keep = async () => {
      await networkIdle(page)
      stored.push(await page.content())
      stored.push(
        await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        ),
      )
      stored.push(
        await page.evaluate(() => JSON.stringify([history.state, window.name, Object.keys(window)])),
      )
    }
    await page.goto('/account/index')
    await logInByHand(page, 'operator')
    await expect(page.getByRole('button', { name: '统一管理平台' })).toBeVisible()
    await keep()
    const token = await tokenIn(await sealIn(context))
    const proof = await fetch(`${own.platformUrl}/auth/info`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await proof.json()).code, 'it is the token').toBe(0)

    await page.getByRole('combobox', { name: '组织' }).selectOption('西部储能')
    await page.getByRole('combobox', { name: '组织' }).selectOption('华东储能')
    await page.getByRole('button', { name: '统一管理平台' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await keep()
    const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
    const place = { orgId: cookies.orgId, systemId: cookies.systemId }
    await page.locator('tbody').getByRole('button', { name: /编辑/ }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await keep()
    for (const path of ['/home', '/user/index', '/operation/index']) {
      await page.goto(path)
      await keep()
    }
    await page
      .getByRole('link', { name: '角色管理' })
      .or(page.getByRole('link', { name: '登录日志' }))
      .first()
      .click()
    await keep()
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await keep()
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login')
    await keep()

    // The calls that a page leaves by, again and in full.
    const again = []
    const headers = { 'x-console': '1', origin: process.env.ATRIUM_URL ?? '' }
    const key = `${Date.now()}123456`
    again.push(await page.request.get(`/api/authorization/captcha?key=${key}`, { headers }))
    const signIn = { username: 'operator', secret: hash(demoPassword), code: captchaAnswer, key }
    again.push(await page.request.post('/api/session/sign-in', { headers, data: signIn }))
    const second = await tokenIn(await sealIn(context))
    expect(second).not.toBe(token)
    again.push(await page.request.post('/api/session/enter', { headers, data: place }))
    again.push(await page.request.get('/api/auth/info', { headers }))
    again.push(await page.request.post('/api/session/sign-out', { headers, data: {} }))
    for (const response of again) {
      expect(response.status(), response.url()).toBe(200)
      const type = response.headers()['content-type'] ?? ''
      bodies.push(response.text().then((text) => ({ url: response.url(), type, text })))
      heads.push(`${response.url()} ${JSON.stringify(response.headersArray())}`)
    }

    const answers = await Promise.all(bodies)
    expect(answers.filter(({ text }) => text !== '').length).toBeGreaterThan(20)
    const shapes = [token, second].flatMap((value) => [
      value,
      value.slice(0, 20),
      value.slice(-20),
      Buffer.from(value).toString('base64').slice(0, 40),
      Buffer.from(value).toString('hex'),
      Buffer.from(value, 'base64url').toString('hex'),
      Buffer.from(value, 'base64url').toString('base64').slice(0, 40),
    ])
    const places = [
      ...answers.map(({ url, text }) => ({ where: `body of ${url}`, text })),
      ...heads.map((text) => ({ where: `headers of ${text.split(' ')[0]}`, text })),
      ...stored.map((text) => ({ where: 'page, storage or readable cookies', text })),
    ]
    const found = places.filter(({ text }) => shapes.some((shape) => text.includes(shape)))
    expect(found.map(({ where }) => where)).toEqual([])
    // Whatever the platform calls it, no data that reaches the browser has a field for it.
    const data = answers.filter(({ type }) => /json|html|x-component/.test(type))
    const named = data.filter(({ text }) => /access_?token|refresh_?token|bearer|Fe26\.2/i.test(text))
    expect(named.map(({ url }) => url)).toEqual([])
    const envelopes = answers.filter(({ type }) => /json/.test(type))
    expect(envelopes.length).toBeGreaterThan(3)
    const shaped = envelopes.filter(({ text }) => /(?<![\w-])[\w-]{43}(?![\w-])/.test(text))
    expect(shaped.map(({ url }) => url)).toEqual([])
  },
)

test('LOGIN-4 whoever has more cookies of systems than Node takes is let in, and rid of them', async ({
  page,
  context,
  origin,
}) => {
  const value = 'x'.repeat(4000)
  await context.addCookies(
    Array.from({ length: 12 }, (_, at) => ({ name: `of-a-system-${at}`, value, url: origin })),
  )
  await open(page)
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/home')
  expect((await context.cookies()).filter(({ name }) => name.startsWith('of-'))).toEqual([])
})

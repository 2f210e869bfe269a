import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  request,
} from 'playwright/test'
import { browserHash as hash } from '../tests/browser-hash'
import { watchNetwork } from './network-idle'
import { captchaAnswer } from './stack'

export { expect, hash, type Locator, type Page, request }

export const demoPassword = 'Atrium2026'
type DemoAccount = 'admin' | 'operator' | 'auditor' | 'field' | 'orphan'

/** Whoever makes calls with a session of their own: a browser, or a visitor without one. */
export interface Caller {
  request: APIRequestContext
}

interface Fixtures {
  /** Faults that this test provokes: messages of the browser's console that match are expected. */
  expected: RegExp[]
  /** Every address that the page asked for. */
  requested: string[]
  language: 'zh-cn' | 'en'
  /** Who the browser is signed in as, inside the system `uia`, when the test begins. */
  as: DemoAccount | undefined
  /** Makes callers without a browser: nobody yet, or one signed in as an account. */
  visitor: (account?: string) => Promise<Caller>
}

interface WorkerFixtures {
  /** The console that is tested; `process.env.ATRIUM_URL` says the same. */
  origin: string
  /** The super administrator, without a browser. */
  admin: Caller
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  origin: [async ({}, use) => use(process.env.ATRIUM_URL ?? ''), { scope: 'worker' }],
  admin: [
    async ({ origin, playwright }, use) => {
      const own = await playwright.request.newContext({ baseURL: origin })
      await signIn({ request: own }, 'admin')
      await use({ request: own })
      await own.dispose()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  expected: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  requested: async ({}, use) => use([]),
  language: ['zh-cn', { option: true }],
  as: [undefined, { option: true }],
  baseURL: async ({ origin }, use) => use(origin),
  visitor: async ({ baseURL, playwright }, use) => {
    const made: APIRequestContext[] = []
    await use(async (account) => {
      const own = await playwright.request.newContext({ baseURL })
      made.push(own)
      if (account !== undefined) await signIn({ request: own }, account)
      return { request: own }
    })
    await Promise.all(made.map((own) => own.dispose()))
  },
  context: async ({ context, language, as, baseURL, expected, requested, javaScriptEnabled }, use) => {
    await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }])
    const faults: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => faults.push(error.error().stack || String(error.error())))
    context.on('request', (request) => requested.push(request.url()))
    watchNetwork(context)
    if (javaScriptEnabled) context.on('page', awaitScripts)
    if (as !== undefined) await begin(context, as)
    await use(context)
    const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
    expect(unexpected, 'errors in the browser’s console').toEqual([])
    const foreign = requested.filter((url) => /^https?:/.test(url) && new URL(url).origin !== baseURL)
    expect(foreign, 'requests to other hosts').toEqual([])
  },
})

/**
 * Opening and reloading end when the page's script has taken it, as far as a test does not say `waitUntil`: what is done
 * before that has tests of its own (early-press.spec.ts).
 */
function awaitScripts(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await scriptsDone(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await scriptsDone(page)
    return response
  }
}

/** React marks what it has taken with properties of its own; `PageReady` marks the window. */
export async function scriptsDone(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('script[src*="/_next/"]') === null) return true
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    return window.pageReady === true && [...document.querySelectorAll('button, select')].every(isTaken)
  })
}

const mark = { 'x-console': '1' }

/** A call through the BFF with the caller's session: the envelope as it came. */
export async function call(
  caller: Caller,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; code: number; msg: string; data: unknown }> {
  const origin = process.env.ATRIUM_URL ?? ''
  const response = await caller.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { ...mark, origin },
    data: body,
    maxRedirects: 0,
  })
  return { status: response.status(), ...(await response.json()) }
}

/** What a call reads; it has to succeed. */
export async function ask<Data>(caller: Caller, path: string): Promise<Data> {
  const answer = await call(caller, 'GET', path)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
  return answer.data as Data
}

/** A call that writes; it has to succeed. */
export async function tell(caller: Caller, path: string, body?: unknown): Promise<void> {
  const answer = await call(caller, 'POST', path, body)
  expect(answer.code, `${path}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(0)
}

/** Whether a call is refused with this status. */
export async function expectStatus(
  caller: Caller,
  status: number,
  calls: readonly (readonly [path: string, body?: unknown])[],
): Promise<void> {
  for (const [path, ...body] of calls) {
    const answer = await call(caller, body.length > 0 ? 'POST' : 'GET', path, body[0])
    expect(answer.status, path).toBe(status)
  }
}

/** Draws a captcha and signs in; gives the answer as it came. */
export async function trySignIn(caller: Caller, username: string, password = demoPassword) {
  const key = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
  const drawn = `${process.env.ATRIUM_URL}/api/authorization/captcha?key=${key}`
  await caller.request.get(drawn, { headers: mark })
  const body = { username, code: captchaAnswer, secret: hash(password), key }
  return call(caller, 'POST', '/session/sign-in', body)
}

/** Signs the caller in without a page; the login page has tests of its own. */
export async function signIn(caller: Caller, username: string, password = demoPassword): Promise<void> {
  const answer = await trySignIn(caller, username, password)
  expect(answer.code, answer.msg).toBe(0)
}

/** Organization ids by code, as far as this session sees them. */
export async function organizationIds(caller: Caller): Promise<Record<string, string>> {
  const list = await ask<{ orgId: string; orgCode: string }[]>(caller, '/sys/org/page/listUserOrg')
  return Object.fromEntries(list.map(({ orgId, orgCode }) => [orgCode, orgId]))
}

/** Enters a system by its code, in the organization of that code. */
export async function enter(caller: Caller, orgCode: string, systemCode: string): Promise<void> {
  const orgId = (await organizationIds(caller))[orgCode]
  const systems = await ask<{ id: string; code: string }[]>(caller, `/sys/user/app/list?orgId=${orgId}`)
  const systemId = systems.find((system) => system.code === systemCode)?.id
  await tell(caller, '/session/enter', { orgId, systemId })
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Sessions of this worker that the next test may use again, by place and person. */
const kept = new Map<string, Cookies>()

/** Signed in and inside the system `uia`: admin anywhere, the others in EAST unless said otherwise. */
export async function begin(
  context: BrowserContext,
  account: DemoAccount,
  orgCode = 'EAST',
  systemCode = 'uia',
): Promise<void> {
  const name = [process.env.ATRIUM_URL, account, orgCode, systemCode].join()
  // Signing in over an open session would end it for the tests to come.
  for (const cookie of ['access_token', 'systemId', 'orgId', 'orgCode'])
    await context.clearCookies({ name: cookie })
  const cookies = kept.get(name)
  if (cookies !== undefined) {
    await context.addCookies(cookies)
    // A test may have ended it.
    if ((await call(context, 'GET', '/auth/info')).code === 0) return
    await context.clearCookies({ name: 'access_token' })
  }
  await signIn(context, account)
  if (account !== 'admin') await enter(context, orgCode, systemCode)
  kept.set(
    name,
    (await context.cookies()).filter((cookie) => !['lang', 'tz', 'sidebar'].includes(cookie.name)),
  )
}

/** Answers what is asked before a changed form is left: what was typed may go. */
export async function giveUp(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /^(放弃修改|Discard changes)$/ }).click()
}

let made = 0
/** A name that no other test uses. */
export function unique(prefix: string): string {
  made += 1
  return `${prefix}${process.pid}x${Date.now().toString(36)}${made}`
}

/** One of at most 20 characters. */
export function short(prefix = 'r'): string {
  return `${prefix}${unique('').slice(-(19 - prefix.length))}`
}

/** Fills and sends the login form as a person does. */
export async function logInByHand(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await signInAgain(page, password)
}

/** The same where the name stands there already. Without its picture a captcha has no answer yet. */
export async function signInAgain(form: Page | Locator, password = demoPassword): Promise<void> {
  await expect(form.locator('form img')).toBeVisible()
  await form.locator('input[name=password]').fill(password)
  await form.locator('input[name=code]').fill(captchaAnswer)
  await form.locator('input[name=code]').press('Enter')
}

/** Somebody who holds a copy of the caller's cookies, as they are now. */
export async function copyOf(caller: Caller): Promise<Caller> {
  return { request: await request.newContext({ storageState: await caller.request.storageState() }) }
}

/** The session ends at the platform while its cookie stays, as overnight. */
export async function endElsewhere(caller: Caller): Promise<void> {
  await tell(await copyOf(caller), '/session/sign-out', {})
}

/** The page of a sub-application that shows, inside its frame. */
export function microPage(page: Page): FrameLocator {
  return page.getByTestId('micro-view').filter({ visible: true }).frameLocator('iframe')
}

/** Names of the cookies that hold anything of a session: neither the language nor the browser's own time zone does. */
export async function cookiesLeft(caller: Caller): Promise<string[]> {
  const harmless = new Map([
    ['lang', /^(zh-cn|en)$/],
    ['tz', /^Asia(\/|%2F)Shanghai$/],
  ])
  const { cookies } = await caller.request.storageState()
  const left = cookies.filter(({ name, value }) => !harmless.get(name)?.test(value))
  return left.map(({ name }) => name)
}

/** Whether the platform still takes the caller's session. */
export async function isSignedIn(caller: Caller): Promise<boolean> {
  return (await call(caller, 'GET', '/auth/info')).code === 0
}

/** Holds back what the page asks for. @returns what lets it through */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

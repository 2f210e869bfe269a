import { createHash } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { captchaAnswer } from './global-setup'

export { expect, type Page }

export const demoPassword = 'Atrium2026'
export type DemoAccount = 'admin' | 'operator' | 'auditor' | 'field' | 'orphan'

interface Fixtures {
  /** Faults that this test provokes: messages of the browser's console that match are expected. */
  expected: RegExp[]
  /** Every address that the page asked for. */
  requested: string[]
  language: 'zh-cn' | 'en'
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  expected: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  requested: async ({}, use) => use([]),
  language: ['zh-cn', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  baseURL: async ({}, use) => use(process.env.ATRIUM_URL),
  context: async ({ context, language, baseURL, expected, requested }, use) => {
    await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }])
    const faults: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => faults.push(error.error().stack || String(error.error())))
    context.on('request', (request) => requested.push(request.url()))
    await use(context)
    const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
    expect(unexpected, 'errors in the browser’s console').toEqual([])
    const foreign = requested.filter((url) => /^https?:/.test(url) && new URL(url).origin !== baseURL)
    expect(foreign, 'requests to other hosts').toEqual([])
  },
})

const mark = { 'x-console': '1' }

/** A call through the BFF with the context's session: the envelope as it came. */
export async function call(
  context: BrowserContext,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; code: number; msg: string; data: unknown }> {
  const origin = process.env.ATRIUM_URL ?? ''
  const response = await context.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { ...mark, origin },
    data: body,
    maxRedirects: 0,
  })
  return { status: response.status(), ...(await response.json()) }
}

export function hash(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}

/** Signs the context in without a page; the login page has tests of its own. */
export async function signIn(
  context: BrowserContext,
  username: string,
  password = demoPassword,
): Promise<void> {
  const key = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
  await context.request.get(`${process.env.ATRIUM_URL}/api/authorization/captcha?key=${key}`, {
    headers: mark,
  })
  const secret = hash(password)
  const answer = await call(context, 'POST', '/session/sign-in', {
    username,
    code: captchaAnswer,
    secret,
    key,
  })
  expect(answer.code, answer.msg).toBe(0)
}

/** Enters a system by its code, in the organization of that code. */
export async function enter(context: BrowserContext, orgCode: string, systemCode: string): Promise<void> {
  const organizations = (await call(context, 'GET', '/sys/org/page/listUserOrg')).data as {
    orgId: string
    orgCode: string
  }[]
  const orgId = organizations.find((organization) => organization.orgCode === orgCode)?.orgId
  const systems = (await call(context, 'GET', `/sys/user/app/list?orgId=${orgId}`)).data as {
    id: string
    code: string
  }[]
  const systemId = systems.find((system) => system.code === systemCode)?.id
  const answer = await call(context, 'POST', '/session/enter', { orgId, systemId })
  expect(answer.code, answer.msg).toBe(0)
}

/** Signed in and inside the system `uia`: admin anywhere, the others in EAST unless said otherwise. */
export async function begin(context: BrowserContext, account: DemoAccount, orgCode = 'EAST'): Promise<void> {
  await signIn(context, account)
  if (account !== 'admin') await enter(context, orgCode, 'uia')
}

let made = 0
/** A name that no other test uses. */
export function unique(prefix: string): string {
  made += 1
  return `${prefix}${process.pid}x${Date.now().toString(36)}${made}`
}

/** Fills and sends the login form as a person does. */
export async function logInByHand(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await expect(page.locator('form img')).toBeVisible()
  await page.locator('input[name=code]').fill(captchaAnswer)
  await page.locator('input[name=code]').press('Enter')
}

import { type Browser, type BrowserContext, expect as check, type Locator, type Page } from 'playwright/test'
import { begin, call, type DemoAccount, hash, unique } from './fixtures'

export const listPath = '/account/index'

export interface MadeAccount {
  id: string
  account: string
  name: string
  phone: string
}

interface Wanted {
  account?: string
  name?: string
  phone?: string
  /** Organization codes. */
  places?: readonly string[]
  password?: string
  /** Parts of names of roles, in the first organization. */
  roles?: readonly string[]
}

/** Organization ids by code, as far as this session sees them. */
export async function organizationIds(context: BrowserContext): Promise<Record<string, string>> {
  const answer = await call(context, 'GET', '/sys/org/page/listUserOrg')
  const list = answer.data as { orgId: string; orgCode: string }[]
  return Object.fromEntries(list.map(({ orgId, orgCode }) => [orgCode, orgId]))
}

export async function roleIds(context: BrowserContext, orgId: string): Promise<Record<string, string>> {
  const answer = await call(context, 'GET', `/sys/user/page/listRole?orgId=${orgId}`)
  const list = answer.data as { id: string; name: string }[]
  return Object.fromEntries(list.map(({ id, name }) => [name, id]))
}

export async function departmentsOf(
  context: BrowserContext,
  orgId: string,
): Promise<{ id: string; name: string }[]> {
  const answer = await call(context, 'GET', `/sys/dept/page/listByOrgId?orgId=${orgId}`)
  return answer.data as { id: string; name: string }[]
}

/** Adds an account of the test's own. */
export async function addAccount(context: BrowserContext, wanted: Wanted = {}): Promise<MadeAccount> {
  const account = wanted.account ?? unique('acc')
  const made = { account, name: wanted.name ?? account, phone: wanted.phone ?? '13800138000' }
  const ids = await organizationIds(context)
  const places = (wanted.places ?? ['EAST']).map((code) => ids[code] ?? `no organization ${code}`)
  const roles = wanted.roles?.length ? await roleIds(context, places[0] ?? '') : {}
  const answer = await call(context, 'POST', '/sys/user/page/add', {
    ...made,
    password: hash(wanted.password ?? 'Secret2026'),
    userOrgList: places.map((orgId) => ({ orgId, deptId: null })),
    usersRoleList: (wanted.roles ?? []).map((name) => roles[name]),
  })
  check(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(0)
  return { id: (await stored(context, account))?.id ?? '', ...made }
}

/** Adds accounts that share a prefix: one search shows these and no others. The last one added comes first. */
export async function addAccounts(context: BrowserContext, count: number): Promise<string> {
  const prefix = `${unique('many')}-`
  for (let number = 1; number <= count; number += 1) {
    await addAccount(context, { account: `${prefix}${String(number).padStart(2, '0')}` })
  }
  return prefix
}

/** The row of an account as the platform has it now. */
export async function stored(
  context: BrowserContext,
  account: string,
): Promise<(MadeAccount & { enabled: boolean }) | undefined> {
  const answer = await call(context, 'GET', `/sys/user/page/list?account=${encodeURIComponent(account)}`)
  const { content } = answer.data as { content: (MadeAccount & { enabled: boolean })[] }
  return content.find((row) => row.account === account)
}

interface Detail extends MadeAccount {
  userOrgList: { orgId: string; orgName: string; deptId: string | null; deptName: string | null }[]
  usersRoleList: string[]
}

export async function detail(context: BrowserContext, id: string): Promise<Detail> {
  const answer = await call(context, 'GET', `/sys/user/page/detail/${id}`)
  // The edition names the moment of reading; what is stored is the rest.
  const { version: _, ...stored } = answer.data as Detail & { version?: string }
  return stored
}

/** Another person, in a browser of their own. */
export async function another(
  browser: Browser,
  account: DemoAccount,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.ATRIUM_URL })
  await begin(context, account)
  await work(context)
  await context.close()
}

export const table = (page: Page): Locator => page.getByRole('region', { name: '账号管理，表格' })
/** The rows below the head. */
export const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')
export const row = (page: Page, account: string): Locator =>
  rows(page).filter({ has: page.getByRole('cell', { name: account, exact: true }) })
export const toasts = (page: Page): Locator => page.getByRole('region', { name: '通知' })
export const question = (page: Page): Locator => page.getByRole('alertdialog')
export const switchOf = (page: Page, name: string): Locator =>
  page.getByRole('switch', { name: `${name}：启用状态` })

/** Opens the list at one account, so that what other tests do meanwhile shows nowhere. */
export async function openList(page: Page, account: string, more = ''): Promise<void> {
  await page.goto(`${listPath}?account=${encodeURIComponent(account)}${more}`)
  await check(table(page)).toBeVisible()
}

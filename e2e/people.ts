import type { BrowserContext } from 'playwright/test'
import { test as base, call, demoPassword, expect, hash, signIn, unique } from './fixtures'

/** The demo's roles (platform/demo/roles.ts), by their descriptions: names repeat between organizations. */
const roles = {
  manager: '本组织全部权限',
  viewer: '仅查询与详情',
  engineer: 'Stations and alarms',
  field: '能源管理与报表，无平台权限',
} as const
export type RoleKind = keyof typeof roles

export interface Person {
  id: string
  account: string
  name: string
}

/** Tests with people of their own; `admin` is a context of its own, signed in as the super administrator. */
export const test = base.extend<{ admin: BrowserContext }>({
  admin: async ({ browser }, use) => {
    const context = await browser.newContext()
    await signIn(context, 'admin')
    await use(context)
    await context.close()
  },
})

async function ask<Data>(admin: BrowserContext, path: string): Promise<Data> {
  const answer = await call(admin, 'GET', path)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
  return answer.data as Data
}

async function tell(admin: BrowserContext, path: string, body: unknown): Promise<void> {
  const answer = await call(admin, 'POST', path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
}

/** Stores a person with the demo password and one role in each organization (by code). */
export async function addPerson(admin: BrowserContext, places: Record<string, RoleKind>): Promise<Person> {
  const organizations = await ask<{ orgId: string; orgCode: string }[]>(admin, '/sys/user/page/listOrg')
  const userOrgList: { orgId: string; deptId: null }[] = []
  const usersRoleList: string[] = []
  for (const [code, kind] of Object.entries(places)) {
    const orgId = organizations.find((organization) => organization.orgCode === code)?.orgId ?? ''
    const known = await ask<{ id: string; description: string }[]>(
      admin,
      `/sys/user/page/listRole?orgId=${orgId}`,
    )
    userOrgList.push({ orgId, deptId: null })
    usersRoleList.push(known.find((role) => role.description === roles[kind])?.id ?? '')
  }
  const account = unique('t')
  const name = `Robin ${account}`
  await tell(admin, '/sys/user/page/add', {
    account,
    name,
    phone: '13800000000',
    password: hash(demoPassword),
    userOrgList,
    usersRoleList,
  })
  const page = await ask<{ content: { id: string; account: string }[] }>(
    admin,
    `/sys/user/page/list?page=1&limit=10&account=${account}`,
  )
  const id = page.content.find((row) => row.account === account)?.id
  if (id === undefined) throw new Error(`${account} was not stored`)
  return { id, account, name }
}

/** Disabling a person ends their sessions. */
export async function setEnabled(admin: BrowserContext, person: Person, enabled: boolean): Promise<void> {
  await tell(admin, '/sys/user/page/updateEnable/', { id: person.id, enabled: enabled ? 1 : 0 })
}

/** Another browser that holds a copy of this one's cookies. */
export async function copyOf(context: BrowserContext): Promise<BrowserContext> {
  const copy = await context.browser()?.newContext({ baseURL: process.env.ATRIUM_URL })
  if (copy === undefined) throw new Error('the context has no browser')
  await copy.addCookies(await context.cookies())
  return copy
}

/** Names of the cookies that hold anything of a session: neither the language nor the browser's own time zone does. */
export async function cookiesLeft(context: BrowserContext): Promise<string[]> {
  const harmless = new Map([
    ['lang', /^(zh-cn|en)$/],
    ['tz', /^Asia(\/|%2F)Shanghai$/],
  ])
  const left = (await context.cookies()).filter(({ name, value }) => !harmless.get(name)?.test(value))
  return left.map(({ name }) => name)
}

/** Whether the platform still takes the session in this context's cookie. */
export async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await call(context, 'GET', '/auth/info')).code === 0
}

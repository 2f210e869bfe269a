import type { BrowserContext } from 'playwright/test'
import {
  ask,
  type Caller,
  demoPassword,
  enter,
  expect,
  hash,
  organizationIds,
  type Page,
  signIn,
  tell,
  unique,
} from './fixtures'
import { openList } from './lists'
import { addRole, type Made } from './records'

/** The demo's roles (platform/seed/demo/roles.ts), by their descriptions: names repeat between organizations. */
const roles = {
  manager: '本组织全部权限',
  viewer: '仅查询与详情',
  engineer: 'Stations and alarms',
  field: '能源管理与报表，无平台权限',
} as const
type RoleKind = keyof typeof roles

export interface Person {
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
  /** Names of roles of the first organization. */
  roles?: readonly string[]
}

/** Ids of an organization's roles by their names, or by their descriptions. */
export async function roleIds(
  caller: Caller,
  orgId: string | undefined,
  by: 'name' | 'description' = 'name',
): Promise<Record<string, string>> {
  const path = `/sys/user/page/listRole?orgId=${orgId}`
  const list = await ask<{ id: string; name: string; description: string }[]>(caller, path)
  return Object.fromEntries(list.map((role) => [role[by], role.id]))
}

type Given = Wanted & { account: string }

/** What the platform is told of an account. */
function formOf(
  {
    account,
    name = account,
    phone = '13800138000',
    password = demoPassword,
  }: Omit<Given, 'places' | 'roles'>,
  places: readonly (string | undefined)[],
  roles: readonly unknown[],
) {
  const userOrgList = places.map((orgId) => ({ orgId, deptId: null }))
  return { account, name, phone, password: hash(password), userOrgList, usersRoleList: roles }
}

async function store(caller: Caller, form: ReturnType<typeof formOf>): Promise<Person> {
  await tell(caller, '/sys/user/page/add', form)
  const { account, name, phone } = form
  const id = (await stored(caller, account))?.id
  if (id === undefined) throw new Error(`${account} was not stored`)
  return { id, account, name, phone }
}

const passwordOfAccounts = 'Secret2026'

/** Adds an account of the test's own, to EAST unless said otherwise. */
export async function addAccount(caller: Caller, wanted: Wanted = {}): Promise<Person> {
  const ids = await organizationIds(caller)
  const places = (wanted.places ?? ['EAST']).map((code) => ids[code])
  const known = wanted.roles?.length ? await roleIds(caller, places[0]) : {}
  const held = (wanted.roles ?? []).map((name) => known[name])
  const given = { password: passwordOfAccounts, account: unique('acc'), ...wanted }
  return store(caller, formOf(given, places, held))
}

/** Adds accounts that share a prefix: one search shows these and no others. The last one added comes first. */
export async function addAccounts(caller: Caller, count: number): Promise<string> {
  const prefix = `${unique('many')}-`
  const { EAST } = await organizationIds(caller)
  for (let number = 1; number <= count; number += 1) {
    const account = `${prefix}${String(number).padStart(2, '0')}`
    await tell(caller, '/sys/user/page/add', formOf({ account, password: passwordOfAccounts }, [EAST], []))
  }
  return prefix
}

/** Adds accounts as `addAccounts` does, and shows these in their list. @param more what the address says besides */
export async function openAccounts(page: Page, count: number, more = ''): Promise<string> {
  const prefix = await addAccounts(page.context(), count)
  await openList(page, prefix, more)
  return prefix
}

/** Stores a person with the demo password and one role in each organization (by code). */
export async function addPerson(admin: Caller, places: Record<string, RoleKind>): Promise<Person> {
  const ids = await organizationIds(admin)
  const held: unknown[] = []
  for (const [code, kind] of Object.entries(places))
    held.push((await roleIds(admin, ids[code], 'description'))[roles[kind]])
  const account = unique('t')
  const orgIds = Object.keys(places).map((code) => ids[code])
  return store(admin, formOf({ account, name: `Robin ${account}`, phone: '13800000000' }, orgIds, held))
}

export interface Worker extends Person {
  orgId: string
  role: Made & { resourceIdList: string[] }
}

/** Stores a person with a role of their own that holds exactly these codes in an organization, demo password. */
export async function addWorker(admin: Caller, orgId: string, codes: readonly string[]): Promise<Worker> {
  const role = await addRole(admin, orgId, codes)
  const person = await store(admin, formOf({ account: unique('w') }, [orgId], [role.id]))
  return { ...person, orgId, role }
}

/** The same, in EAST unless said otherwise, and signed in there inside `uia`. */
export async function beginWorker(
  caller: Caller,
  admin: Caller,
  codes: readonly string[],
  orgCode = 'EAST',
): Promise<Worker> {
  const worker = await addWorker(admin, (await organizationIds(admin))[orgCode] ?? '', codes)
  await signIn(caller, worker.account)
  await enter(caller, orgCode, 'uia')
  return worker
}

/** Gives a person this role in an organization, in place of those that they have there. */
export async function changeRole(
  admin: Caller,
  person: { id: string },
  code: string,
  kind: RoleKind,
): Promise<void> {
  const orgId = (await organizationIds(admin))[code]
  const role = (await roleIds(admin, orgId, 'description'))[roles[kind]]
  await tell(admin, '/sys/user/page/usersRoles/update', { orgId, userId: person.id, usersRoleList: [role] })
}

/** Disabling a person ends their sessions. */
export async function setEnabled(admin: Caller, { id }: { id: string }, enabled: boolean): Promise<void> {
  await tell(admin, '/sys/user/page/updateEnable/', { id, enabled: enabled ? 1 : 0 })
}

/** The row of an account as the platform has it now. */
export async function stored(
  caller: Caller,
  account: string,
): Promise<(Person & { enabled: boolean }) | undefined> {
  const path = `/sys/user/page/list?account=${encodeURIComponent(account)}`
  const { content } = await ask<{ content: (Person & { enabled: boolean })[] }>(caller, path)
  return content.find((row) => row.account === account)
}

interface Detail extends Person {
  userOrgList: { orgId: string; orgName: string; deptId: string | null; deptName: string | null }[]
  usersRoleList: string[]
}

export async function detail(caller: Caller, id: string): Promise<Detail> {
  const path = `/sys/user/page/detail/${id}`
  // The version names the moment of reading; what is stored is the rest.
  const { version: _, ...stored } = await ask<Detail & { version?: string }>(caller, path)
  const places = stored.userOrgList.map((place) => ({ ...place, rolesVersion: undefined }))
  return { ...stored, userOrgList: places }
}

/** Changes an account by hand: what is not named stays. */
export async function updateAccount(caller: Caller, id: string, change: object): Promise<void> {
  const { account, name, phone, userOrgList } = await detail(caller, id)
  const places = userOrgList.map(({ orgId, deptId }) => ({ orgId, deptId }))
  await tell(caller, '/sys/user/page/update', { id, account, name, phone, userOrgList: places, ...change })
}

/** That an account is stored nowhere. */
export async function expectNobody(caller: Caller, account: string): Promise<void> {
  expect(await stored(caller, account)).toBeUndefined()
}

/** Somebody new, with one role in each organization (by code), at work in the first of them. */
export async function beginPerson(
  context: BrowserContext,
  admin: Caller,
  places: Record<string, RoleKind>,
  system = 'uia',
): Promise<Person> {
  const person = await addPerson(admin, places)
  await signIn(context, person.account)
  await enter(context, Object.keys(places)[0] ?? '', system)
  return person
}

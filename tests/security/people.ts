import { expect } from 'playwright/test'
import { type Attacker, type Held, hash, unique } from './attacker'

/** The demo's roles (platform/seed/demo/roles.ts), by their descriptions: names repeat between organizations. */
const roles = { manager: '本组织全部权限', viewer: '仅查询与详情' } as const

export interface Person {
  id: string
  account: string
  password: string
}

/** What the attacked platform really holds, asked with the super administrator's own session. */
export async function ask<Data>({ call }: Attacker, as: Held, path: string): Promise<Data> {
  const answer = await call(path, { as })
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
  return answer.data as Data
}

export async function tell({ call }: Attacker, as: Held, path: string, body: unknown): Promise<void> {
  const answer = await call(path, { as, method: 'POST', body })
  expect(answer.code, `${path}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(0)
}

export async function organizationIds(attacker: Attacker, admin: Held): Promise<Record<string, string>> {
  const known = await ask<{ orgId: string; orgCode: string }[]>(attacker, admin, '/sys/user/page/listOrg')
  return Object.fromEntries(known.map(({ orgId, orgCode }) => [orgCode, orgId]))
}

/** Stores a person of the case's own, with one role in each organization (by code). */
export async function addPerson(
  attacker: Attacker,
  admin: Held,
  places: Record<string, keyof typeof roles>,
): Promise<Person> {
  const ids = await organizationIds(attacker, admin)
  const usersRoleList: string[] = []
  for (const [code, kind] of Object.entries(places)) {
    const path = `/sys/user/page/listRole?orgId=${ids[code]}`
    const known = await ask<{ id: string; description: string }[]>(attacker, admin, path)
    usersRoleList.push(known.find((role) => role.description === roles[kind])?.id ?? '')
  }
  const account = unique('abuse')
  await tell(attacker, admin, '/sys/user/page/add', {
    account,
    name: account,
    phone: '13800000000',
    password: hash(attacker.target.password),
    userOrgList: Object.keys(places).map((code) => ({ orgId: ids[code], deptId: null })),
    usersRoleList,
  })
  const found = await ask<{ content: Person[] }>(attacker, admin, `/sys/user/page/list?account=${account}`)
  return { id: found.content[0]?.id ?? '', account, password: attacker.target.password }
}

/** Somebody of the case's own, signed in, and the administrator who added them. */
export async function beginOwn(attacker: Attacker, kind: keyof typeof roles) {
  const admin = await attacker.standing('admin')
  const person = await addPerson(attacker, admin, { EAST: kind })
  return { admin, person, as: await attacker.begin(person.account, person.password) }
}

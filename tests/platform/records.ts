import { newId } from '#platform/kernel/ids'
import type { Platform } from './harness.ts'

let made = 0
/** Another one each time. */
export function fresh(): number {
  made += 1
  return made
}

/** An id that no record has. */
export const unknownId = '018f0000-0000-7000-8000-000000000000'

interface Named {
  id: string
  code: string
  name: string
}

/** Makes an account that holds, by a role of its own in each organization, exactly the codes named there. */
export async function makePerson(
  platform: Platform,
  rights: Record<string, readonly string[]>,
  more: { super?: boolean } = {},
): Promise<{ id: string; account: string; roles: Record<string, string> }> {
  const id = newId(platform.now())
  const account = `person${fresh()}`
  await platform.insert('account', {
    ...{ id, account, name: 'Person', phone: '13800000000', password_hash: 'none' },
    ...{ enabled: true, super: more.super === true, desensitization: false, created_time: platform.now() },
  })
  const roles: Record<string, string> = {}
  for (const [orgCode, codes] of Object.entries(rights)) {
    const place = { account_id: id, org_id: await platform.orgId(orgCode) }
    const role_id = await makeRole(platform, orgCode, codes)
    await platform.insert('membership', place)
    await platform.insert('account_role', { ...place, role_id })
    roles[orgCode] = role_id
  }
  return { id, account, roles }
}

/** What an update of such a person sends when nothing is changed but what is given. */
export async function personForm(
  platform: Platform,
  { id, account }: { id: string; account: string },
  orgCodes: readonly string[] = ['EAST'],
  given: Record<string, unknown> = {},
) {
  const ids = await Promise.all(orgCodes.map(platform.orgId))
  const userOrgList = ids.map((orgId) => ({ orgId }))
  return { id, account, name: 'Person', phone: '13800000000', userOrgList, ...given }
}

export async function makeRole(
  platform: Platform,
  orgCode: string,
  codes: readonly string[],
): Promise<string> {
  const id = newId(platform.now())
  const org_id = await platform.orgId(orgCode)
  await platform.insert('role', { id, org_id, name: `Role ${fresh()}`, created_time: platform.now() })
  if (codes.length === 0) return id
  const nodes = await nodeIds(platform, ...codes)
  if (nodes.length !== codes.length) throw new Error(`not every code is in the tree: ${codes.join(', ')}`)
  await platform.insert(
    'role_node',
    nodes.map((node_id) => ({ role_id: id, node_id })),
  )
  return id
}

export async function nodeIds(platform: Platform, ...codes: string[]): Promise<string[]> {
  return (await platform.rows('menu_node', { code: codes })).map(({ id }) => id)
}

/** The codes that a role holds, in their order. */
export async function heldBy(platform: Platform, role_id: string): Promise<string[]> {
  const held = await platform.rows('role_node', { role_id })
  const nodes = await platform.rows('menu_node', { id: held.map(({ node_id }) => node_id) })
  return nodes.map(({ code }) => code).sort()
}

/** Makes an organization with nothing in it. */
export async function makeOrganization(
  platform: Platform,
  given: { enabled?: boolean } = {},
): Promise<Named> {
  const number = fresh()
  const one = { id: newId(platform.now()), code: `MADE${number}`, name: `Made ${number}` }
  const enabled = given.enabled !== false
  await platform.insert('organization', { ...one, enabled, created_time: platform.now() })
  return one
}

/** Makes a department that nothing uses. */
export async function makeDepartment(platform: Platform, orgCode: string): Promise<Named> {
  const number = fresh()
  const one = { id: newId(platform.now()), code: `D.${number}`, name: `Department ${number}` }
  const org_id = await platform.orgId(orgCode)
  await platform.insert('department', { ...one, org_id, enabled: true, created_time: platform.now() })
  return one
}

/** Makes an application without anything in it, added in that organization. */
export async function makeApplication(platform: Platform, code: string, orgCode: string): Promise<string> {
  const id = newId(platform.now())
  const node = { id, app_id: id, code, name: code, type: 0, sort: 9, enabled: true, inside_flag: '1' }
  await platform.insert('menu_node', { ...node, created_time: platform.now() })
  const made_in = await platform.orgId(orgCode)
  await platform.insert('application', { id, type: '0', app_mode: '1', open_mode: '1', made_in })
  return id
}

/** As if somebody of that organization had added it. */
export async function giveTo(
  platform: Platform,
  orgCode: string,
  table: 'application' | 'system_config',
  id: string,
): Promise<void> {
  await platform.set(table, { id }, { made_in: await platform.orgId(orgCode) })
}

/** Registers a system, added in that organization; in none, as by a super administrator. */
export async function makeSystem(platform: Platform, code: string, orgCode?: string): Promise<string> {
  const id = newId(platform.now())
  const made_in = orgCode === undefined ? null : await platform.orgId(orgCode)
  const row = { id, code, name: code, version: '1', type: 0, enable: true, made_in }
  await platform.insert('system_config', { ...row, created_time: platform.now() })
  return id
}

/** Puts a free page into the pool, as a discovery does. */
export async function makePage(platform: Platform, system_code: string, code: string): Promise<string> {
  const id = newId(platform.now())
  const row = { id, system_code, type: 2, name: code, path: `/${code}`, code, sort: 1 }
  await platform.insert('pool_resource', { ...row, created_time: platform.now() })
  return id
}

/** The row that the call leaves in the operation log; the clock moves first, so that it is the newest. */
export async function logged(platform: Platform, work: () => Promise<unknown>) {
  platform.forward(1)
  await work()
  const rows = await platform.rows('operation_log', { create_time: platform.now() })
  const [row] = rows.sort((one, other) => other.id.localeCompare(one.id))
  if (row === undefined) throw new Error('nothing was logged')
  return row
}

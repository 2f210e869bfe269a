import { newId } from '#platform/ids'
import type { Platform } from './harness.ts'

let made = 0
function next(): number {
  made += 1
  return made
}

/** Makes an account that holds, by a role of its own in each organization, exactly the codes named there. */
export async function makePerson(
  platform: Platform,
  rights: Record<string, readonly string[]>,
  more: { super?: boolean } = {},
): Promise<{ id: string; account: string; roles: Record<string, string> }> {
  const { db, now } = platform
  const id = newId(now())
  const account = `person${next()}`
  await db
    .insertInto('account')
    .values({
      id,
      account,
      name: 'Person',
      phone: '13800000000',
      enabled: true,
      super: more.super === true,
      desensitization: false,
      password_hash: 'none',
      created_time: now(),
    })
    .execute()
  const roles: Record<string, string> = {}
  for (const [orgCode, codes] of Object.entries(rights)) {
    const orgId = await platform.orgId(orgCode)
    await db.insertInto('membership').values({ account_id: id, org_id: orgId }).execute()
    const roleId = await makeRole(platform, orgCode, codes)
    await db.insertInto('account_role').values({ account_id: id, org_id: orgId, role_id: roleId }).execute()
    roles[orgCode] = roleId
  }
  return { id, account, roles }
}

export async function makeRole(
  platform: Platform,
  orgCode: string,
  codes: readonly string[],
): Promise<string> {
  const { db, now } = platform
  const id = newId(now())
  const name = `Role ${next()}`
  await db
    .insertInto('role')
    .values({ id, org_id: await platform.orgId(orgCode), name, created_time: now() })
    .execute()
  if (codes.length === 0) return id
  const nodes = await db.selectFrom('menu_node').where('code', 'in', codes).select('id').execute()
  if (nodes.length !== codes.length) throw new Error(`not every code is in the tree: ${codes.join(', ')}`)
  await db
    .insertInto('role_node')
    .values(nodes.map((node) => ({ role_id: id, node_id: node.id })))
    .execute()
  return id
}

/** Makes an organization with nothing in it. */
export async function makeOrganization(
  platform: Platform,
  given: { enabled?: boolean } = {},
): Promise<{ id: string; code: string; name: string }> {
  const number = next()
  const organization = { id: newId(platform.now()), code: `MADE${number}`, name: `Made ${number}` }
  await platform.db
    .insertInto('organization')
    .values({ ...organization, enabled: given.enabled !== false, created_time: platform.now() })
    .execute()
  return organization
}

/** Makes a department that nothing uses. */
export async function makeDepartment(
  platform: Platform,
  orgCode: string,
): Promise<{ id: string; code: string; name: string }> {
  const number = next()
  const department = { id: newId(platform.now()), code: `D.${number}`, name: `Department ${number}` }
  const orgId = await platform.orgId(orgCode)
  await platform.db
    .insertInto('department')
    .values({ ...department, org_id: orgId, enabled: true, created_time: platform.now() })
    .execute()
  return department
}

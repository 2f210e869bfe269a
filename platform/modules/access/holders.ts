import { type RawBuilder, sql } from 'kysely'
import { codesIn } from '#contracts/access'
import { limits } from '#contracts/limits'
import { granting, type Person } from '#platform/kernel/auth/authority'
import { offsetOf, type Page } from '#platform/kernel/db/list'
import type { Queries } from '#platform/kernel/db/schema'

/** What is asked about, and where. */
export interface Asked {
  orgId: string
  codes: string
  entry?: string | undefined
}

export interface Role {
  id: string
  name: string
}

/**
 * Who has any of these permissions in an organization, with the roles that grant it: super administrators, whom only they see,
 * and who holds such a role. Of many the count is the least (`limits.exactCount`), and the page is found by walking the accounts in
 * their order instead of sorting all of them.
 */
export async function holdersIn(db: Queries, person: Person, query: Page & Asked) {
  const roles = await rolesIn(db, query)
  const holds = sql`ar.role_id = any(${roles.map(({ id }) => id)})`
  const held = sql`select ar.account_id from account_role ar where ${holds}`
  const isMany = (await counted(db, held)) > limits.exactCount
  const isTheirs = isMany
    ? sql`exists (select 1 from account_role ar where ar.account_id = a.id and ${holds})`
    : sql`a.id in (${held})`
  const supers = sql`select a.id from account a where a.super and a.enabled and ${person.superIdentification}::boolean`
  const found = isMany
    ? sql`select a.id from account a where a.enabled and (${isTheirs} and not a.super or a.id in (${supers}))`
    : sql`select a.id from account a where a.enabled and not a.super and ${isTheirs} union all ${supers}`
  const { rows } = await sql<{ id: string; account: string; name: string | null; super: boolean }>`
    select a.id, a.account, a.name, a.super from account a where a.id in (${found})
    order by lower(a.account) limit ${query.limit} offset ${offsetOf(query)}`.execute(db)
  const { rows: own } = await sql<{ account_id: string; role_id: string }>`
    select ar.account_id, ar.role_id from account_role ar
    where ar.account_id = any(${rows.map(({ id }) => id)}) and ${holds}`.execute(db)
  const content = rows.map(({ super: superAdministrator, ...account }) => {
    const theirs = new Set(own.filter((one) => one.account_id === account.id).map((one) => one.role_id))
    return {
      ...account,
      superAdministrator,
      roles: superAdministrator ? [] : roles.filter(({ id }) => theirs.has(id)),
    }
  })
  const { page, limit } = query
  const count = isMany && (await areMany(db, held)) ? limits.exactCount + 1 : await counted(db, found)
  if (count <= limits.exactCount) return { content, meta: { page, limit, count } }
  const least = Math.max(limits.exactCount, offsetOf(query) + content.length)
  return { content, meta: { page, limit, count: least, atLeast: true } }
}

/** How many holdings are looked at first, for each person of the exact count: people may have several of the roles, and some do not count. */
const lookedAt = 4

/** Whether these are already more people than are counted, so that not all accounts are walked for them; not that they are no more. */
async function areMany(db: Queries, held: RawBuilder<unknown>): Promise<boolean> {
  const first = sql`
    select distinct h.account_id from (${held} limit ${lookedAt * limits.exactCount}) h
    where not exists (select 1 from account a where a.id = h.account_id and (a.super or not a.enabled))`
  return (await counted(db, first)) > limits.exactCount
}

/** The roles that grant it in the organization, where that is enabled. */
export async function rolesIn(db: Queries, { orgId, codes, entry }: Asked): Promise<Role[]> {
  const { rows } = await sql<Role>`
    with recursive ${granting(codesIn(codes), entry)}
    select distinct r.id, r.name from role r join organization o on o.id = r.org_id and o.enabled
    join role_node rn on rn.role_id = r.id join granting n on n.id = rn.node_id and n.live
    where r.org_id = ${orgId} order by r.name, r.id`.execute(db)
  return rows
}

/** How many there are; of more than are counted exactly, one more than that. */
async function counted(db: Queries, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${found} limit ${limits.exactCount + 1}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

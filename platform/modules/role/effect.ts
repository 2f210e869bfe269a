import { sql } from 'kysely'
import { permissionKey } from '#contracts/permission'
import type { RoleEffect } from '#contracts/role'
import { granting } from '#platform/kernel/auth/authority'
import { liveNodes } from '#platform/kernel/auth/nodes'
import type { Queries } from '#platform/kernel/db/schema'

/** Buttons that are named, of each side. */
const mostButtons = 100

interface Node {
  id: string
  key: string
  code: string
}

/** Some of the holders, with which of the sorts of keys their other roles grant: a digit each, 1 for granted. */
interface Group {
  held: string
  people: number
}

/** Keys that the same other roles of the organization grant: whoever has one of them otherwise has all. */
interface Sort {
  roles: readonly string[]
  keys: string[]
}

/**
 * What the holders of a role may do in its organization when it holds `next` instead of `stored`, compared with what they may
 * now, by the rule of `scopeOf`: pages and what is on them, live, by their codes in either spelling, by any role there.
 */
export async function effectOf(
  db: Queries,
  role: { id: string; org_id: string; org_name: string },
  stored: readonly string[],
  next: readonly string[],
): Promise<RoleEffect> {
  const nodes = await grantingNodes(db, [...new Set([...stored, ...next])])
  const before = keysOf(nodes, stored)
  const after = keysOf(nodes, next)
  const gained = [...after].filter((key) => !before.has(key))
  const lost = [...before].filter((key) => !after.has(key))
  const sorts = await sortsOf(db, role, [...gained, ...lost])
  const groups = await groupsOf(db, role, sorts)
  const side = async (own: readonly string[]) => {
    const theirs = new Set(own)
    const among = sorts.map(({ keys }) => keys.filter((key) => theirs.has(key)))
    const people = new Map(own.map((key) => [key, 0]))
    let touched = 0
    for (const { held, people: count } of groups) {
      const missing = among.filter((keys, at) => keys.length > 0 && held[at] !== '1')
      if (missing.length > 0) touched += count
      for (const key of missing.flat()) people.set(key, (people.get(key) ?? 0) + count)
    }
    const first = own
      .toSorted((one, other) => (people.get(other) ?? 0) - (people.get(one) ?? 0) || one.localeCompare(other))
      .slice(0, mostButtons)
    return { people: touched, count: own.length, buttons: await named(db, nodes, first, people) }
  }
  return {
    organization: { id: role.org_id, name: role.org_name },
    holders: groups.reduce((sum, { people }) => sum + people, 0),
    gained: await side(gained),
    lost: await side(lost),
  }
}

/** Those of the nodes that grant anything. */
async function grantingNodes(db: Queries, ids: readonly string[]): Promise<Node[]> {
  const rows = await liveNodes(db)
    .where('n.type', '>', 1)
    .where(sql<boolean>`n.id = any(${ids})`)
    .select(['n.id', 'n.code'])
    .orderBy('n.id')
    .execute()
  return rows.flatMap(({ id, code }) => (code === null ? [] : [{ id, code, key: permissionKey(code) }]))
}

function keysOf(nodes: readonly Node[], ids: readonly string[]): Set<string> {
  const held = new Set(ids)
  return new Set(nodes.filter(({ id }) => held.has(id)).map(({ key }) => key))
}

/** Bits of a number: up to so many are put together faster than in a row of them. */
const numberBits = 64

/**
 * The holders for whom roles count, by what else grants them any of these. Both indexes are in the order of the accounts: nothing
 * is gathered or sorted, and what a role grants is looked up by its id, since a join would lose that order. Whoever has no other role
 * is what is left of all.
 */
async function groupsOf(
  db: Queries,
  { id, org_id }: { id: string; org_id: string },
  sorts: readonly Sort[],
): Promise<Group[]> {
  const roles = new Set(sorts.flatMap((sort) => sort.roles))
  const granted = sorts.map((sort) => new Set(sort.roles))
  const isNumber = sorts.length <= numberBits
  const width = isNumber ? numberBits : sorts.length
  const maskOf = (role: string) => {
    const bits = granted
      .map((by) => (by.has(role) ? '1' : '0'))
      .join('')
      .padEnd(width, '0')
    return isNumber ? BigInt.asIntN(numberBits, BigInt(`0b${bits}`)).toString() : bits
  }
  const masks = JSON.stringify(Object.fromEntries([...roles].map((role) => [role, maskOf(role)])))
  const mask = sql`(${masks}::jsonb ->> ar.role_id)::${sql.raw(isNumber ? 'bigint' : 'varbit')}`
  const held = isNumber ? sql`held::bit(64)::text` : sql`held::text`
  const counts = sql`h.role_id = ${id}
    and not exists (select 1 from account a where a.id = h.account_id and (a.super or not a.enabled))
    and exists (select 1 from organization o where o.id = ${org_id} and o.enabled)`
  const { rows } = await sql<{ held: string | null; people: number }>`
    with person as materialized (
      select bit_or(${mask}) as held
      from account_role h join account_role ar on ar.account_id = h.account_id and ar.org_id = ${org_id}
      where ar.role_id <> ${id} and ${counts}
      group by h.account_id
    )
    select ${held} as held, count(*)::int as people from person group by person.held
    union all
    select null, (select count(*) from account_role h where ${counts})::int - (select count(*) from person)::int`.execute(
    db,
  )
  return rows.map((row) => ({ held: row.held ?? '', people: row.people }))
}

/** These keys by which other roles of the organization grant them. */
async function sortsOf(
  db: Queries,
  { id, org_id }: { id: string; org_id: string },
  keys: readonly string[],
): Promise<Sort[]> {
  const { rows } = await sql<{ id: string; codes: string[] }>`
    with recursive ${granting(keys)}
    select r.id, array_agg(distinct n.code) as codes
    from role r join role_node rn on rn.role_id = r.id join granting n on n.id = rn.node_id and n.live
    where r.org_id = ${org_id} and r.id <> ${id} group by r.id order by r.id`.execute(db)
  const roles = new Map<string, string[]>(keys.map((key) => [key, []]))
  for (const row of rows) {
    for (const key of new Set(row.codes.map(permissionKey))) roles.get(key)?.push(row.id)
  }
  const sorts = new Map<string, Sort>()
  for (const [key, own] of roles) {
    const name = own.join(' ')
    const sort = sorts.get(name) ?? { roles: own, keys: [] }
    sort.keys.push(key)
    sorts.set(name, sort)
  }
  return [...sorts.values()]
}

async function named(
  db: Queries,
  nodes: readonly Node[],
  keys: readonly string[],
  people: ReadonlyMap<string, number>,
) {
  const first = new Map(nodes.toReversed().map((node) => [node.key, node]))
  const ids = keys.flatMap((key) => first.get(key)?.id ?? [])
  const { rows } = await sql<{ leaf: string; path: string[] }>`
    with recursive above as (
      select m.id as leaf, m.pid, m.name, 0 as height from menu_node m where m.id = any(${ids})
      union all
      select a.leaf, m.pid, m.name, a.height + 1 from above a join menu_node m on m.id = a.pid
    )
    select leaf, array_agg(name order by height desc) as path from above group by leaf`.execute(db)
  const paths = new Map(rows.map(({ leaf, path }) => [leaf, path]))
  return keys.flatMap((key) => {
    const node = first.get(key)
    return node === undefined
      ? []
      : [{ code: node.code, path: paths.get(node.id) ?? [node.code], people: people.get(key) ?? 0 }]
  })
}

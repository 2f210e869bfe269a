import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import type { Person } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { heldNodes, liveNodes } from '#platform/held-nodes'
import { badField, Refusal } from '#platform/http/refusal'

/** How many names of a long list the operation log keeps. */
const namedNodes = 20

/**
 * The nodes that a role is to hold in `orgId` when a form asks for `wanted`: the ones that the caller is shown as they
 * wish, the others as they were, since nobody decides over what they cannot see. Throws a Refusal 403 when they add a
 * node that they do not hold there themselves, or 400 where a super administrator names an unknown one.
 */
export async function nodesToHold(
  { db, person }: { db: Queries; person: Person },
  orgId: string,
  wanted: readonly string[],
  stored: readonly string[],
  isMoved = false,
): Promise<string[]> {
  const live = await liveNodes(db).select('n.id').execute()
  const held = person.superIdentification ? undefined : await heldNodes(db, person, orgId)
  const isHeld = (id: string) => held === undefined || held.has(id)
  const shown = new Set(live.map((node) => node.id).filter(isHeld))
  const next = new Set([...wanted, ...stored.filter((id) => !shown.has(id))])
  const before = new Set(isMoved ? [] : stored)
  const added = [...next].filter((id) => !before.has(id))
  if (!added.every(isHeld)) throw new Refusal(codes.notPermitted, 'grantsMore')
  await requireKnown(db, added)
  return [...next].sort()
}

async function requireKnown(db: Queries, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select wanted.id from unnest(${ids}::text[]) as wanted (id)
    where not exists (select 1 from menu_node n where n.id = wanted.id) limit 1`.execute(db)
  if (rows.length > 0) throw badField('resourceIdList', 'unknownPermission')
}

/** Writes what differs. Lists as arrays: ten thousand nodes are no ten thousand parameters. */
export async function storeNodes(
  db: Queries,
  roleId: string,
  stored: readonly string[],
  next: readonly string[],
): Promise<void> {
  const [before, after] = [new Set(stored), new Set(next)]
  const removed = stored.filter((id) => !after.has(id))
  const added = next.filter((id) => !before.has(id))
  if (removed.length > 0) {
    await sql`delete from role_node where role_id = ${roleId} and node_id = any(${removed})`.execute(db)
  }
  if (added.length > 0) {
    await sql`insert into role_node (role_id, node_id)
      select ${roleId}, node_id from unnest(${added}::text[]) as added (node_id)`.execute(db)
  }
}

/** For the operation log: how many before and after, and the first names of what went and what came. */
export async function nodeChange(db: Queries, stored: readonly string[], next: readonly string[]) {
  const [before, after] = [new Set(stored), new Set(next)]
  const removed = stored.filter((id) => !after.has(id))
  const added = next.filter((id) => !before.has(id))
  return {
    before: { count: stored.length, names: await namesOf(db, removed) },
    after: { count: next.length, names: await namesOf(db, added) },
  }
}

/** Page and button together: a button alone is called 'search' on every page. */
async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select case when p.pid is null then n.name else p.name || ' / ' || n.name end as name
    from menu_node n left join menu_node p on p.id = n.pid
    where n.id = any(${ids}) order by n.code limit ${namedNodes}`.execute(db)
  return rows.map((row) => row.name)
}

import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { differenceOf, listChange, mostNames } from '#platform/kernel/audit/list-change'
import type { Reach } from '#platform/kernel/auth/authority'
import { grantableNodes, liveNodes } from '#platform/kernel/auth/nodes'
import type { Queries } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
import { badField, Refusal } from '#platform/kernel/refusal'

/**
 * The nodes that a role is to hold in `orgId` when a form asks for `wanted`: the ones that the caller is shown as they
 * wish, the others as they were, since nobody decides over what they cannot see; without pages that they only see for
 * what is below. Throws a Refusal 403 when they add a
 * node that they do not hold there themselves, or 400 where a super administrator names an unknown one.
 */
export async function nodesToHold(
  { db, person }: Reach,
  orgId: string,
  wanted: readonly string[],
  stored: readonly string[],
  isMoved = false,
): Promise<string[]> {
  const live = await idsOf(liveNodes(db).select('n.id'))
  const own = person.superIdentification ? undefined : await grantableNodes(db, person, orgId)
  const shown = new Set(live.filter((id) => own === undefined || own.shown.has(id)))
  const before = new Set(isMoved ? [] : stored)
  const isGrantable = (id: string) => own === undefined || own.nodes.has(id)
  // The tree sends a page along with its buttons; a role need not hold it, since whoever holds these sees it.
  const isMeant = (id: string) => isGrantable(id) || before.has(id) || !shown.has(id)
  const next = new Set([...wanted.filter(isMeant), ...stored.filter((id) => !shown.has(id))])
  const added = [...next].filter((id) => !before.has(id))
  if (!added.every(isGrantable)) throw new Refusal(codes.notPermitted, 'grantsMore')
  await requireKnown(db, added)
  return [...next].sort()
}

/** The nodes that a role holds, in the order of their ids. */
export async function nodesOf(db: Queries, roleId: string): Promise<string[]> {
  const held = db.selectFrom('role_node').where('role_id', '=', roleId)
  return idsOf(held.orderBy('node_id').select('node_id as id'))
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
  const { added, removed } = differenceOf(stored, next)
  // First, as with memberships (`lockRoles`): what is stored takes the revision, and whoever changes a node takes it after the node.
  await sql`select id from menu_node where id = any(${added}::text[]) order by id for key share`.execute(db)
  if (removed.length > 0) {
    await sql`delete from role_node where role_id = ${roleId} and node_id = any(${removed})`.execute(db)
  }
  if (added.length > 0) {
    await sql`insert into role_node (role_id, node_id)
      select ${roleId}, node_id from unnest(${added}::text[]) as added (node_id)`.execute(db)
  }
}

/** For the operation log. */
export async function nodeChange(db: Queries, stored: readonly string[], next: readonly string[]) {
  return listChange(stored, next, (ids) => namesOf(db, ids))
}

/** Page and button together: a button alone is called 'search' on every page. */
async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case when p.pid is null then n.name else p.name || ' / ' || n.name end as name
    from menu_node n left join menu_node p on p.id = n.pid
    where n.id = any(${ids}) order by n.code limit ${mostNames}`.execute(db)
  return rows.map((row) => row.name)
}

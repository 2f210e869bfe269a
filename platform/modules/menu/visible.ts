import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { nodeTypes } from '#contracts/menu'
import { absent, type Reach } from '#platform/kernel/auth/authority'
import { requireMayChange } from '#platform/kernel/auth/shared-objects'
import { withAllBelow } from '#platform/kernel/db/below'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'
import type { Node } from './record.ts'

/**
 * The nodes that the caller manages, disabled ones too: all, or those of the applications in which their roles in the
 * organization of the business header hold something, and of those that were added in it.
 */
export function managedNodes({ db, person, business }: Reach) {
  const orgId = business.orgId ?? ''
  const held = db
    .selectFrom('account_role as ar')
    .innerJoin('role_node as rn', 'rn.role_id', 'ar.role_id')
    .innerJoin('menu_node as held', 'held.id', 'rn.node_id')
    .where('ar.account_id', '=', person.id)
    .where('ar.org_id', '=', orgId)
    .select('held.app_id as id')
  const made = db.selectFrom('application').where('made_in', '=', orgId).select('id')
  return db
    .selectFrom('menu_node as n')
    .$if(!person.superIdentification, (all) => all.where('n.app_id', 'in', held.union(made)))
}

/**
 * An entry that may be changed here, locked to the end of the transaction. Throws a Refusal 403, 404 where a super
 * administrator names an unknown id, or 409 for an application and, unless `require` says otherwise, for what is built in.
 */
export async function lockedEntry(reach: Reach, id: string, require = requireEditable): Promise<Node> {
  const node = await managedNodes(reach)
    .where('n.id', '=', id)
    .selectAll('n')
    .forUpdate('n')
    .executeTakeFirst()
  if (node === undefined) throw absent(reach.person)
  await require(reach, node)
  return node
}

/** Throws a Refusal 403, or 409 for an application. */
export async function requireSwitchable(reach: Reach, node: Node): Promise<void> {
  await requireMayChange(reach, { application: node.app_id })
  if (node.type === nodeTypes.application) throw new Refusal(codes.conflict, 'applicationEntry')
}

/** Throws a Refusal 403, or 409 for an application and for what is built in. */
export async function requireEditable(reach: Reach, node: Node): Promise<void> {
  await requireSwitchable(reach, node)
  if (node.inside_flag === '0') throw new Refusal(codes.conflict, 'builtInEntry')
}

/**
 * Changes to the shape of the trees follow each other: two moves at once could otherwise hang two entries below one
 * another, and a parent could change its type while an entry comes to hang below it. Roles may be changed meanwhile.
 */
export async function lockTrees(db: Queries): Promise<void> {
  const roots = db.selectFrom('menu_node').where('pid', 'is', null).orderBy('id')
  await roots.select('id').forNoKeyUpdate().execute()
}

/** The ids of the nodes below some, at any depth. */
export async function idsBelow(db: Queries, ...ids: readonly string[]): Promise<string[]> {
  const start = sql`select id from menu_node where pid = any(${ids})`
  const { rows } = await sql<{ id: string }>`
    select id from menu_node where id in ${withAllBelow('menu_node', start)}`.execute(db)
  return rows.map((row) => row.id)
}

/** How many roles hold any of these nodes. */
export async function rolesHolding(db: Queries, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct role_id)::int as count from role_node where node_id = any(${ids})`.execute(db)
  return rows[0]?.count ?? 0
}

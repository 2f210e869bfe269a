import { sql } from 'kysely'
import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/kernel/db/schema'
import { type Person, type Scope, within } from './authority.ts'

/** What a person may grant, and what they are shown of the tree. */
interface Grantable {
  nodes: ReadonlySet<string>
  shown: ReadonlySet<string>
}

/**
 * The nodes that a person may grant in an organization: those that their roles there hold, and the directories above them,
 * since a folder whose whole visible content is chosen is chosen itself, and grants nothing more. A page above them is
 * shown likewise, and is no folder: who holds it may open its system, which may not be that of its buttons.
 */
export async function grantableNodes(db: Queries, person: Person, orgId: string): Promise<Grantable> {
  const { rows } = await sql<{ id: string; is_grantable: boolean }>`
    with recursive held as (
      select n.id, n.pid, true as is_grantable
      from account_role ar
      join role_node rn on rn.role_id = ar.role_id
      join menu_node n on n.id = rn.node_id
      where ar.account_id = ${person.id} and ar.org_id = ${orgId}
      union
      select p.id, p.pid, p.type < ${nodeTypes.menu} from held h join menu_node p on p.id = h.pid
    )
    select id, is_grantable from held`.execute(db)
  const idsOf = (some: typeof rows) => new Set(some.map(({ id }) => id))
  return { nodes: idsOf(rows.filter((row) => row.is_grantable)), shown: idsOf(rows) }
}

/** The nodes that are enabled and whose ancestors all are: a tree is walked from its root, nothing below a disabled node is reached. */
function liveTree(db: Queries) {
  return db.withRecursive('live', (query) =>
    query
      .selectFrom('menu_node')
      .where('pid', 'is', null)
      .where('enabled', '=', true)
      .select(['id', 'app_id'])
      .union((union) =>
        union
          .selectFrom('menu_node as child')
          .innerJoin('live', 'live.id', 'child.pid')
          .where('child.enabled', '=', true)
          .select(['child.id', 'child.app_id']),
      ),
  )
}

/** The live nodes, as the permission tree shows them. */
export function liveNodes(db: Queries) {
  return liveTree(db).selectFrom('live').innerJoin('menu_node as n', 'n.id', 'live.id')
}

/** The live nodes that a person's roles in the organizations of a scope grant. */
export function grantedNodes(db: Queries, accountId: string, scope: Scope) {
  return liveTree(db)
    .selectFrom('live as granted')
    .innerJoin('role_node as rn', 'rn.node_id', 'granted.id')
    .innerJoin('account_role as ar', 'ar.role_id', 'rn.role_id')
    .where('ar.account_id', '=', accountId)
    .where(within(scope, 'ar.org_id'))
}

/** What a person really holds: pages, buttons and components, never the directories and applications above them. */
const heldTypes = [nodeTypes.menu, nodeTypes.button, nodeTypes.component]

/** The systems that these nodes name by the first segment of their codes (specification section 3). */
export function heldSystems(granted: ReturnType<typeof grantedNodes>) {
  return granted
    .innerJoin('menu_node as held', 'held.id', 'granted.id')
    .where('held.type', 'in', heldTypes)
    .select(sql<string>`split_part(held.code, '.', 1)`.as('system'))
}

import { sql } from 'kysely'
import type { Person } from './authority.ts'
import type { Queries } from './db/schema.ts'

/**
 * The nodes that a person may grant in an organization: those that their roles there hold, and all above them, since
 * a folder whose whole visible content is chosen is chosen itself, and grants nothing more.
 */
export async function heldNodes(db: Queries, person: Person, orgId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive held as (
      select n.id, n.pid
      from account_role ar
      join role_node rn on rn.role_id = ar.role_id
      join menu_node n on n.id = rn.node_id
      where ar.account_id = ${person.id} and ar.org_id = ${orgId}
      union
      select p.id, p.pid from held h join menu_node p on p.id = h.pid
    )
    select id from held`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** The nodes that are enabled and whose ancestors all are, as the permission tree shows them. */
export function liveNodes(db: Queries) {
  return db
    .withRecursive('live', (query) =>
      query
        .selectFrom('menu_node')
        .where('pid', 'is', null)
        .where('enabled', '=', true)
        .select('id')
        .union((union) =>
          union
            .selectFrom('menu_node as child')
            .innerJoin('live', 'live.id', 'child.pid')
            .where('child.enabled', '=', true)
            .select('child.id'),
        ),
    )
    .selectFrom('live')
    .innerJoin('menu_node as n', 'n.id', 'live.id')
}

import { sql } from 'kysely'
import { ofOneOrganization } from '#contracts/registry'
import type { Database } from '#platform/kernel/db/schema'
import type { Ordinary } from './world.ts'

/** What belongs to which organizations, and what a person may change, before a call. */
export interface Standing {
  accountId: string
  /** Organizations that the person belongs to. */
  own: ReadonlySet<string>
  /** Those in which their roles let them change something. */
  managed: ReadonlySet<string>
  membershipsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** The organization of each department, role, and whatever belongs to one. */
  orgOf: ReadonlyMap<string, string>
  /** The organization that each system was made in, by its code. */
  systemOf: ReadonlyMap<string, string>
  /** Organizations, departments, roles and accounts, each with the organizations that it belongs to. */
  owners: ReadonlyMap<string, ReadonlySet<string>>
}

/** Once one of these tables has changed, a standing says nothing any more. */
export const dependsOn: readonly string[] = [
  ...['account', 'membership', 'account_role', 'role_node', 'menu_node', 'application'],
  ...['system_config', 'organization', ...ofOneOrganization],
]

export async function standingOf(db: Database, actor: Ordinary): Promise<Standing> {
  const { rows } = await sql<{ id: string; account: string; orgs: string[] }>`
    select a.id, a.account, coalesce(array_agg(m.org_id) filter (where m.org_id is not null), '{}') as orgs
    from account a left join membership m on m.account_id = a.id group by a.id`.execute(db)
  const membershipsOf = new Map(rows.map((row) => [row.id, new Set(row.orgs)]))
  const accountId = rows.find((row) => row.account === actor)?.id ?? ''
  const tables = ofOneOrganization.map((table) => sql`select id, org_id from ${sql.table(table)}`)
  const owned = await sql<{ id: string; org_id: string }>`${sql.join(tables, sql` union all `)}`.execute(db)
  const orgOf = new Map(owned.rows.map((row) => [row.id, row.org_id]))
  const organizations = await sql<{ id: string }>`select id from organization`.execute(db)
  const systems = await sql<{ code: string; made_in: string }>`
    select code, made_in from system_config where made_in is not null`.execute(db)
  const rights = await sql<{ org_id: string; writes: boolean }>`
    select ar.org_id, bool_or(n.code ~ '[.](add|update|delete|remove)') as writes
    from account_role ar join role_node rn on rn.role_id = ar.role_id join menu_node n on n.id = rn.node_id
    where ar.account_id = ${accountId} group by ar.org_id`.execute(db)
  const managed = new Set(rights.rows.filter((row) => row.writes).map((row) => row.org_id))
  return {
    accountId,
    membershipsOf,
    orgOf,
    systemOf: new Map(systems.rows.map(({ code, made_in }) => [code, made_in])),
    own: membershipsOf.get(accountId) ?? new Set(),
    managed,
    owners: new Map([
      ...[...orgOf].map(([id, org]) => [id, new Set([org])] as const),
      ...organizations.rows.map(({ id }) => [id, new Set([id])] as const),
      ...membershipsOf,
    ]),
  }
}

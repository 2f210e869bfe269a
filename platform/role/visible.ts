import type { Selectable } from 'kysely'
import { absent, type Person, requireCovered, type Scope } from '#platform/authority'
import type { Queries, Schema } from '#platform/db/schema'
import type { Reference, State } from '#platform/http/edition'

export type Role = Selectable<Schema['role']> & { org_name: string }
interface Reach {
  db: Queries
  person: Person
  scope: Scope
}

/** The role, when its organization lies in the scope. Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
export async function visibleRole(reach: Reach, id: string): Promise<Role> {
  return visible(reach, await roleById(reach.db, id).executeTakeFirst())
}

/** The same, locked to the end of the transaction: two changes of one role, or a change and its grant, follow each other. */
export async function lockedRole(reach: Reach, id: string): Promise<Role> {
  await reach.db.selectFrom('role').where('id', '=', id).select('id').forUpdate().execute()
  return visibleRole(reach, id)
}

function roleById(db: Queries, id: string) {
  return db
    .selectFrom('role as r')
    .innerJoin('organization as o', 'o.id', 'r.org_id')
    .where('r.id', '=', id)
    .selectAll('r')
    .select('o.name as org_name')
}

function visible({ person, scope }: Reach, role: Role | undefined): Role {
  if (role === undefined) throw absent(person)
  requireCovered(scope, role.org_id)
  return role
}

export async function nodesOf(db: Queries, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_node')
    .where('role_id', '=', roleId)
    .orderBy('node_id')
    .select('node_id')
    .execute()
  return rows.map((row) => row.node_id)
}

export async function holders(db: Queries, roleId: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_role')
    .where('role_id', '=', roleId)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function stateOf(
  role: Pick<Role, 'name' | 'description'>,
  organization: Reference,
  nodes: readonly string[],
): State {
  const { id, name } = organization
  return { name: role.name, orgId: { id, name }, description: role.description, resourceIdList: nodes }
}

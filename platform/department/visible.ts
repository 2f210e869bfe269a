import { type Selectable, sql } from 'kysely'
import { absent, type Person, requireCovered, type Scope } from '#platform/authority'
import type { Queries, Schema } from '#platform/db/schema'
import type { Reference, State } from '#platform/http/edition'

export type Department = Selectable<Schema['department']> & { org_name: string }
interface Reach {
  db: Queries
  person: Person
  scope: Scope
}

/** The department, when its organization lies in the scope. Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
export async function visibleDepartment({ db, person, scope }: Reach, id: string): Promise<Department> {
  const department = await db
    .selectFrom('department as d')
    .innerJoin('organization as o', 'o.id', 'd.org_id')
    .where('d.id', '=', id)
    .selectAll('d')
    .select('o.name as org_name')
    .executeTakeFirst()
  if (department === undefined) throw absent(person)
  requireCovered(scope, department.org_id)
  return department
}

/** The same, locked to the end of the transaction, so that two changes of one department follow each other. */
export async function lockedDepartment(reach: Reach, id: string): Promise<Department> {
  await reach.db.selectFrom('department').where('id', '=', id).select('id').forUpdate().execute()
  return visibleDepartment(reach, id)
}

/** What hangs on a department. */
export async function usesOf(db: Queries, id: string): Promise<{ accounts: number; roles: number }> {
  const { rows } = await sql<{ accounts: number; roles: number }>`select
    (select count(*)::int from membership where dept_id = ${id}) as accounts,
    (select count(*)::int from role where dept_id = ${id}) as roles`.execute(db)
  return rows[0] ?? { accounts: 0, roles: 0 }
}

export function stateOf(
  department: Pick<Department, 'name' | 'code' | 'enabled' | 'remark'>,
  organization: Reference,
): State {
  const { name, code, enabled, remark } = department
  return { name, code, orgId: organization, enabled, remark }
}

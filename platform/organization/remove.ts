import { sql } from 'kysely'
import * as organizations from '#contracts/organization'
import type { Person } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { inUse } from '#platform/http/refusal'
import { lockedOrganization, requireNotWithin, stateOf } from './visible.ts'

export function removeRoutes(routes: Routes): void {
  handle(routes, organizations.remove, async (call) => {
    const { db, person, params, changed } = call
    const organization = await lockedOrganization(call, organizations.remove, params.id)
    const uses = await usesOf(db, person, organization.id)
    if (uses.accounts + uses.departments + uses.roles > 0) throw inUse('organizationInUse', uses)
    requireNotWithin(call, organization.id)
    await db.deleteFrom('membership').where('org_id', '=', organization.id).execute()
    await db.deleteFrom('role').where('org_id', '=', organization.id).execute()
    await db.deleteFrom('organization').where('id', '=', organization.id).execute()
    changed({
      subject: { id: organization.id, name: organization.name },
      before: stateOf(organization),
    })
  })
}

/**
 * What hangs on an organization. The caller's own membership and the roles that they hold there do not count: they
 * only let them manage it, and others than super administrators could never delete one that they added by mistake.
 */
async function usesOf(
  db: Queries,
  person: Person,
  id: string,
): Promise<{ accounts: number; departments: number; roles: number }> {
  const { rows } = await sql<{ accounts: number; departments: number; roles: number }>`select
    (select count(*)::int from membership where org_id = ${id} and account_id != ${person.id}) as accounts,
    (select count(*)::int from department where org_id = ${id}) as departments,
    (select count(*)::int from role r where r.org_id = ${id} and not exists (
      select 1 from account_role ar where ar.role_id = r.id and ar.account_id = ${person.id})) as roles`.execute(
    db,
  )
  return rows[0] ?? { accounts: 0, departments: 0, roles: 0 }
}

import { type Scope, within } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import type { State } from '#platform/http/edition'
import type { Account } from './visible.ts'

interface Reach {
  db: Queries
  scope: Scope
}

/** An account as its dialog edits it, memberships and roles as far as the scope reaches, in a stable order. */
export async function stateOf(
  { db, scope }: Reach,
  { id, account, name, phone }: Pick<Account, 'id' | 'account' | 'name' | 'phone'>,
): Promise<State> {
  const places = await db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.org_id')
    .leftJoin('department as d', 'd.id', 'm.dept_id')
    .where('m.account_id', '=', id)
    .where(within(scope, 'm.org_id'))
    .orderBy('m.org_id')
    .select(['m.org_id as orgId', 'm.dept_id as deptId', 'o.name as orgName', 'd.name as deptName'])
    .execute()
  const userOrgList = places.map(({ orgId, deptId, orgName, deptName }) => ({
    orgId,
    deptId,
    name: deptName === null ? orgName : `${orgName} / ${deptName}`,
  }))
  return { account, name, phone, userOrgList, usersRoleList: await rolesOf({ db, scope }, id) }
}

/** The roles of an account, as far as the scope reaches, in a stable order. */
export async function rolesOf({ db, scope }: Reach, accountId: string) {
  return db
    .selectFrom('account_role as ar')
    .innerJoin('role as r', 'r.id', 'ar.role_id')
    .where('ar.account_id', '=', accountId)
    .where(within(scope, 'ar.org_id'))
    .orderBy('ar.role_id')
    .select(['r.id', 'r.org_id as orgId', 'r.name'])
    .execute()
}

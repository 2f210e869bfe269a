import type { Selectable } from 'kysely'
import { type OwnName, ownNames } from '#contracts/account-form'
import { absent, type DataReach, type Reach, seesAccount, within } from '#platform/kernel/auth/authority'
import type { Schema } from '#platform/kernel/db/schema'
import type { State } from '#platform/kernel/http/version'
import { notPermitted } from '#platform/kernel/refusal'

export type Account = Selectable<Schema['account']>

export const ownColumns = ownNames.map((name) => `a.${name}` as const)
export type Own = Pick<Account, OwnName>

export function ownFields(given: { readonly [Name in OwnName]?: string | null | undefined }): Own {
  return Object.fromEntries(ownNames.map((name) => [name, given[name] || null])) as Own
}

/**
 * The account, when the caller may see it: one with a membership in their scope, and no super administrator unless
 * they are one themselves. Throws a Refusal 403, or 404 where a super administrator names an unknown id.
 */
export async function visibleAccount(reach: Reach, id: string): Promise<Account> {
  const found = await reach.db
    .selectFrom('account as a')
    .where('a.id', '=', id)
    .selectAll('a')
    .select(seesAccount(reach).as('seen'))
    .executeTakeFirst()
  if (found === undefined) throw absent(reach.person)
  const { seen, ...account } = found
  if (!seen) throw notPermitted()
  return account
}

/** The same, locked to the end of the transaction, so that two changes of one account follow each other. */
export async function lockedAccount(reach: Reach, id: string): Promise<Account> {
  await reach.db.selectFrom('account').where('id', '=', id).select('id').forUpdate().execute()
  return visibleAccount(reach, id)
}

/** An account as its dialog edits it, memberships and roles as far as the scope reaches, in a stable order. */
export async function stateOf({ db, scope }: DataReach, account: Pick<Account, 'id'> & Own): Promise<State> {
  const memberships = await membershipsOf({ db, scope }, account.id).orderBy('m.org_id').execute()
  const userOrgList = memberships.map(({ orgId, deptId, orgName, deptName }) => ({
    orgId,
    deptId,
    name: deptName === null ? orgName : `${orgName} / ${deptName}`,
  }))
  return { ...ownFields(account), userOrgList, usersRoleList: await rolesOf({ db, scope }, account.id) }
}

/** The organizations and departments of an account, as far as the scope reaches. */
export function membershipsOf({ db, scope }: DataReach, accountId: string) {
  return db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.org_id')
    .leftJoin('department as d', 'd.id', 'm.dept_id')
    .where('m.account_id', '=', accountId)
    .where(within(scope, 'm.org_id'))
    .select(['m.org_id as orgId', 'o.name as orgName', 'm.dept_id as deptId', 'd.name as deptName'])
}

/** The roles of an account, as far as the scope reaches, in a stable order. */
export async function rolesOf({ db, scope }: DataReach, accountId: string) {
  return db
    .selectFrom('account_role as ar')
    .innerJoin('role as r', 'r.id', 'ar.role_id')
    .where('ar.account_id', '=', accountId)
    .where(within(scope, 'ar.org_id'))
    .orderBy('ar.role_id')
    .select(['r.id', 'r.org_id as orgId', 'r.name'])
    .execute()
}

import { sql } from 'kysely'
import { requireCovered, type Scope, within } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
import { badField } from '#platform/kernel/refusal'

/** Throws a Refusal 400 unless the account belongs to the organization. */
export async function requireMember(db: Queries, accountId: string, orgId: string): Promise<void> {
  if (!(await isMember(db, accountId, orgId))) throw badField('orgId', 'notMember')
}

export async function isMember(db: Queries, accountId: string, orgId: string): Promise<boolean> {
  const own = db.selectFrom('membership').where('account_id', '=', accountId).where('org_id', '=', orgId)
  return (await idsOf(own.select('org_id as id'))).length > 0
}

interface Membership {
  orgId: string
  deptId?: string | null | undefined
}

/**
 * Throws unless each organization lies in the scope and exists, and each department belongs to its organization. They are
 * locked before memberships change, which take the revision.
 */
export async function checkMemberships(
  db: Queries,
  scope: Scope,
  memberships: readonly Membership[],
  fieldOf = (at: number, name: 'orgId' | 'deptId') => `userOrgList.${at}.${name}`,
): Promise<void> {
  if (memberships.length === 0) return
  for (const { orgId } of memberships) requireCovered(scope, orgId)
  const asked = memberships.map(({ orgId }) => orgId)
  const organizations = db.selectFrom('organization').where('id', 'in', asked).orderBy('id').select('id')
  const known = new Set(await idsOf(organizations.forKeyShare()))
  const departments = await db
    .selectFrom('department')
    .where('org_id', 'in', asked)
    .where(
      'id',
      'in',
      memberships.map(({ deptId }) => deptId ?? ''),
    )
    .orderBy('id')
    .select(['id', 'org_id'])
    .forKeyShare()
    .execute()
  const orgOf = new Map(departments.map((row) => [row.id, row.org_id]))
  for (const [index, { orgId, deptId }] of memberships.entries()) {
    if (!known.has(orgId)) throw badField(fieldOf(index, 'orgId'), 'unknownOrganization')
    if (deptId && orgOf.get(deptId) !== orgId) {
      throw badField(fieldOf(index, 'deptId'), 'departmentElsewhere')
    }
  }
}

/** Memberships in the scope become these; those outside stay. A membership that goes takes its roles along. */
export async function replaceMemberships(
  db: Queries,
  scope: Scope,
  accountId: string,
  memberships: readonly Membership[],
): Promise<void> {
  await db
    .deleteFrom('membership')
    .where('account_id', '=', accountId)
    .where(within(scope, 'org_id'))
    .where(sql<boolean>`org_id <> all(${memberships.map(({ orgId }) => orgId)})`)
    .execute()
  await insertMemberships(db, accountId, memberships)
}

export async function insertMemberships(
  db: Queries,
  accountId: string,
  memberships: readonly Membership[],
): Promise<void> {
  if (memberships.length === 0) return
  await db
    .insertInto('membership')
    .values(
      memberships.map(({ orgId, deptId }) => ({
        account_id: accountId,
        org_id: orgId,
        dept_id: deptId || null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'org_id'])
        .doUpdateSet((eb) => ({ dept_id: eb.ref('excluded.dept_id') })),
    )
    .execute()
}

import { requireCovered, type Scope, within } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { badField } from '#platform/http/refusal'

export interface Place {
  orgId: string
  deptId?: string | null | undefined
}

/** Throws unless each organization lies in the scope and exists, and each department belongs to its organization. */
export async function checkPlaces(db: Queries, scope: Scope, places: readonly Place[]): Promise<void> {
  for (const place of places) requireCovered(scope, place.orgId)
  const organizations = await db
    .selectFrom('organization')
    .where(
      'id',
      'in',
      places.map((place) => place.orgId),
    )
    .select('id')
    .execute()
  const known = new Set(organizations.map((row) => row.id))
  const departments = await db
    .selectFrom('department')
    .where(
      'org_id',
      'in',
      places.map((place) => place.orgId),
    )
    .where(
      'id',
      'in',
      places.map((place) => place.deptId ?? ''),
    )
    .select(['id', 'org_id'])
    .execute()
  const orgOf = new Map(departments.map((row) => [row.id, row.org_id]))
  for (const [index, { orgId, deptId }] of places.entries()) {
    if (!known.has(orgId)) throw badField(`userOrgList.${index}.orgId`, 'unknownOrganization')
    if (deptId && orgOf.get(deptId) !== orgId) {
      throw badField(`userOrgList.${index}.deptId`, 'departmentElsewhere')
    }
  }
}

/** Memberships in the scope become `places`; those outside stay. A membership that goes takes its roles along. */
export async function replacePlaces(
  db: Queries,
  scope: Scope,
  accountId: string,
  places: readonly Place[],
): Promise<void> {
  await db
    .deleteFrom('membership')
    .where('account_id', '=', accountId)
    .where(within(scope, 'org_id'))
    .where(
      'org_id',
      'not in',
      places.map((place) => place.orgId),
    )
    .execute()
  await insertPlaces(db, accountId, places)
}

export async function insertPlaces(db: Queries, accountId: string, places: readonly Place[]): Promise<void> {
  await db
    .insertInto('membership')
    .values(
      places.map(({ orgId, deptId }) => ({ account_id: accountId, org_id: orgId, dept_id: deptId || null })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'org_id'])
        .doUpdateSet((eb) => ({ dept_id: eb.ref('excluded.dept_id') })),
    )
    .execute()
}

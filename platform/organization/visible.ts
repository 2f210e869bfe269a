import type { Selectable } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { absent, type Person, requireCovered, type Scope, scopeOf } from '#platform/authority'
import type { Queries, Schema } from '#platform/db/schema'
import type { Business } from '#platform/http/business'
import type { State } from '#platform/http/edition'
import { Refusal } from '#platform/http/refusal'

export type Organization = Selectable<Schema['organization']>
interface Reach {
  db: Queries
  person: Person
}

/** The organizations that the caller manages by this call, disabled ones too, so that they can enable them again. */
export async function managed({ db, person }: Reach, endpoint: Endpoint): Promise<Scope> {
  return scopeOf(db, person, endpoint.permissions, { disabledToo: true })
}

/** Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
export async function visibleOrganization(
  reach: Reach,
  endpoint: Endpoint,
  id: string,
): Promise<Organization> {
  const row = await reach.db.selectFrom('organization').where('id', '=', id).selectAll().executeTakeFirst()
  return visible(reach, endpoint, row)
}

/** The same, locked to the end of the transaction: nothing is hung on it meanwhile. */
export async function lockedOrganization(
  reach: Reach,
  endpoint: Endpoint,
  id: string,
): Promise<Organization> {
  const row = await reach.db
    .selectFrom('organization')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return visible(reach, endpoint, row)
}

async function visible(
  reach: Reach,
  endpoint: Endpoint,
  row: Organization | undefined,
): Promise<Organization> {
  if (row === undefined) throw absent(reach.person)
  requireCovered(await managed(reach, endpoint), row.id)
  return row
}

/** Nobody but a super administrator disables or deletes the organization that they are working in. */
export function requireNotWithin(
  { person, business }: { person: Person; business: Business },
  id: string,
): void {
  if (!person.superIdentification && business.orgId === id) {
    throw new Refusal(codes.conflict, 'ownOrganization')
  }
}

export function stateOf(organization: Pick<Organization, 'name' | 'code' | 'enabled' | 'remark'>): State {
  const { name, code, enabled, remark } = organization
  return { name, code, enabled, remark }
}

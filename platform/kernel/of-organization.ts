import { type Selectable, sql } from 'kysely'
import { absent, type Reach, requireSeen } from '#platform/kernel/auth/authority'
import type { Schema } from '#platform/kernel/db/schema'
import type { Reference } from '#platform/kernel/http/version'

/** The tables whose records belong to one organization. */
type Table = {
  [T in keyof Schema]: Selectable<Schema[T]> extends { id: string; org_id: string } ? T : never
}[keyof Schema]
export type OfOrganization<T extends Table> = Selectable<Schema[T]> & { org_id: string; org_name: string }

/** The record, when its organization lies in the scope. Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
export function visibleIn<T extends Table>(reach: Reach, table: T, id: string): Promise<OfOrganization<T>> {
  return found(reach, table, id, false)
}

/** The same, locked to the end of the transaction, so that changes and grants of one record follow each other. */
export function lockedIn<T extends Table>(reach: Reach, table: T, id: string): Promise<OfOrganization<T>> {
  return found(reach, table, id, true)
}

export function organizationOf({ org_id, org_name }: OfOrganization<Table>): Reference {
  return { id: org_id, name: org_name }
}

async function found<T extends Table>(
  { db, person, scope }: Reach,
  table: T,
  id: string,
  isLocked: boolean,
): Promise<OfOrganization<T>> {
  // Read afterwards: of one that has moved to another organization meanwhile, the waiting statement would find nothing.
  if (isLocked) await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db)
  const { rows } = await sql<OfOrganization<T>>`
    select t.*, o.name as org_name from ${sql.table(table)} t join organization o on o.id = t.org_id
    where t.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw absent(person)
  requireSeen(scope, row.org_id)
  return row
}

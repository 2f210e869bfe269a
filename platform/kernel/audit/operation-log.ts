import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Reach } from '#platform/kernel/auth/authority'
import type { FieldChanges, Queries } from '#platform/kernel/db/schema'

/** Specification section 9. */
const statuses = { normal: '1', abnormal: '2', unauthorized: '3' } as const

/** What a handler tells of its change; fields that stayed the same are left out of the log. */
export interface Change {
  subject?: { id: string; name?: string | null }
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

/** Who did it, when, and from where. */
type Author = Pick<Reach, 'person' | 'business'> & { now: Date; address: string; requestId: string | null }

export interface Operation {
  module: string
  type: string
  method: string
  path: string
}

/**
 * Writes one row of the operation log; in the transaction of the change, where there is one. Gives false, and writes
 * nothing, where there is a row of this id.
 */
export async function recordOperation(
  db: Queries,
  id: string,
  author: Author,
  operation: Operation,
  status: keyof typeof statuses,
  change: Change,
): Promise<boolean> {
  const { person, business, now, address, requestId } = author
  const { superIdentification } = person
  // Only those who belong to an organization leave rows in its log.
  const organization = sql<string | null>`(
    select o.id from organization o where o.id = ${business.orgId ?? null} and (${superIdentification}
      or exists (select 1 from membership m where m.org_id = o.id and m.account_id = ${person.id})))`
  const changes = changesOf(change)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operation_log')
    .values({
      id,
      account_id: person.id,
      username: person.account,
      org_id: organization,
      org_name: sql<string | null>`(select name from organization where id = ${organization})`,
      system_id: sql<string | null>`(select id from application where id = ${business.systemId ?? null})`,
      system_name: sql<string | null>`(
        select n.name from application a join menu_node n on n.id = a.id where a.id = ${business.systemId ?? null})`,
      ...operation,
      request_ip: address,
      status: statuses[status],
      subject_id: change.subject?.id ?? null,
      subject_name: change.subject?.name ?? null,
      changes: changes === null ? null : JSON.stringify(changes),
      create_time: now,
      request_id: requestId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The fields that differ, without secrets and without whole phone numbers; null for none. */
export function changesOf({ before = {}, after = {} }: Change): FieldChanges | null {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = fields
    .filter((field) => !isSecret(field) && !isDeepStrictEqual(before[field], after[field]))
    .map((field) => [field, { before: shown(field, before[field]), after: shown(field, after[field]) }])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

function isSecret(field: string): boolean {
  return /password|secret|token/i.test(field)
}

/** A value as it may be shown. That a phone changed is worth keeping, its digits are not. */
export function shown(field: string, value: unknown): unknown {
  if (field !== 'phone' || typeof value !== 'string') return value
  return value.length > 7 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****'
}

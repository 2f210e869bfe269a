import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type ChangedMeanwhile, codes } from '#contracts/envelope'
import { covers, type Scope } from '#platform/authority'
import type { FieldChanges, Queries } from '#platform/db/schema'
import { shown } from './operation-log.ts'
import { Refusal } from './refusal.ts'

/** What of a record a dialog edits and its caller sees, by field, in the form in which the operation log keeps it. */
export type State = Readonly<Record<string, unknown>>

/** A record that a value refers to. Its name is for people: a rename is no change of whatever refers to it. */
export interface Reference {
  id: string
  name: string
}

/**
 * The edition of a record: when it was read, and a fingerprint of each field, in the order of their names. Made of the
 * content, it notices every change, whichever call made it, and no change that its reader may not see.
 */
export function versionOf(state: State, now: Date): string {
  const fingerprints = fieldsOf(state).map((field) => fingerprint(state[field]))
  return [now.getTime().toString(36), ...fingerprints].join('.')
}

/**
 * Throws a Refusal 409 that tells what others changed, when `given` is not the edition of `state`, which has to be read
 * after locking the record. `summaries` stands in for values that are too long to show; `untouched` are fields that the
 * update leaves alone, so that others may change them.
 */
export async function requireUnchanged(
  { db, now, scope }: { db: Queries; now: Date; scope: Scope },
  given: string | null | undefined,
  subjectId: string,
  state: State,
  { summaries = {}, untouched = [] }: { summaries?: State; untouched?: readonly string[] } = {},
): Promise<void> {
  if (!given) return
  const [readAt = '', ...fingerprints] = given.split('.')
  const fields = fieldsOf(state)
  const isKnown = fingerprints.length === fields.length
  const changed = isKnown
    ? fields.filter(
        (field, at) => !untouched.includes(field) && fingerprint(state[field]) !== fingerprints[at],
      )
    : []
  if (isKnown && changed.length === 0) return
  const before = await loggedBefore(db, subjectId, changed, momentOf(readAt))
  const detail: ChangedMeanwhile = {
    version: versionOf(state, now),
    changed: changed.map((field) => ({
      field,
      was: seen(scope, before.get(field)),
      now: shown(field, summaries[field] ?? state[field]),
    })),
  }
  throw new Refusal(codes.conflict, 'changedByOther', { detail })
}

/** A logged value without the entries of organizations out of reach. */
export function seen(scope: Scope, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.filter((entry) => typeof entry?.orgId !== 'string' || covers(scope, entry.orgId))
}

/**
 * What the fields held before the first logged change since `readAt`, or, where a change began earlier and waited for
 * a lock, before the last one.
 */
async function loggedBefore(
  db: Queries,
  subjectId: string,
  fields: readonly string[],
  readAt: Date | null,
): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ changes: FieldChanges; since: boolean | null }>`
    select changes, create_time >= ${readAt} as since
    from operation_log
    where subject_id = ${subjectId} and changes is not null
    order by create_time desc, id desc
    limit 50`.execute(db)
  const before = new Map<string, unknown>()
  for (const field of fields) {
    const touching = rows.filter((row) => row.changes[field] !== undefined)
    const row = touching.findLast(({ since }) => since === true) ?? touching[0]
    if (row !== undefined) before.set(field, row.changes[field]?.before ?? null)
  }
  return before
}

/** When an edition says that it was read. What it says may be made up, and mean a time that no database knows. */
function momentOf(readAt: string): Date | null {
  return /^[0-9a-z]{1,9}$/.test(readAt) ? new Date(Number.parseInt(readAt, 36)) : null
}

function fieldsOf(state: State): string[] {
  return Object.keys(state).sort()
}

/** A tree of 5,000 entries takes 60,000 of these: plain values are spared the walk, and `hash` is twice as quick. */
function fingerprint(value: unknown): string {
  const isPlain = typeof value !== 'object' || value === null
  const text = isPlain ? JSON.stringify(value ?? null) : JSON.stringify(value, withoutNames)
  return hash('sha256', text, 'base64url').slice(0, 10)
}

function withoutNames(key: string, value: unknown): unknown {
  return key === 'name' ? undefined : value
}

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type ChangedMeanwhile, codes } from '#contracts/envelope'
import { shown } from '#platform/kernel/audit/operation-log'
import { covers, type Reach, type Scope, seesAccount } from '#platform/kernel/auth/authority'
import type { FieldChanges, Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'

/** What of a record a dialog edits and its caller sees, by field, in the form in which the operation log keeps it. */
export type State = Readonly<Record<string, unknown>>

/** A record that a value refers to. Its name is for people: a rename is no change of whatever refers to it. */
export interface Reference {
  id: string
  name: string
}

/**
 * The version of a record: when it was read, and a fingerprint of each field, in the order of their names. Made of the
 * content, it notices every change, whichever call made it, and no change that its reader may not see.
 */
export function versionOf(state: State, now: Date): string {
  const fingerprints = fieldsOf(state).map((field) => fingerprint(state[field]))
  return [now.getTime().toString(36), ...fingerprints].join('.')
}

/**
 * Throws a Refusal 409 that tells what others changed, when `given` is not the version of `state`, which has to be read
 * after locking the record. `summaries` stands in for values that are too long to show; `untouched` are fields that the
 * update leaves alone, so that others may change them.
 */
export async function requireUnchanged(
  reach: Reach & { now: Date },
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
  const log = await loggedChanges(reach.db, subjectId, timeOf(readAt))
  const before = loggedBefore(log, changed)
  const detail: ChangedMeanwhile = {
    version: versionOf(state, reach.now),
    ...(await lastChangeOf(reach, log, changed)),
    changed: changed.map((field) => ({
      field,
      was: seen(reach.scope, field, before.get(field)),
      now: shown(field, summaries[field] ?? state[field]),
    })),
  }
  throw new Refusal(codes.conflict, 'changedByOther', { detail })
}

/** A logged value without the entries of organizations out of reach; where a field names one such itself, nothing. */
export function seen(scope: Scope, field: string, value: unknown): unknown {
  const isSeen = (orgId: unknown) => typeof orgId !== 'string' || covers(scope, orgId)
  if (Array.isArray(value)) return value.filter((entry) => isSeen(entry?.orgId))
  const { id } = Object(value) as Partial<Reference>
  return field === 'orgId' && !isSeen(id) ? undefined : value
}

interface LoggedChange {
  changes: FieldChanges
  accountId: string
  at: Date
  since: boolean | null
}

/** What the log tells of the record, the latest first. */
async function loggedChanges(db: Queries, subjectId: string, readAt: Date | null): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select changes, account_id as "accountId", create_time as at, create_time >= ${readAt} as since
    from operation_log
    where subject_id = ${subjectId} and changes is not null
    order by create_time desc, id desc
    limit 50`.execute(db)
  return rows
}

/**
 * What the fields held before the first logged change since the record was read, or, where a change began earlier and
 * waited for a lock, before the last one.
 */
function loggedBefore(log: readonly LoggedChange[], fields: readonly string[]): Map<string, unknown> {
  const before = new Map<string, unknown>()
  for (const field of fields) {
    const touching = log.filter(({ changes }) => changes[field] !== undefined)
    const row = touching.findLast(({ since }) => since === true) ?? touching[0]
    if (row !== undefined) before.set(field, row.changes[field]?.before ?? null)
  }
  return before
}

/** When the last of the changes was made, and by whom, where the caller may see that person in a list. */
async function lastChangeOf(
  reach: Reach,
  log: readonly LoggedChange[],
  fields: readonly string[],
): Promise<Pick<ChangedMeanwhile, 'by' | 'at'>> {
  const last = log.find(
    ({ changes, since }) => since === true && fields.some((field) => changes[field] !== undefined),
  )
  if (last === undefined) return {}
  const author = await reach.db
    .selectFrom('account as a')
    .where('a.id', '=', last.accountId)
    .where(seesAccount(reach))
    .select(['a.account', 'a.name'])
    .executeTakeFirst()
  return { at: last.at.toISOString(), ...(author && { by: author.name || author.account }) }
}

/** When a version says that it was read. What it says may be made up, and mean a time that no database knows. */
function timeOf(readAt: string): Date | null {
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

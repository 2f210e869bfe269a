import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { type OperationStatus, operationStatuses } from '#contracts/operation-statuses'
import { ofOneOrganization } from '#contracts/registry'
import type { Reach } from '#platform/kernel/auth/authority'
import type { FieldChanges, Queries } from '#platform/kernel/db/schema'
import { type Head, headOf, linkBehind, movedHead, type SealKeys, type StoredHead } from './seal.ts'
import { takenOver } from './taken-over.ts'

const statuses = Object.fromEntries(
  Object.entries(operationStatuses).map(([status, name]) => [name, status]),
) as Record<OperationStatus, string>

/** What a handler tells of its change; fields that stayed the same are left out of the log. */
export interface Change {
  subject?: { id: string; name?: string | null }
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

/** Who did it, when, and from where. */
type Author = Pick<Reach, 'person' | 'business'> & {
  now: Date
  address: string
  requestId: string | null
  bulkId?: string
}

export interface Operation {
  module: string
  type: string
  method: string
  path: string
}

/** The operation log as it is written to: a transaction, and what its entries are sealed with. */
export interface OperationLog {
  db: Queries
  keys: SealKeys
}

/**
 * Writes one entry of the operation log, behind the newest; in the transaction of the change, where there is one. Nobody else
 * adds an entry until that transaction is over, hence it comes last. Gives false, and writes nothing, where there is an
 * entry of this id.
 */
export async function recordOperation(
  { db, keys }: OperationLog,
  id: string,
  author: Author,
  operation: Operation,
  status: OperationStatus,
  change: Change,
): Promise<boolean> {
  const { person, now, address, requestId, bulkId = null } = author
  const { head: found, place } = await lockedHead(db, author, homesOf(operation, change))
  const head = await takenOver(db, found, keys)
  const changes = changesOf(change)
  const entry = {
    id,
    account_id: person.viewer?.id ?? person.id,
    // Whoever looks on in somebody's place is told with whose.
    username: person.viewer === undefined ? person.account : `${person.viewer.account} → ${person.account}`,
    ...place,
    ...operation,
    request_ip: address,
    status: statuses[status],
    subject_id: change.subject?.id ?? null,
    subject_name: change.subject?.name ?? null,
    // As it comes back from the database: a field without a value before has none in JSON.
    changes: changes === null ? null : JSON.parse(JSON.stringify(changes)),
    create_time: now,
    request_id: requestId,
    bulk_id: bulkId,
  }
  const [key] = keys
  const link = linkBehind(head, entry, key)
  const { numUpdatedRows } = await db
    .with('added', (query) =>
      query
        .insertInto('operation_log')
        .values({
          ...entry,
          changes: changes === null ? null : JSON.stringify(changes),
          ...link,
          seal_key: key.id,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id'),
    )
    .updateTable('operation_head')
    .set(movedHead(head, link, keys))
    .where(({ exists, selectFrom }) => exists(selectFrom('added').select('id')))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * The organizations `home` of a record that belongs to some, before or now, or was deleted just now: its entries stand in the log
 * of one of them, its author's where that is one, wherever they were at work. Nothing of what is everybody's.
 */
function homesOf(
  { module, type }: Operation,
  { subject, before = {}, after = {} }: Change,
): RawBuilder<unknown> {
  const id = subject?.id ?? ''
  const deleted = sql`select unnest(b.org_ids) as home from bin b where b.kind = ${module} and b.record_id = ${id}
    union select unnest(${organizationsIn(before)}::text[])`
  if (ofOneOrganization.includes(module)) {
    return sql`select t.org_id as home from ${sql.table(module)} t where t.id = ${id} union ${deleted}`
  }
  switch (module) {
    case 'account':
      // One in which somebody looks on is not told of in the others.
      if (type === 'viewAs') return sql`select unnest(${organizationsIn(after)}::text[]) as home`
      return sql`select m.org_id as home from membership m where m.account_id = ${id} union ${deleted}`
    case 'organization':
      // That there is a new one, is told where it was made.
      return sql`select ${id}::text as home where ${type !== 'add'}`
    default:
      return sql`select null::text as home where false`
  }
}

/** Those that a record's fields name: the one that it belongs to, or those of which somebody is a member. */
function organizationsIn(state: Readonly<Record<string, unknown>>): string[] {
  const places = [{ orgId: state.orgId }, ...(Array.isArray(state.userOrgList) ? state.userOrgList : [])]
  return places.flatMap(({ orgId }: { orgId?: string | { id?: string } }) => {
    const id = typeof orgId === 'object' ? orgId?.id : orgId
    return id ?? []
  })
}

/** The newest link, which nobody else moves until the transaction is over, and the place of the entry. */
async function lockedHead(
  db: Queries,
  author: Author,
  homes: RawBuilder<unknown>,
): Promise<{ head: Head; place: Place }> {
  const found = await findHead(db, author, homes)
  if (found !== undefined) return found
  // Somebody has taken it away. The log goes on behind a gap, which tells of it for ever.
  await sql`
    insert into operation_head (seq, seal, pruned_seq, pruned_seal, key, mac)
    select coalesce(max(seq), 0) + 1, '', 0, '', '', '' from operation_log on conflict do nothing`.execute(db)
  return lockedHead(db, author, homes)
}

interface Place {
  org_id: string | null
  org_name: string | null
  system_id: string | null
  system_name: string | null
}

async function findHead(db: Queries, { person, business }: Author, homes: RawBuilder<unknown>) {
  const own = business.orgId ?? null
  // Only those who belong to an organization leave entries in its log, but of what belongs to it.
  const { rows } = await sql<StoredHead & Place>`
    with homes as (
      select h.home from (${homes}) h join organization o on o.id = h.home
    ), place as (
      select coalesce((select home from homes where home = ${own}), (select min(home) from homes), ${own}) as id
    )
    select h.seq, h.seal, h.pruned_seq, h.pruned_seal, h.key, h.mac,
      o.id as org_id, o.name as org_name, a.id as system_id, n.name as system_name
    from operation_head h
    left join organization o on o.id = (select id from place) and (${person.superIdentification}
      or o.id in (select home from homes)
      or exists (select 1 from membership m where m.org_id = o.id and m.account_id = ${person.id}))
    left join application a on a.id = ${business.systemId ?? null}
    left join menu_node n on n.id = a.id
    for update of h`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { seq, seal, pruned_seq, pruned_seal, key, mac, ...place } = row
  return { head: headOf({ seq, seal, pruned_seq, pruned_seal, key, mac }), place }
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

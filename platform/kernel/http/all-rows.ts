import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { pacedStream } from '#contracts/paced-stream'
import { rowsType } from '#contracts/rows'
import { recordOperation, shown as shownInLog } from '#platform/kernel/audit/operation-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { callerByNow } from '#platform/kernel/auth/authenticate'
import { includes } from '#platform/kernel/auth/authority'
import { hour, minute, second } from '#platform/kernel/clock'
import { mayRest } from '#platform/kernel/db/open'
import { newId } from '#platform/kernel/ids'
import { causeOf } from '#platform/kernel/log'
import { type Rule, requireUnder } from '#platform/kernel/quota'
import { notPermitted, Refusal } from '#platform/kernel/refusal'
import type { Caller, Services } from './call.ts'
import { isClient } from './client-credentials.ts'

export interface AllRows {
  /** In their order, without an end. */
  rows: Expression<unknown>
  shown: (row: object) => object
  isProved?: boolean | undefined
}

/** Each holds a connection with the database as long as it lasts. */
const most = { atOnce: 3, ofOnePerson: 1 }
/** Of one person in an hour: each leaves an entry in the operation log, also where it is broken off at once. */
const mostOften = 200
const batch = 500
/** Milliseconds after which a reader that takes nothing is taken for one that has gone. */
const patience = 60 * second
/** Milliseconds that it may take altogether: so long the database keeps what everybody else changes or deletes meanwhile. */
export const longestReading = 30 * minute

/** Milliseconds after which an empty batch says that it goes on. */
const wordEvery = 4 * second
/** Milliseconds after which it is looked whether the person is still signed in, and may read this. */
const lookEvery = 5 * second

type Call = Caller & { query: unknown; services: Services }

/**
 * All rows as they were at one moment: a cursor in a transaction that only reads, so that none comes twice or is missing,
 * and no more are held than one fetch brings. What was handed out is logged before the end is told: whoever has a whole
 * file is in the log with it, and whoever broke off with what they had until then.
 */
export async function answerRows(call: Call, endpoint: Endpoint, list: AllRows): Promise<Response> {
  const leave = enter(call)
  await countExport(call).catch((error) => {
    leave()
    throw error
  })
  const encoder = new TextEncoder()
  const body = pacedStream(linesOf(call, endpoint, list, leave), {
    encode: (line) => encoder.encode(`${JSON.stringify(line)}\n`),
    patience,
    leave,
  })
  return new Response(body, { headers: { 'content-type': rowsType, 'x-accel-buffering': 'no' } })
}

async function* linesOf(
  call: Call,
  endpoint: Endpoint,
  { rows, shown, isProved }: AllRows,
  leave: () => void,
): AsyncGenerator<unknown> {
  const { services, requestId } = call
  const id = newId(call.now)
  const transaction = await services.unhurried
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch((error) => {
      leave()
      throw error
    })
  let count = 0
  let isOver = false
  const over = async (isWhole: boolean) => {
    isOver = true
    leave()
    await transaction
      .rollback()
      .execute()
      .catch(() => {})
    await logRows(call, endpoint, id, count, isWhole)
  }
  try {
    await mayRest(transaction, 2 * patience)
    const hasKey = isProved && isClient(call.rowsClient, services.client)
    yield { begin: { id, ...(hasKey && { key: exportKey(services.auditKeys, id) }) } }
    await sql`declare all_rows no scroll cursor for ${rows}`.execute(transaction)
    // Not by the clock, which may go forward or back meanwhile.
    const since = performance.now()
    let seenAt = since
    for (;;) {
      const now = performance.now()
      if (now - since > longestReading) throw new Error('the rows are read too slowly')
      // Outside of the transaction, which has the moment that it began at.
      if (now - seenAt >= lookEvery) {
        // Whoever was signed out or disabled meanwhile gets no more, nor in a view whoever looks on; nor whose right was
        // taken, be it for a part of what they are being answered.
        const { scope } = await callerByNow(services.db, call, endpoint, services.clock())
        if (!includes(scope, call.scope)) throw notPermitted()
        seenAt = now
      }
      const fetching = sql<object>`fetch ${sql.lit(batch)} from all_rows`.execute(transaction)
      // Whatever stands in between takes silence for an end.
      while (await isSlow(fetching)) yield []
      const fetched = await fetching
      if (fetched.rows.length === 0) break
      count += fetched.rows.length
      yield fetched.rows.map(shown)
    }
    await over(true)
    yield { end: { rows: count } }
  } catch (error) {
    services.log.error('rows broke off', { requestId, path: endpoint.path, ...causeOf(error) })
    throw error
  } finally {
    if (!isOver) {
      await over(false).catch((error) =>
        services.log.error('operation log not written', { requestId, ...causeOf(error) }),
      )
    }
  }
}

/** Whether it is not there in some seconds. What it comes to is heard by whoever waits for it. */
async function isSlow(work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const slow = sleep(wordEvery, true, { signal: timer.signal }).catch(() => false)
  const there = work.then(
    () => false,
    () => false,
  )
  const isLate = await Promise.race([slow, there])
  timer.abort()
  return isLate
}

/** What seals the lines of one exported file: whoever has the keys of the log and the export's id makes it again. */
export function exportKey([key]: SealKeys, id: string): string {
  return key.seal(`export\n${id}`)
}

/** Takes a place, or refuses. Gives what leaves it. */
function enter({ services: { places }, person }: Call): () => void {
  const isOwn = (place: { personId: string }) => place.personId === person.id
  if (places.size >= most.atOnce || [...places].filter(isOwn).length >= most.ofOnePerson) {
    throw new Refusal(codes.tooMany, 'exportsSpent')
  }
  const place = { personId: person.id }
  places.add(place)
  return () => places.delete(place)
}

async function countExport({ services: { db }, person, now }: Call): Promise<void> {
  const rule: Rule = { kind: 'export', subject: person.id, window: hour, most: mostOften }
  await db.transaction().execute((own) => requireUnder(own, rule, now, 'exportsOften'))
}

async function logRows(
  call: Call,
  endpoint: Endpoint,
  id: string,
  rows: number,
  isWhole: boolean,
): Promise<void> {
  const { services } = call
  const author = { ...call, now: services.clock() }
  const operation = {
    module: endpoint.permissions[0]?.split('.').at(-2) ?? '',
    type: 'export',
    method: endpoint.method,
    path: endpoint.path,
  }
  const filters = filtersOf(call.query)
  const after = { ...(filters && { filters }), [isWhole ? 'rows' : 'rowsUntilBreak']: rows }
  await services.db
    .transaction()
    .execute((own) =>
      recordOperation(
        { db: own, keys: services.auditKeys },
        id,
        author,
        operation,
        isWhole ? 'normal' : 'abnormal',
        { subject: { id }, after },
      ),
    )
}

/** What was searched for, as it may be shown. */
function filtersOf(query: unknown): string {
  return Object.entries(query as Record<string, unknown>)
    .filter(([name, value]) => name !== 'page' && name !== 'limit' && value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${shownInLog(name, value)}`)
    .join(' ')
}

import { sql } from 'kysely'
import type pg from 'pg'
import { second } from '#platform/kernel/clock'
import { Refusal } from '#platform/kernel/refusal'
import { clientFor } from './client.ts'
import { isCrowded } from './failures.ts'
import { overClient } from './open.ts'
import type { Database } from './schema.ts'

/** Shorter than probes wait. */
const patience = 1.5 * second

/** A connection of its own, for what judges the others: it neither waits for them nor takes one from a call. */
export interface Probe {
  /** Rejects when the database has not answered in time. */
  ask<T>(work: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Connects with the first question, and anew after one that was not answered.
 * @param calls is asked where the server has no connection left: the calls have theirs, and are served
 */
export function openProbe(connectionString: string, calls?: Database): Probe {
  let open: { client: pg.Client; db: Promise<Database> } | undefined
  const Client = clientFor(connectionString, patience)
  const connect = () => {
    const client = new Client({ keepAlive: true, application_name: 'atrium-probe' })
    const used = { client, db: client.connect().then(() => overClient(client)) }
    used.db.catch(() => {})
    for (const event of ['error', 'end'] as const) client.on(event, () => leave(used))
    return used
  }
  const leave = (used: typeof open) => {
    if (open === used) open = undefined
    // Breaks off what is under way.
    return used?.client.end().catch(() => {})
  }
  return {
    async ask(work) {
      open ??= connect()
      const used = open
      try {
        return await inTime(used.db.then(work))
      } catch (error) {
        // What the answer was: it says nothing of the connection, over which others ask as well.
        if (error instanceof Refusal) throw error
        void leave(used)
        if (calls !== undefined && isCrowded(error)) return inTime(work(calls))
        throw error
      }
    },
    close: async () => leave(open),
  }
}

/** Whether calls get a connection of theirs in time. */
export async function isServed(db: Database): Promise<boolean> {
  return inTime(sql`select 1`.execute(db)).then(
    () => true,
    () => false,
  )
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { minute } from '#platform/kernel/clock'
import { CommitLost, isConnectionLost } from '#platform/kernel/db/failures'
import { mayRest, openDatabase } from '#platform/kernel/db/open'
import { retryLost } from '#platform/kernel/db/retry'
import type { Database } from '#platform/kernel/db/schema'
import { jsonLog } from '#platform/kernel/log'
import { databaseLine } from './database-line.ts'
import { testPlatform } from './harness.ts'

/** As servers come: the tests' own waits for no disk. */
const platform = testPlatform({}, async (url) => {
  const waiting = new URL(url)
  waiting.searchParams.set('options', '-c synchronous_commit=on')
  return waiting.href
})
const line = databaseLine()
afterAll(line.close)

const log = jsonLog('error')
const longest = 500
const one = sql<{ one: number }>`select 1 as one`

async function over(address: string, work: (db: Database) => Promise<unknown>, more = {}) {
  const db = openDatabase(address, log, { connections: 1, longest, ...more })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

describe('a database that falls silent, without a word', () => {
  test('HOLD-2 HOLD-9 a connection over which nothing comes any more is given up, and the next one answers', async () => {
    await over(await line.open(platform.address()), async (db) => {
      await one.execute(db)
      line.break({ at: 'select 1', answered: false, silent: true })
      const { rows } = await retryLost(() => one.execute(db))
      expect(rows).toEqual([{ one: 1 }])
    })
  })

  test('HOLD-2 a host that says nothing when it is asked for the primary is asked anew', async () => {
    const through = new URL(await line.open(platform.address()))
    line.break({ at: 'pg_is_in_recovery', answered: false, silent: true })
    const nobody = '127.0.0.1:1'
    await over(through.href.replace(through.host, `${through.host},${nobody}`), async (db) => {
      expect((await retryLost(() => one.execute(db), 10_000)).rows).toEqual([{ one: 1 }])
    })
  })

  test('HOLD-8 a connection for which a pool in between has no session left is given up, and the next one answers', async () => {
    const work = async (db: Database) => {
      line.break({ at: 'pg_settings', answered: false, silent: true })
      expect((await retryLost(() => one.execute(db))).rows).toEqual([{ one: 1 }])
    }
    await over(await line.open(platform.address()), work, { longest: undefined })
  })

  test('HOLD-9 a statement that takes too long is ended by the server, which keeps the connection', async () => {
    await over(platform.address(), async (db) => {
      const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const { rows } = await pid.execute(db)
      const failure = await sql`select pg_sleep(5)`.execute(db).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: '57014' })
      expect(isConnectionLost(failure)).toBe(true)
      expect((await pid.execute(db)).rows).toEqual(rows)
    })
  })
})

describe('a platform that freezes, or is gone without a word', () => {
  const head = sql`select seq from operation_head for update`

  test('HOLD-1 HOLD-3 HOLD-9 in the middle of a write keeps others from writing for a moment only', async () => {
    const frozen = (db: Database) =>
      db.transaction().execute(async (holding) => {
        await head.execute(holding)
        await retryLost(() => over(platform.address(), (other) => head.execute(other)), 5_000)
      })
    await expect(over(platform.address(), frozen, { rest: 600 })).rejects.toThrow(CommitLost)
  })

  test('HOLD-9 every connection has a transaction that asks nothing ended, but for one that says how long it may', async () => {
    const rest = sql<{ rest: string }>`select current_setting('idle_in_transaction_session_timeout') as rest`
    for (const more of [{}, { longest: undefined }])
      await over(
        platform.address(),
        async (db) => {
          expect((await rest.execute(db)).rows).toEqual([{ rest: '10s' }])
          await db.transaction().execute(async (own) => {
            await mayRest(own, 120_000)
            expect((await rest.execute(own)).rows).toEqual([{ rest: '2min' }])
          })
        },
        more,
      )
  })
})

test('HOLD-1 a read that notes the session as used does not wait for a replica, as a save does', async () => {
  const orgId = await platform.orgId('EAST')
  const told = sql<{ told: string }>`select told from commits`
  await sql`create table commits (told text)`.execute(platform.db)
  await sql`create function tell() returns trigger language plpgsql as $$
    begin insert into commits values (tg_table_name || ' ' || current_setting('synchronous_commit')); return null; end $$`.execute(
    platform.db,
  )
  for (const table of ['session', 'department'])
    await sql`create trigger tell after insert or update on ${sql.table(table)} execute function tell()`.execute(
      platform.db,
    )
  const headers = { authorization: `Bearer ${await platform.token('admin')}` }
  await sql`delete from commits`.execute(platform.db)
  platform.forward(2 * minute)
  await platform.ok(departments.list, { headers }, {})
  expect((await told.execute(platform.db)).rows).toEqual([{ told: 'session off' }])
  await platform.ok(departments.add, { headers }, { body: { orgId, code: 'KEPT', name: 'Kept', enabled: 1 } })
  expect((await told.execute(platform.db)).rows).toEqual([{ told: 'session off' }, { told: 'department on' }])
})

test('OPS-11 a connection that the server ends is told, but not of a platform that is stopping', async () => {
  const told: string[] = []
  const warned = jsonLog('warn', { write: (text) => told.push(text) })
  for (const isStopping of [false, true]) {
    const db = openDatabase(platform.address(), warned, { connections: 1 })
    const held = await db.startTransaction().execute()
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(held)
    const stopped = isStopping ? db.destroy() : undefined
    await sql`select pg_terminate_backend(${rows[0]?.id})`.execute(platform.db)
    // Its word, and then its end, are each an error of a connection that asks nothing.
    await setTimeout(100)
    await expect(one.execute(held)).rejects.toThrow()
    await held
      .rollback()
      .execute()
      .catch(() => {})
    await (stopped ?? db.destroy())
    expect(told, isStopping ? 'while it stops' : 'while it runs').toHaveLength(1)
  }
})

import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { backup } from '../../tools/operate/backup.ts'
import { restore } from '../../tools/operate/restore.ts'
import { copyPlace } from './copy-place.ts'
import { emptyAddress } from './empty-database.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const place = copyPlace()

const copied = async () => {
  const file = join(place.folder, 'copy.gz')
  await backup([file], { DATABASE_URL: platform.address() })
  return file
}

test('OPS-7 a copy leaves out tables that others have made, names them, and is restored', async () => {
  await sql`create table of_others (id text)`.execute(platform.db)
  await sql`create table of_extension (id text)`.execute(platform.db)
  await sql`alter extension pg_trgm add table of_extension`.execute(platform.db)
  const file = await copied()
  expect(place.said.join('\n')).toMatch(/^Left out, since Atrium did not make them: of_others\./m)
  expect(await restore([file], { DATABASE_URL: await emptyAddress() })).toBe(0)
})

test('OPS-7 a place is empty that holds no more than what an extension has made for itself', async () => {
  const address = await emptyAddress()
  const there = openDatabase(address, jsonLog('error'), { connections: 1 })
  await sql`create extension pg_buffercache`.execute(there)
  await there.destroy()
  expect(await restore([await copied()], { DATABASE_URL: address })).toBe(0)
})

test('OPS-7 OPS-3 a copy is not put into a database of another encoding, which a start would refuse', async () => {
  const address = await emptyAddress("encoding 'SQL_ASCII' locale 'C' template template0")
  await expect(restore([await copied()], { DATABASE_URL: address })).rejects.toThrow(/encoding SQL_ASCII/)
})

test('OPS-7 a restore that somebody stops says so, and has kept nothing', async () => {
  const file = await copied()
  const address = await emptyAddress()
  const there = openDatabase(address, jsonLog('error'), { connections: 2 })
  const told = await there.transaction().execute(async (holder) => {
    // It cannot be over before it is stopped.
    await sql`create table account (id text)`.execute(holder)
    const restoring = restore([file], { DATABASE_URL: address }).catch(String)
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(there)
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    process.emit('SIGTERM')
    return restoring
  })
  await there.destroy()
  expect(told).toBe('Fault: Stopped. Nothing was kept.')
})

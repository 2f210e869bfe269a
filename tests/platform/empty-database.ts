import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, inject } from 'vitest'
import { openDatabase } from '#platform/kernel/db/open'
import type { Database } from '#platform/kernel/db/schema'
import { jsonLog } from '#platform/kernel/log'
import { databaseUrl } from './databases.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The address of a database with nothing in it, for one test. */
export async function emptyAddress(made = ''): Promise<string> {
  const name = `atrium_test_${randomBytes(6).toString('hex')}`
  const server = new pg.Client({ connectionString: inject('testServer') })
  await server.connect()
  ends.push(() => server.end())
  await server.query(`create database ${name} ${made}`)
  ends.push(() => server.query(`drop database ${name} with (force)`))
  return databaseUrl(inject('testServer'), name)
}

/** The same, opened. */
export async function emptyDatabase(): Promise<Database> {
  const db = openDatabase(await emptyAddress(), jsonLog('warn'), { connections: 3 })
  ends.push(() => db.destroy())
  return db
}

import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringToSchema } from '#platform/bring-to-schema'
import { clientFor } from '#platform/kernel/db/client'
import { getMigrations, migrate, migrationNames, schemaState } from '#platform/kernel/db/migrate'
import { openDatabase, overClient } from '#platform/kernel/db/open'
import type { Database } from '#platform/kernel/db/schema'
import { jsonLog } from '#platform/kernel/log'
import { refusalOf } from '#platform/kernel/refusal'
import { reachDatabase } from '../../tools/atrium/reach.mjs'
import { auditKeys } from './databases.ts'
import { emptyAddress } from './empty-database.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const lines: string[] = []
const steps: string[] = []
const log = jsonLog('warn', { write: (line) => lines.push(line) })

async function over<T>(address: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(address, jsonLog('error'), { connections: 2 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What is said before a start, and at it. */
async function saidOf(address: string) {
  const said = (error: Error) => error.message
  return [await reachDatabase(address).catch(said), await over(address, (db) => migrate(db).catch(said))]
}

/** A user of the server who has been given nothing. */
const stranger = `stranger_${randomBytes(4).toString('hex')}`
const asStranger = (address: string) => {
  const url = new URL(address)
  url.username = stranger
  url.password = 'secret'
  return url.href
}
beforeAll(() => sql`create role ${sql.id(stranger)} login password 'secret'`.execute(platform.db))
afterAll(() => sql`drop role if exists ${sql.id(stranger)}`.execute(platform.db))

test('OPS-3 a user of the database who may not make tables there is told before a start, and at it', async () => {
  const address = await emptyAddress()
  await over(address, (db) => sql`revoke create on schema public from public`.execute(db))
  const sentence = expect.stringMatching(/may not make the tables .* Make it the owner of the database/)
  expect(await saidOf(asStranger(address))).toEqual([sentence, sentence])
})

test('OPS-3 a database that takes no writes, as a standby, is told before a start, and at it', async () => {
  const address = new URL(platform.address())
  address.searchParams.set('options', '-c default_transaction_read_only=on')
  const sentence = expect.stringMatching(/takes no writes: to a standby/)
  expect(await saidOf(address.href)).toEqual([sentence, sentence])
})

test.each(['LATIN1', 'SQL_ASCII'])(
  'OPS-3 HOLD-9 a database of the encoding %s is told before a start, and at it',
  async (encoding) => {
    const address = await emptyAddress(`encoding '${encoding}' locale 'C' template template0`)
    const sentence = expect.stringMatching(
      `encoding ${encoding}, which cannot hold every text\\..* encoding 'UTF8'`,
    )
    expect(await saidOf(address)).toEqual([sentence, sentence])
  },
)

test('OPS-3 LOGIN-8 a database to whose locale I is not the capital of i is told before a start, and at it', async () => {
  const address = await emptyAddress("locale_provider icu icu_locale 'tr' locale 'C' template template0")
  const sentence = expect.stringMatching(/ADMIN and admin .* locale 'C\.UTF-8'/)
  expect(await saidOf(address)).toEqual([sentence, sentence])
})

test('OPS-3 HOLD-8 a database with fewer connections than a platform takes is told before a start, which goes on', async () => {
  const few = await emptyAddress('connection limit 15')
  expect(await reachDatabase(few)).toMatch(/has 15 connections .* up to 16/)
  expect(await reachDatabase(await emptyAddress())).toBeUndefined()
})

/** What a start over this database ends with. */
const startOver = (db: Database, databaseUrl: string) =>
  bringToSchema(db, { databaseUrl, auditKeys }, log, (step) => steps.push(step)).catch(
    (error: Error) => error.message,
  )
const endOf = (databaseUrl: string) => over(databaseUrl, (db) => startOver(db, databaseUrl))

test('OPS-3 HOLD-1 a pool that gives one session to several connections is told at a start, which makes nothing', async () => {
  const address = await emptyAddress()
  const Client = clientFor(address)
  const session = new Client()
  await session.connect()
  expect(await startOver(overClient(session), address)).toMatch(/pool .* keep sessions/)
  // One that has several, and gives them in turns.
  const sessions = [session, new Client(), new Client()]
  for (const another of sessions.slice(1)) await another.connect()
  let asked = 0
  const query = (...given: unknown[]) => Reflect.apply(session.query, sessions[asked++ % 3], given)
  const inTurns = overClient(Object.assign(new Client(), { query }))
  expect(await startOver(inTurns, address)).toMatch(/pool .* keep sessions/)
  for (const one of sessions) await one.end()
  expect(await over(address, (db) => db.introspection.getTables())).toEqual([])
})

test('OPS-3 HOLD-9 a start whose database says nothing names the setting, and of several hosts each with its reason', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const advice = ': check its address, name and password, and that the server runs'
  const place = `127.0.0.1:${port}`
  const ends = [`${place}/x`, `${place},127.0.0.1:1/x`].map((at) => endOf(`postgres://x:secret@${at}`))
  expect(await Promise.all(ends)).toEqual([
    `DATABASE_URL cannot be used (timeout expired)${advice}`,
    `DATABASE_URL cannot be used (timeout expired (${place}); connect ECONNREFUSED 127.0.0.1:1 (127.0.0.1:1))${advice}`,
  ])
  silent.close()
})

test('OPS-3 HOLD-9 a file that is missing and a password that is, are told before a start, and at it', async () => {
  // A server of PostgreSQL as far as it takes: it asks for a password.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0')
      socket.once('data', () => socket.write('R\0\0\0\x0c\0\0\0\x0br=x,'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const [address, says] of [
    [
      `postgres://u:p@127.0.0.1:${port}/x?sslrootcert=/nowhere.pem`,
      /cannot be used \(ENOENT.*'\/nowhere\.pem'\): let sslrootcert, sslcert and sslkey name files that this user can read/,
    ],
    [
      `postgres://u@127.0.0.1:${port}/x`,
      /cannot be used \(the server asks for a password\): write it into the address, postgres:\/\/name:password@/,
    ],
  ] as const) {
    const before = await reachDatabase(address).catch((error: Error) => error.message)
    expect([before, await endOf(address)]).toEqual([expect.stringMatching(says), expect.stringMatching(says)])
  }
  server.close()
})

test('HOLD-9 people are told that nothing was changed while the database refuses the platform', async () => {
  const refusing = (change: (url: URL) => void) => {
    const url = new URL(platform.address())
    change(url)
    return over(url.href, (db) => sql`select 1`.execute(db)).catch(refusalOf)
  }
  const answers = await Promise.all([
    refusing((url) => url.searchParams.set('sslmode', 'verify-full')),
    refusing((url) => {
      url.pathname = '/not_there'
    }),
    refusing((url) => {
      url.username = 'nobody_there'
    }),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 503, detail: { outcome: 'unchanged' }, key: 'databaseAway' })
})

test('OPS-8 two platforms have a schema each in one database', async () => {
  const address = await emptyAddress()
  for (const schema of ['first', 'second']) {
    await over(address, (db) => sql`create schema ${sql.id(schema)}`.execute(db))
    const url = new URL(address)
    url.searchParams.set('options', `-c search_path=${schema}`)
    expect(await saidOf(url.href)).toEqual([undefined, undefined])
    expect(await over(url.href, schemaState)).toBe('ok')
  }
})

test('OPS-8 HOLD-4 a start that brings the database to its schema names the migration at work', async () => {
  steps.length = 0
  await endOf(await emptyAddress())
  const step = "bringing the database to this version's schema"
  expect(steps).toEqual([step, ...(await migrationNames()).map((name) => `${step}: ${name}`)])
})

const schemas = ['public', 'elsewhere']

test.each(schemas)(
  'OPS-8 HOLD-7 indexes that could not be made are told once there is pg_trgm in %s',
  async (schema) => {
    const address = await emptyAddress()
    await over(address, (db) => sql`grant create on schema public to public`.execute(db))
    await over(asStranger(address), (db) =>
      new Migrator({ db, provider: { getMigrations } }).migrateToLatest().then(({ error }) => {
        if (error !== undefined) throw error
      }),
    )
    const told = async () => {
      lines.length = 0
      await endOf(address)
      return lines.flatMap((line): string[] => JSON.parse(line).statements)
    }
    expect(await told()).toEqual([])
    await over(address, async (db) => {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
      await sql`create extension pg_trgm schema ${sql.id(schema)}`.execute(db)
    })
    const statements = await told()
    expect(statements.length).toBeGreaterThan(8)
    await over(address, async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    })
    expect(await told()).toEqual([])
  },
)

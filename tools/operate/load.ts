import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sealingMigrations } from '#platform/kernel/audit/keep-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { getMigrations, migrateTo, migrationNames, tooNarrow } from '#platform/kernel/db/migrate'
import { overClient } from '#platform/kernel/db/open'
import { Fault } from '../../scripts/lib/fault.mjs'
import { CopyReader } from './copy-reader.ts'
import type { Header } from './dump.ts'
import { rowsOf } from './dump.ts'
import { RowSum, type Told } from './row-sum.ts'
import { stopSignal } from './stop-signal.ts'
import { copyIn, isEmpty, mayFill, quoted, settle, type Table, tablesIn } from './tables.ts'

/** What came of a copy: the rows of each table, as the database has them now. */
export type Loaded = Record<string, Told>

/**
 * Fills an empty database with a copy, in one transaction: afterwards everything is there, read back and compared, or
 * nothing is. The schema is brought up to this version's.
 * @param keys of the operation log, for a copy of a version that did not seal it
 * @param before the end of the transaction, on the schema of this version
 */
export async function load(
  client: pg.Client,
  pieces: AsyncIterable<Buffer>,
  keys: () => SealKeys,
  before: (client: pg.Client) => Promise<unknown> = async () => {},
): Promise<Loaded> {
  const reader = new CopyReader(pieces)
  const first = await reader.header()
  const last = await lastMigration(first)
  await settle(client)
  const stopped = stopSignal()
  stopped.signal.addEventListener('abort', () => client.connection.stream.destroy())
  try {
    await client.query('begin')
    if (!(await isEmpty(client))) {
      throw new Fault(
        'The place is not empty: something is stored there, and nothing was changed. Give an empty database, or a new DATA_DIR.',
      )
    }
    if (!(await mayFill(client))) {
      throw new Fault(
        'This user of the database may not make tables there: make it the owner, or grant CREATE.',
      )
    }
    const db = overClient(client)
    const narrow = await tooNarrow(db)
    if (narrow !== undefined) throw new Fault(narrow)
    await migrateTo(db, last)
    const tables = await sameTables(client, first)
    await inPeace(client, tables, () => fill(client, reader, tables))
    const told = await reader.trailer()
    const loaded = await readBack(client, tables)
    compare(told, loaded)
    const newest = (await migrationNames()).at(-1) ?? last
    if (newest !== last) await migrateTo(db, newest, sealingMigrations({ getMigrations }, keys))
    await before(client)
    await client.query('commit')
    // Whoever starts on it is quick from the beginning; it would come by itself.
    await client.query('analyze').catch(() => {})
    return loaded
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw stopped.signal.aborted ? new Fault('Stopped. Nothing was kept.') : error
  } finally {
    stopped.forget()
  }
}

/** The copy's schema has to be one that this version has been at. */
async function lastMigration({ migrations, made }: Header): Promise<string> {
  const own = await migrationNames()
  const unknown = migrations.filter((name) => !own.includes(name))
  if (unknown.length > 0) {
    throw new Fault(
      `The copy of ${made} was made by a newer version of Atrium (its schema has ${unknown.join(', ')}). Use that version, or a later one.`,
    )
  }
  const last = migrations.at(-1) ?? ''
  const missing = own.slice(0, own.indexOf(last)).filter((name) => !migrations.includes(name))
  if (missing.length > 0)
    throw new Fault(`The copy’s schema lacks ${missing.join(', ')}: it is none of Atrium’s.`)
  return last
}

async function sameTables(client: pg.Client, { tables }: Header): Promise<Table[]> {
  const here = new Map((await tablesIn(client)).map((table) => [table.name, table]))
  const others = tables.filter(({ name, columns }) => here.get(name)?.columns.join() !== columns.join())
  if (others.length > 0 || here.size !== tables.length) {
    throw new Fault(
      `The copy’s tables are not those of its schema (${others.map(({ name }) => name).join(', ')}).`,
    )
  }
  return tables
}

/** What triggers make of rows is in the copy already. What migrations have put into tables is too. */
async function inPeace(
  client: pg.Client,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const all = async (state: 'disable' | 'enable') => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${state} trigger user`)
  }
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await all('disable')
  await work()
  await all('enable')
}

async function fill(client: pg.Client, reader: CopyReader, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const rows = Readable.from(reader.rows(), { objectMode: false })
    await pipeline(rows, client.query(copyFrom(copyIn(table)))).catch((error: unknown) => {
      throw isRefusal(error) ? unfit(table.name, error) : error
    })
  }
}

/** Of what PostgreSQL says: data that are none of the type, and rows that break a rule of the schema. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const unfit = (table: string, { message }: Error) =>
  new Fault(`The copy is damaged: the rows of ${table} are not taken (${message}). Nothing was kept.`)

async function readBack(client: pg.Client, tables: readonly Table[]): Promise<Loaded> {
  const loaded: Loaded = {}
  for (const table of tables) {
    const sum = new RowSum()
    for await (const rows of rowsOf(client, table)) sum.add(rows)
    loaded[table.name] = sum.told
  }
  return loaded
}

function compare(told: Record<string, Told>, loaded: Loaded): void {
  const differing = Object.entries(loaded).filter(([name, { rows, sum }]) => {
    const said = told[name]
    return said?.rows !== rows || said.sum !== sum
  })
  if (differing.length === 0) return
  const names = differing.map(([name, { rows }]) => `${name}: ${rows} of ${told[name]?.rows ?? 'no'} rows`)
  throw new Fault(
    `The copy is damaged: what arrived is not what it tells (${names.join('; ')}). Nothing was kept.`,
  )
}

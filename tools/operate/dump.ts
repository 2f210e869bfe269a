import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import * as z from 'zod'
import { migrationNames } from '#platform/kernel/db/migrate'
import { RowSum, type Told, wholeLines } from './row-sum.ts'
import { copyOut, isOwn, settle, type Table, tablesIn } from './tables.ts'

/** The first line of a copy. `format` changes when a program of today could not read it. */
export const header = z.object({
  atrium: z.literal('copy'),
  format: z.number().int(),
  made: z.string(),
  /** The schema that the rows are of. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
})
export type Header = z.infer<typeof header>
export const format = 1

/** The last line: without it, a copy is half a one. */
export const trailer = z.object({
  end: z.literal('copy'),
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
})

/** Behind a table's rows; no row looks like it. */
export const endOfRows = '\\.'
const line = (text: string) => Buffer.from(`${text}\n`)

/**
 * Everything in the database as of one moment, while others go on working with it: a line of JSON, the rows of each
 * table in PostgreSQL's text form, and a line of JSON with their numbers and checksums.
 * @param leaveOut is told of the tables that somebody else has made there
 */
export async function* dump(
  client: pg.Client,
  now = new Date(),
  leaveOut: (names: string[]) => void = () => {},
): AsyncGenerator<Buffer> {
  await settle(client)
  await client.query('begin isolation level repeatable read read only')
  const all = await tablesIn(client)
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const migrations = rows.map(({ name }) => name)
  const own = await migrationNames()
  // A newer version has tables that this one does not know.
  const isNewer = migrations.some((name) => !own.includes(name))
  const tables = isNewer ? all : all.filter(isOwn)
  if (tables.length < all.length) leaveOut(all.filter((table) => !isOwn(table)).map(({ name }) => name))
  const first: Header = { atrium: 'copy', format, made: now.toISOString(), migrations, tables }
  yield line(JSON.stringify(first))
  const told: Record<string, Told> = {}
  for (const table of tables) {
    const sum = new RowSum()
    for await (const rows of rowsOf(client, table)) {
      sum.add(rows)
      yield rows
    }
    yield line(endOfRows)
    told[table.name] = sum.told
  }
  await client.query('commit')
  yield line(JSON.stringify({ end: 'copy', tables: told } satisfies z.input<typeof trailer>))
}

/** The rows of a table, in pieces of whole lines. */
export function rowsOf(client: pg.Client, table: Table): AsyncGenerator<Buffer> {
  return wholeLines(client.query(copyTo(copyOut(table))))
}

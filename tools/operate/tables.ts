import type pg from 'pg'
import { tables } from '#platform/kernel/db/schema'

/** A table as it is copied: all its columns that hold something of their own, in one order. */
export interface Table {
  name: string
  columns: string[]
}

/** What Kysely keeps for itself; the migrations stand in the header of a copy. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock']

/** Whether a migration of this version makes it. */
export const isOwn = ({ name }: Table): boolean => name in tables

/** What an extension has made for itself comes with the extension. */
const ofNoExtension = `not exists (
  select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The tables of the database, each behind those that it refers to. */
export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1) and ${ofNoExtension}
      group by c.relname order by c.relname`,
    [ofMigrations],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct f.relname as "from", t.relname as "to" from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid and f.relnamespace = current_schema()::regnamespace`,
  )
  return inOrder(tables, references)
}

function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const isFree = ({ name }: Table) => !references.some(({ from, to }) => from === name && left.has(to))
    const free = [...left.values()].filter(isFree)
    if (free.length === 0) throw new Error(`these tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

/** Whether nothing has been made in the database yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class c where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${ofNoExtension} limit 1`,
  )
  return rowCount === 0
}

/** Whether the one who is connected may make tables there. */
export async function mayFill(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `select has_schema_privilege(current_schema(), 'create') as may`,
  )
  return rows[0]?.may === true
}

/** The same value is the same text, and work takes as long as it takes, whatever the server's own settings are. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
     set bytea_output = 'hex'; set client_encoding = 'UTF8';
     set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`,
  )
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const columnsOf = ({ columns }: Table): string => columns.map(quoted).join(', ')
export const copyOut = (table: Table): string => `copy ${quoted(table.name)} (${columnsOf(table)}) to stdout`
export const copyIn = (table: Table): string => `copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`

import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Schema } from '#platform/kernel/db/schema'

type Table = keyof Schema & string
type Row<T extends Table> = Selectable<Schema[T]>
/** What the columns have to be; of a list, one of its values. */
type Where<T extends Table> = { [Column in keyof Row<T>]?: Row<T>[Column] | readonly Row<T>[Column][] }

/** Rows as they are stored, for what a test prepares or looks up behind the calls. */
export interface Tables {
  /** The row; throws where there is none. */
  row<T extends Table>(table: T, where: Where<T>): Promise<Row<T>>
  find<T extends Table>(table: T, where: Where<T>): Promise<Row<T> | undefined>
  rows<T extends Table>(table: T, where?: Where<T>): Promise<Row<T>[]>
  count(table: Table): Promise<number>
  insert<T extends Table>(table: T, values: Insertable<Schema[T]> | Insertable<Schema[T]>[]): Promise<void>
  set<T extends Table>(table: T, where: Where<T>, values: Updateable<Schema[T]>): Promise<void>
  delete<T extends Table>(table: T, where: Where<T>): Promise<void>
  /** The tables of records. */
  recordTables(): Promise<string[]>
  /** A fingerprint of every row of these tables, by table; else of all records. */
  fingerprint(tables?: readonly string[]): Promise<Record<string, unknown>>
}

/** Tables whose rows are no records: logs, counts of tries, sign-ins; of all others nothing but a change changes any. */
const besideRecords: readonly string[] = [
  'discovery_job',
  'image',
  'session',
  'captcha',
  'quota',
  'idempotency_key',
  'preference',
  'bin',
  'sign_in_attempt',
  'sms_code',
  'login_log',
  'operation_log',
  'log_word',
  'operation_head',
  'revision',
] satisfies Table[]

export function tablesOf(database: () => Database): Tables {
  const rows = async <T extends Table>(table: T, where: Where<T> = {}) =>
    (await sql<Row<T>>`select * from ${sql.table(table)} ${condition(where)}`.execute(database())).rows
  const find = async <T extends Table>(table: T, where: Where<T>) => (await rows(table, where))[0]
  const recordTables = async () => {
    const known = await database().introspection.getTables()
    return known.map(({ name }) => name).filter((name) => !besideRecords.includes(name))
  }
  return {
    rows,
    find,
    async row(table, where) {
      const found = await find(table, where)
      if (found === undefined) throw new Error(`no ${table} ${JSON.stringify(where)}`)
      return found
    },
    count: async (table) => (await rows(table)).length,
    async insert(table, values) {
      await database()
        .insertInto(table as 'account')
        .values(values as Insertable<Schema['account']>)
        .execute()
    },
    async set(table, where, values) {
      const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join(changes)} ${condition(where)}`.execute(database())
    },
    async delete(table, where) {
      await sql`delete from ${sql.table(table)} ${condition(where)}`.execute(database())
    },
    recordTables,
    async fingerprint(tables) {
      const entries = (tables ?? (await recordTables())).map(async (table) => {
        const { rows } = await sql`
          select count(*)::int, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash
          from (select to_jsonb(t) - 'last_login' as row from ${sql.table(table)} t) as rows`.execute(
          database(),
        )
        return [table, rows[0]] as const
      })
      return Object.fromEntries(await Promise.all(entries))
    },
  }
}

function condition(where: object): RawBuilder<unknown> {
  const parts = Object.entries(where).map(([column, value]) =>
    Array.isArray(value) ? sql`${sql.ref(column)} = any(${value})` : sql`${sql.ref(column)} = ${value}`,
  )
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`
}

import { type RawBuilder, sql } from 'kysely'
import type { BinPage, DeletedRecord } from '#contracts/bin'
import { limits } from '#contracts/limits'
import type { KeyWith } from '#contracts/registry'
import { absent, type Reach } from '#platform/kernel/auth/authority'
import { after, day } from '#platform/kernel/clock'
import { contains, containsInName } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import { badField } from '#platform/kernel/refusal'

/**
 * The recycle bin: what a deletion takes is kept as JSON, in its transaction, and put back as rows. A mark on each table
 * instead would be a thing that every query had to know of.
 */

type BinKind = KeyWith<'deleted'>
type Table = keyof Schema
type Row = Record<string, unknown>

export const binLifetime = 30 * day

/** The rows of `table` whose `column` is one of `ids`. */
type Part = readonly [table: Table, column: string, ids: readonly string[]]

interface Deletion {
  kind: BinKind
  id: string
  name: string
  /** Whoever may delete in all of them may bring it back; for none, whoever deleted it. */
  orgIds: readonly string[]
  parts: readonly Part[]
  /** Of what it belongs to and holds, so that what is gone by then can be named; or the query for their ids and names. */
  names: readonly { id: string; name: string }[] | RawBuilder<{ id: string; name: string }>
}

/** Before the rows go, which may be very many: they stay in the database. */
export async function keepDeleted(
  { db, person, now }: Pick<Reach, 'db' | 'person'> & { now: Date },
  { kind, id, name, orgIds, parts, names }: Deletion,
): Promise<void> {
  const whole = parts.map(
    ([table, column, ids]) => sql`${table}::text, (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${sql.table(table)} t
      where ${sql.ref(`t.${column}`)} = any(${[...ids]}::text[]))`,
  )
  const named =
    'execute' in names
      ? sql`(select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (${names}) as n)`
      : sql`${JSON.stringify(names)}::jsonb`
  await sql`
    insert into bin (kind, record_id, name, org_ids, deleted_by, by_name, deleted_at, kept)
    values (${kind}, ${id}, ${name}, ${[...orgIds]}::text[], ${person.id}, ${person.name || person.account}, ${now},
      jsonb_build_object('names', ${named}, ${sql.join(whole)}))
    on conflict (kind, record_id) do update set name = excluded.name, org_ids = excluded.org_ids,
      deleted_by = excluded.deleted_by, by_name = excluded.by_name, deleted_at = excluded.deleted_at,
      kept = excluded.kept`.execute(db)
}

/** Within their lifetime and the caller's reach; what was a super administrator is, as ever, nobody else's to see. */
function restorable({ person, scope, now }: Omit<Reach, 'db' | 'business'> & { now: Date }, kind: BinKind) {
  // What is kept of others may be large, and is unpacked for this.
  const isNoSuper = kind === 'account' ? sql`and not b.kept @> '{"account": [{"super": true}]}'` : sql``
  const reached = scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`(case when cardinality(b.org_ids) = 0 then b.deleted_by = ${person.id}
        else b.org_ids <@ ${[...scope.organizations]}::text[] end ${isNoSuper})`
  return sql<boolean>`b.kind = ${kind} and b.deleted_at > ${after(now, -binLifetime)} and ${reached}`
}

/** Throws a Refusal 400. */
export async function deletedRecords(
  call: Reach & { now: Date; query: { name?: string | undefined; after?: string | undefined } },
  kind: BinKind,
): Promise<BinPage> {
  const { name, after } = call.query
  const person = kind === 'account' ? sql<string>`b.kept #>> '{account,0,name}'` : sql<null>`null::text`
  const isFound = sql`(${contains(name, 'b.name')} or ${containsInName(name, person)})`
  const { rows } = await sql<Omit<DeletedRecord, 'time'> & { time: Date }>`
    select b.record_id as id, b.name, ${person} as person, b.by_name as by, b.deleted_at as time,
      array(select o.name from organization o where o.id = any(b.org_ids) order by o.name) as organizations
    from bin b
    where ${restorable(call, kind)} and ${isFound} and ${isBehind(after)}
    order by b.deleted_at desc, b.record_id desc
    limit ${limits.binRows + 1}`.execute(call.db)
  const records = rows
    .slice(0, limits.binRows)
    .map(({ time, ...row }) => ({ ...row, time: time.toISOString() }))
  const last = rows.length > limits.binRows ? rows[limits.binRows - 1] : undefined
  return { records, ...(last && { next: `${last.time.getTime()}_${last.id}` }) }
}

/** A moment in milliseconds and an id. */
const place = /^(\d{1,13})_([\w-]{1,64})$/

/** What comes after the last record of a page, which may be gone from the bin by now: an offset would skip others then. */
function isBehind(after: string | undefined) {
  if (!after) return sql<boolean>`true`
  const [, time, id] = place.exec(after) ?? []
  if (time === undefined) throw badField('after', 'invalid')
  return sql<boolean>`(b.deleted_at, b.record_id) < (${new Date(Number(time))}, ${id})`
}

/** Takes the record from the bin: what fails afterwards puts it back with the transaction. Throws a Refusal 403 or 404. */
export async function takeFromBin(call: Reach & { now: Date }, kind: BinKind, id: string): Promise<Kept> {
  const { rows } = await sql<{ name: string; kept: Record<string, Row[]> }>`
    delete from bin b where b.record_id = ${id} and ${restorable(call, kind)} returning b.name, b.kept`.execute(
    call.db,
  )
  const [found] = rows
  if (found === undefined) throw absent(call.person)
  return new Kept(call.db, found.name, found.kept)
}

/** What is taken from the bin, and what of it stays away. */
export class Kept {
  readonly name: string
  readonly #left = new Set<string>()
  readonly #names: ReadonlyMap<string, string>
  readonly #db: Queries
  readonly #kept: Record<string, Row[]>
  constructor(db: Queries, name: string, kept: Record<string, Row[]>) {
    this.#db = db
    this.name = name
    this.#kept = kept
    const names = kept.names as unknown as readonly { id: string; name: string }[]
    this.#names = new Map(names.map((known) => [known.id, known.name]))
  }

  /** Names of what is gone. */
  get left(): string[] {
    return [...this.#left]
  }

  rows(table: Table): readonly Row[] {
    return this.#kept[table] ?? []
  }

  ids(table: Table, column: string): string[] {
    return [
      ...new Set(this.rows(table).flatMap((row) => (row[column] === null ? [] : [String(row[column])]))),
    ]
  }

  /**
   * Keeps of a table the rows that refer to something that is still there, and where it was; what is not is named. What
   * is there is locked, so that all of it is asked for before rows are put back that take the revision (see `lockRoles`).
   */
  async refer(table: Table, column: string, to: Table): Promise<void> {
    const gone = await this.#gone(table, column, to)
    this.leave(table, (row) => gone.has(String(row[column])), column)
  }

  /** The same for a reference that a row can do without. */
  async forget(table: Table, column: string, to: Table): Promise<void> {
    const gone = await this.#gone(table, column, to)
    for (const id of gone) this.#name(id)
    const without = (row: Row) => (gone.has(String(row[column])) ? { ...row, [column]: null } : row)
    this.#kept[table] = this.rows(table).map(without)
  }

  /** Rows that stay away; `column` holds what they are named by. */
  leave(table: Table, isLeft: (row: Row) => boolean, column: string): void {
    for (const row of this.rows(table)) if (isLeft(row)) this.#name(String(row[column]))
    this.#kept[table] = this.rows(table).filter((row) => !isLeft(row))
  }

  /** Writes the rows of a table; columns that it has by now and had not then take what they take by themselves. */
  async putBack(table: Table, more: Row = {}, unless: RawBuilder<boolean> = sql`false`): Promise<void> {
    const rows = this.rows(table).map((row) => ({ ...row, ...more }))
    const [first] = rows
    if (first === undefined) return
    const { rows: known } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
      this.#db,
    )
    const columns = known.map(({ name }) => name).filter((name) => name in first)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(columns.map((name) => sql.ref(`kept.${name}`)))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) kept
      where not ${unless}`.execute(this.#db)
  }

  async #gone(table: Table, column: string, to: Table): Promise<Set<string>> {
    // Rows refer to these within their organization: one that has moved to another is gone.
    const place = to === 'department' || to === 'role' ? sql.ref('t.org_id') : sql`null`
    const { rows } = await sql<{ id: string; place: string | null }>`
      select t.id, ${place} as place from ${sql.table(to)} t where t.id = any(${this.ids(table, column)}::text[])
      order by t.id for key share`.execute(this.#db)
    const places = new Map(rows.map((row) => [row.id, row.place]))
    const isThere = (id: string, orgId: unknown) => (places.get(id) ?? orgId) === orgId && places.has(id)
    return new Set(
      this.rows(table)
        .filter((row) => row[column] !== null && !isThere(String(row[column]), row.org_id))
        .map((row) => String(row[column])),
    )
  }

  #name(id: string): void {
    const name = this.#names.get(id)
    if (name !== undefined) this.#left.add(name)
  }
}

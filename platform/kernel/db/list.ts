import { hash } from 'node:crypto'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limits } from '#contracts/limits'
import { minute } from '#platform/kernel/clock'
import { ready } from '#platform/kernel/db/ready'
import type { Queries } from '#platform/kernel/db/schema'

/** `page` counts from 1; `limit` is rows a page. */
export interface Page {
  page: number
  limit: number
}

type Meta = Page & { count: number; atLeast?: boolean }

/** What a list can do beyond the specification, as its `meta` tells. */
export interface Offered {
  sorts?: readonly string[] | undefined
  filters?: readonly string[] | undefined
  calls?: readonly string[] | undefined
}

/**
 * How the rows of a page are told by themselves: the column that names each (as `a.id`), the order in which they are found and told, and what is
 * told of any, found or not, in a text that is the same whatever is sought.
 */
export interface Place<Told, By extends keyof Told, Row> {
  key: string
  order: RawBuilder<unknown>
  told: SelectQueryBuilder<Told, By, Row>
}

/**
 * A page of a list, and how many rows there are in all. `found` says which rows they are, `rows` what is told of each and
 * in which order; what `rows` joins must not change their number. Where `place` names the rows, those of the page are found and,
 * once it is known what counting costs, counted in one statement, in which nothing is joined that finds none; they are told in
 * one that is planned once.
 */
export async function pageOf<Found, From extends keyof Found, Told, By extends keyof Told, Row>(
  { db, query }: { db: Queries; query: Page },
  found: SelectQueryBuilder<Found, From, object>,
  rows: SelectQueryBuilder<Told, By, Row>,
  offered: Offered,
  place?: Place<Told, By, Row>,
): Promise<{ content: Row[]; meta: Meta & Offered }> {
  if (place !== undefined) {
    const { keys, meta } = await placesOnPage(db, query, found, place)
    const told = place.told.where(sql<boolean>`${sql.ref(place.key)} = any(${keys})`).modifyEnd(ready)
    return { content: keys.length === 0 ? [] : await told.execute(), meta: { ...meta, ...offered } }
  }
  const content = await rows.limit(query.limit).offset(offsetOf(query)).execute()
  const meta = await countedPage(db, query, content.length, found.select(sql`1`.as('one')))
  return { content, meta: { ...meta, ...offered } }
}

/** The keys of a page's rows in their order, and its meta. */
async function placesOnPage<Found, From extends keyof Found>(
  db: Queries,
  query: Page,
  found: SelectQueryBuilder<Found, From, object>,
  { key, order }: Pick<Place<never, never, never>, 'key' | 'order'>,
): Promise<{ keys: string[]; meta: Meta }> {
  const { limit } = query
  const skipped = offsetOf(query)
  const page = found.select(sql.ref(key).as('key')).orderBy(order).limit(limit).offset(skipped)
  // In the order of the rows: an index that begins where nothing is found would be walked to its end.
  const counted = found.select(sql`1`.as('one')).orderBy(order)
  const most = estimateOf(db, counted).known
  if (most === undefined) {
    const { rows } = await sql<{ key: string }>`${page}`.execute(db)
    const keys = rows.map((row) => row.key)
    return { keys, meta: await countedPage(db, query, keys.length, counted) }
  }
  const { rows } = await sql<{ keys: string[]; count: number | null }>`
    with page as materialized (${page})
    select array(select key from page) as keys,
      case when (select count(*) from page) = ${limit} or (${skipped}::int > 0 and not exists (select from page)) then
        (select count(*)::int from (${counted} limit ${most + 1}) as counted)
      end as count`.execute(db)
  const { keys = [], count = null } = rows[0] ?? {}
  if (count === null) return { keys, meta: { page: query.page, limit, count: skipped + keys.length } }
  return { keys, meta: metaOf(query, keys.length, count, most) }
}

/**
 * A page's meta with the count of what was found: exact up to `limits.exactCount` or to where counting begins to cost, and
 * beyond that said to be the least, so that it takes no longer in a list of a million rows. A page that is not full is the
 * last and counts for free.
 */
export async function countedPage(
  db: Queries,
  { page, limit }: Page,
  rowsOnPage: number,
  found: Expression<unknown>,
): Promise<Meta> {
  const before = offsetOf({ page, limit })
  const isLast = rowsOnPage < limit && (rowsOnPage > 0 || before === 0)
  if (isLast) return { page, limit, count: before + rowsOnPage }
  const most = await countable(db, found)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${found} limit ${most + 1}) as counted`.execute(db)
  return metaOf({ page, limit }, rowsOnPage, rows[0]?.count ?? 0, most)
}

/** @param count of all rows, one more than `most` for any more */
function metaOf(query: Page, rowsOnPage: number, count: number, most: number): Meta {
  const { page, limit } = query
  if (count <= most) return { page, limit, count }
  return { page, limit, count: Math.max(most, offsetOf(query) + rowsOnPage), atLeast: true }
}

/**
 * What counting so many may cost by the planner's measure, in which a page of the table that is read one after the other costs
 * 1: the fewer there are among those that are read, the more it misjudges, for which testing a text costs next to nothing.
 */
const affordable = [
  { most: limits.exactCount, cost: 800 },
  { most: limits.exactCount / 10, cost: 250 },
  { most: limits.exactCount / 100, cost: 250 },
]
/** For how long the planner's word is taken, which learns no sooner of what a table holds: by statement and values, the oldest first. */
const estimatedFor = minute
const mostEstimates = 500
const estimatesOf = new WeakMap<Queries, Map<string, { most: number; until: number }>>()

async function countable(db: Queries, found: Expression<unknown>): Promise<number> {
  const { known, keep } = estimateOf(db, found)
  return known ?? keep(await estimated(db, found))
}

function estimateOf(db: Queries, found: Expression<unknown>) {
  const { sql: text, parameters } = sql`${found}`.compile(db)
  // Of "not ended by now" the same is meant a second later.
  const values = parameters.map((value) =>
    value instanceof Date ? Math.floor(+value / estimatedFor) : value,
  )
  // The ids of thousands of organizations may be among them.
  const key = hash('sha256', JSON.stringify([text, values]))
  const estimates = estimatesOf.get(db) ?? new Map()
  estimatesOf.set(db, estimates)
  const kept = estimates.get(key)
  const keep = (most: number) => {
    estimates.delete(key)
    estimates.set(key, { most, until: performance.now() + estimatedFor })
    const [oldest] = estimates.keys()
    if (estimates.size > mostEstimates && oldest !== undefined) estimates.delete(oldest)
    return most
  }
  return { known: kept && kept.until > performance.now() ? kept.most : undefined, keep }
}

/** How many of these rows are counted: fewer where it takes many others to find them. Round numbers, which people read as what they are. */
async function estimated(db: Queries, found: Expression<unknown>): Promise<number> {
  for (const { most, cost } of affordable) {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`
      explain (format json) ${found} limit ${most + 1}`.execute(db)
    const planned = rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0
    if (planned <= cost) return most
  }
  return limits.exactCount / 200
}

/**
 * The order that a list was asked for: `-` before a column is the highest first. What is empty counts as the lowest; rows of
 * the same value follow each other by `id`, as the indexes have it. Without a sort the newest come first.
 */
export function orderOf<Sort extends string>(
  asked: '' | Sort | `-${Sort}` | undefined,
  columns: Readonly<Record<Sort, RawBuilder<unknown>>>,
  row: string,
): RawBuilder<unknown> {
  const [id, created] = [sql.ref(`${row}.id`), sql.ref(`${row}.created_time`)]
  if (!asked) return sql`${created} desc, ${id} desc`
  const isDescending = asked.startsWith('-')
  const column = columns[asked.replace('-', '') as Sort]
  return isDescending ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}

/** The rows to skip before a page. */
export function offsetOf({ page, limit }: Page): number {
  return (page - 1) * limit
}

/** The condition that one of `columns` (as `d.name`) contains what was searched for; without that, every row. */
export function contains(text: string | undefined, ...columns: readonly string[]): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`
  const hits = columns.map((column) => sql`${sought(text, sql.ref(column))} ilike ${containing(text)}`)
  return sql<boolean>`(${sql.join(hits, sql` or `)})`
}

/** The same of people's names, by an index of their signs where trigrams have none: those of other scripts than ours. */
export function containsInName(text: string | undefined, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`
  if (!hasOtherLetters(text)) return sql<boolean>`${sought(text, column)} ilike ${containing(text)}`
  const isIn = sql<boolean>`(${column} || '') ilike ${containing(text)}`
  const signs = sql`string_to_array(lower(${column}), null) @> string_to_array(lower(${text}), null)`
  return sql<boolean>`(${signs} and ${isIn})`
}

/**
 * The column as it is searched for a text: one of fewer than three letters has no trigram, so that their index would be read whole,
 * and the planner, which does not know how many rows there will be, would choose that. Many fit so short a text: the first are found soon.
 */
function sought(text: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return text.length < 3 && !hasOtherLetters(text) ? sql`(${column} || '')` : column
}

/** Whether it has letters beyond ASCII. */
export function hasOtherLetters(text: string): boolean {
  return /[^\x20-\x7e]/.test(text)
}

/** The condition that `column` (as `d.enabled`) is what was asked for; without that, every row. */
export function is(asked: boolean | undefined, column: string): RawBuilder<boolean> {
  return asked === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${asked}`
}

/** The ILIKE pattern for 'contains': what was typed is data, never a pattern. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/** As a part of such a pattern. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

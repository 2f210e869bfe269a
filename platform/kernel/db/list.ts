import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** `page` counts from 1; `limit` is rows a page. */
export interface Page {
  page: number
  limit: number
}

/** What a list can do beyond the specification, as its `meta` tells. */
export interface Offered {
  sorts?: string[]
  filters?: string[]
}

/**
 * A page of a list, and how many rows there are in all. `found` says which rows they are, `rows` what is told of each and
 * in which order; what `rows` joins must not change their number.
 */
export async function pageOf<Found, From extends keyof Found, Told, By extends keyof Told, Row>(
  query: Page,
  found: SelectQueryBuilder<Found, From, object>,
  rows: SelectQueryBuilder<Told, By, Row>,
  offered: Offered = {},
): Promise<{ content: Row[]; meta: Page & { count: number } & Offered }> {
  const { page, limit } = query
  const content = await rows.limit(limit).offset(offsetOf(query)).execute()
  const { count } = await found
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return { content, meta: { page, limit, count, ...offered } }
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
  const hits = columns.map((column) => sql`${sql.ref(column)} ilike ${containing(text)}`)
  return sql<boolean>`(${sql.join(hits, sql` or `)})`
}

/** The same of people's names, by an index of their signs where trigrams have none: those of other scripts than ours. */
export function containsInName(text: string | undefined, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!text) return sql<boolean>`true`
  const isIn = sql<boolean>`${column} ilike ${containing(text)}`
  if (!hasOtherLetters(text)) return isIn
  const signs = sql`string_to_array(lower(${column}), null) @> string_to_array(lower(${text}), null)`
  return sql<boolean>`(${signs} and ${isIn})`
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

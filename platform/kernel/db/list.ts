import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** `page` counts from 1; `limit` is rows a page. */
export interface Page {
  page: number
  limit: number
}

/**
 * A page of a list, and how many rows there are in all. `found` says which rows they are, `rows` what is told of each and
 * in which order; what `rows` joins must not change their number.
 */
export async function pageOf<Found, From extends keyof Found, Told, By extends keyof Told, Row>(
  query: Page,
  found: SelectQueryBuilder<Found, From, object>,
  rows: SelectQueryBuilder<Told, By, Row>,
): Promise<{ content: Row[]; meta: Page & { count: number } }> {
  const { page, limit } = query
  const content = await rows.limit(limit).offset(offsetOf(query)).execute()
  const { count } = await found
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return { content, meta: { page, limit, count } }
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

/** The condition that `column` (as `d.enabled`) is what was asked for; without that, every row. */
export function is(asked: boolean | undefined, column: string): RawBuilder<boolean> {
  return asked === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${asked}`
}

/** The ILIKE pattern for 'contains': what was typed is data, never a pattern. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

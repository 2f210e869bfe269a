import type { Expression, SelectQueryBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { shapeOf } from '#contracts/list-search'
import { type Offered, type Page, type Place, pageOf } from '#platform/kernel/db/list'
import { type AllRows, answerRows } from './all-rows.ts'
import type { Route, SessionCall } from './call.ts'
import { handle } from './handle.ts'

interface Paged {
  content: object[]
  meta: Page & { count: number }
}

/** What a list finds, in which order, and what it tells of a row. */
interface Found<From, By extends keyof From, Told, Of extends keyof Told, Row extends object> {
  found: SelectQueryBuilder<From, By, object>
  rows: SelectQueryBuilder<Told, Of, Row>
  shown?: (row: Row) => object
  /** The optional calls on its records that this platform has. */
  calls?: Offered['calls']
  /** As `pageOf` takes it. */
  place?: Place<Told, Of, Row>
}
/** The same of a list that reads a page in a way of its own. */
interface Own {
  page: () => Promise<Paged>
  rows: Expression<unknown>
  shown: (row: never) => object
  /** The file that is made of them carries the proof that nobody has changed it since. */
  isProved?: boolean
}

/** What its query sorts by (`sortBy`), where it does. */
function sortsOf({ query }: Pick<Endpoint, 'query'>): string[] | undefined {
  const { sort } = shapeOf(query)
  return (
    sort &&
    z
      .toJSONSchema(sort)
      .enum?.map(String)
      .filter((word) => /^\w/.test(word))
  )
}

/** The route of a list: a page of it, or all its rows for whoever asks for them (`rowsType`). */
export function handleList<
  P extends Schema,
  Q extends z.ZodMiniType<Page>,
  B extends Schema,
  D extends Schema,
  From,
  By extends keyof From,
  Told,
  Of extends keyof Told,
  Row extends object,
>(
  endpoint: Endpoint<P, Q, B, D>,
  find: (call: SessionCall<P, Q, B>) => Promise<Found<From, By, Told, Of, Row> | Own>,
): Route {
  const offered = { sorts: sortsOf(endpoint), filters: endpoint.beyond }
  return handle(endpoint, async (call) => {
    const list = await find(call)
    const shown = (list.shown ?? ((row) => row)) as AllRows['shown']
    if (call.wantsRows) {
      return answerRows(call, endpoint, {
        rows: list.rows,
        shown,
        isProved: 'isProved' in list && list.isProved,
      })
    }
    if ('page' in list) return (await list.page()) as z.input<D>
    const told = { ...offered, calls: list.calls }
    const { content, meta } = await pageOf(call, list.found, list.rows, told, list.place)
    return { content: content.map(shown), meta } as z.input<D>
  })
}

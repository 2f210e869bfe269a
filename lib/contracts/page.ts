import * as z from 'zod/mini'
import { listOf, optionalFlag, type Schema, wholeNumber } from './endpoint.ts'
import { limits } from './limits.ts'

/** The pages of a list (specification sections 3 and 7). */

/** `page` from 1, `limit` rows a page (section 7, lists). */
export const pageQuery = z.object({
  page: z._default(
    z.coerce.number('number').check(z.int('number'), z.gte(1, 'number'), z.lte(limits.lastPage, 'number')),
    1,
  ),
  limit: z._default(
    z.coerce.number('number').check(z.int('number'), z.gte(1, 'number'), z.lte(limits.largestPage, 'number')),
    limits.pageSize,
  ),
})

/** `data` of a paged list: rows in `content`, the page in `meta` (section 3). */
export function paged<Row extends Schema>(row: Row) {
  return z.object({
    content: listOf(row),
    meta: pageMeta,
  })
}

const pageMeta = z.object({
  page: wholeNumber,
  limit: wholeNumber,
  count: wholeNumber,
  atLeast: optionalFlag,
  sorts: z.nullish(z.array(z.string())),
  filters: z.nullish(z.array(z.string())),
  calls: z.nullish(z.array(z.string())),
})

/** What a page says of itself; nothing where what was answered is none. */
export function metaIn(data: unknown): PageMeta | undefined {
  return pageMeta.safeParse(Object(data).meta).data
}

export interface PageMeta {
  page: number
  limit: number
  /** Exact, unless `atLeast` is true: then there are more rows than this (`limits.exactCount`, or fewer where counting them would take long). */
  count: number
  atLeast?: boolean | null | undefined
  /** The columns that `sort` takes. The specification sorts no list: a platform that does not say so sorts by none. */
  sorts?: readonly string[] | null | undefined
  /** The parameters beyond the specification that narrow this list; a platform that does not say so heeds none of them. */
  filters?: readonly string[] | null | undefined
  /** The optional calls that change these records, by the contract's names; a platform that does not say so has none of them. */
  calls?: readonly string[] | null | undefined
}

import { limits } from '#contracts/limits'
import type { PageMeta } from '#contracts/page'
import { isLastPage } from '#lib/last-page'
import { type Result, succeeded } from '#lib/result'

interface Part<Row> {
  rows: readonly Row[]
  /** Of a part that came as a page. */
  meta?: PageMeta | undefined
}

/**
 * All of a listing that may come without pages: a platform may then answer the first part again, and gives fewer or more rows than
 * it was asked for when these are all that there are.
 * @param ask for a page, of so many rows
 * @param most after so many rows or pages no more are asked for
 */
export async function readListing<Row extends { code: string }, Failure>(
  ask: (page: number, limit: number) => Promise<Result<Part<Row>, Failure>>,
  most: { rows: number; pages: number },
): Promise<Result<Row[], Failure>> {
  const limit = limits.largestPage
  const found: Row[] = []
  for (let page = 1; page <= most.pages && found.length < most.rows; page += 1) {
    const asked = await ask(page, limit)
    if (!asked.ok) return asked
    const { rows, meta } = asked.data
    const known = new Set(found.map(({ code }) => code))
    const more = rows.filter(({ code }) => !known.has(code))
    found.push(...more)
    const isLast = meta === undefined ? rows.length !== limit : isLastPage(rows.length, found.length, meta)
    if (isLast || more.length === 0) break
  }
  return succeeded(found)
}

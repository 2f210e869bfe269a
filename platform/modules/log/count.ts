import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contracts/limits'
import type { Page } from '#platform/kernel/db/list'
import type { Queries } from '#platform/kernel/db/schema'

type Meta = Page & { count: number; atLeast?: boolean }

/**
 * A page's meta with the count of what was found: exact up to `limits.exactCount`, and beyond that said to be the least,
 * so that counting takes no longer in a log of a million rows. A page that is not full is the last and counts for free.
 */
export async function countedPage(
  db: Queries,
  { page, limit }: Page,
  rowsOnPage: number,
  found: RawBuilder<unknown>,
): Promise<Meta> {
  const before = (page - 1) * limit
  if (rowsOnPage > 0 && rowsOnPage < limit) return { page, limit, count: before + rowsOnPage }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${found} limit ${limits.exactCount + 1}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count <= limits.exactCount) return { page, limit, count }
  return { page, limit, count: Math.max(limits.exactCount, before + rowsOnPage), atLeast: true }
}

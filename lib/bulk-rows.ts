import { limits } from '#contracts/limits'
import type { PageMeta } from '#contracts/page'
import { isLastPage } from './last-page'

/** As much of a list's answer as its rows are told by. */
interface Page<Row> {
  content: readonly Row[]
  meta: PageMeta
}

/**
 * All rows that a list's search finds, page by page, by their ids: rows that come or go meanwhile move the others, so that one
 * may be read twice. Nothing where there are more than `limits.bulkRows`, or `told` of how many there are so far says no.
 * @param read a page of the list, by its number and how many rows it has
 */
export async function matchingRows<Row extends { id: string }>(
  read: (page: number, limit: number) => Promise<unknown>,
  told: (count: number) => boolean,
): Promise<ReadonlyMap<string, Row> | undefined> {
  const limit = limits.largestPage
  const found = new Map<string, Row>()
  for (let page = 1, rows = 0; ; page += 1) {
    const { content, meta } = (await read(page, limit)) as Page<Row>
    for (const row of content) found.set(row.id, row)
    rows += content.length
    if (found.size > limits.bulkRows || !told(found.size)) return undefined
    if (isLastPage(content.length, rows, meta)) return found
  }
}

import type { PageMeta } from '#contracts/page'

/** The last page that exists; 1 for an empty list. */
export function lastPage(meta: PageMeta): number {
  return Math.max(1, Math.ceil(meta.count / meta.limit))
}

/**
 * The page to show after a row was deleted: one back when it was the only row of a page beyond the first. The
 * specification's formula (count mod 10 equals 1 and page is not 1) is this rule at size 10 on the last page.
 */
export function pageAfterDelete(meta: PageMeta, rowsShown: number): number {
  return rowsShown === 1 && meta.page > 1 ? meta.page - 1 : meta.page
}

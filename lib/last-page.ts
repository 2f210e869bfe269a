import type { PageMeta } from '#contracts/page'

/**
 * Whether nothing comes behind a page of a list. Its length alone does not say so: a platform may give fewer rows a page than it
 * is asked for, and tell either limit.
 * @param content how many rows the page has
 * @param rows how many there were so far, these among them
 */
export function isLastPage(content: number, rows: number, { count, limit, atLeast }: PageMeta): boolean {
  return content === 0 || (atLeast === true ? content < limit : rows >= count)
}

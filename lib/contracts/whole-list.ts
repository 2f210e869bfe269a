import * as z from 'zod/mini'
import { listOf, type Schema } from './endpoint.ts'

/** `data` of a call that answers all that there is; some platforms answer a page that holds all. A part of it is no answer. */
export function wholeList<Item extends Schema>(item: Item) {
  return unpaged(item, (rows, { count }) => !(rows < Number(count)))
}

/** The same of a call that is made again for the next page, where there are pages. */
export function listInPages<Item extends Schema>(item: Item) {
  return unpaged(item, () => true)
}

function unpaged<Item extends Schema>(
  item: Item,
  isFit: (rows: number, meta: { count?: unknown }) => boolean,
) {
  type Items = z.input<Item>[] | null | undefined
  const unpage = z.transform((answered: Items): Items => {
    const { content, meta } = Object(answered)
    return Array.isArray(content) && isFit(content.length, Object(meta)) ? content : answered
  })
  return z.pipe(unpage, listOf(item))
}

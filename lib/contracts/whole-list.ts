import * as z from 'zod/mini'
import { listOf, type Schema } from './endpoint.ts'

/** `data` of a call that answers all that there is; some platforms answer a page that holds all. A part of it is no answer. */
export function wholeList<Item extends Schema>(item: Item) {
  return unpaged(item, ({ content, meta }) => !(content.length < Number(meta?.count)))
}

/** The same of a call that is made again for the next page, where there are pages. */
export function listInPages<Item extends Schema>(item: Item) {
  return unpaged(item, () => true)
}

/** A page as it comes. */
interface Page<Rows> {
  content: Rows
  meta?: { count?: unknown }
}

function unpaged<Item extends Schema>(item: Item, isFit: (page: Page<unknown[]>) => boolean) {
  type Items = z.input<Item>[] | null | undefined
  const unpage = z.transform((answered: Items): Items => {
    const page: Page<Items> = Object(answered)
    return Array.isArray(page.content) && isFit({ ...page, content: page.content }) ? page.content : answered
  })
  return z.pipe(unpage, listOf(item))
}

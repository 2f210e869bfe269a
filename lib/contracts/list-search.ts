import * as z from 'zod/mini'
import type { Endpoint, Schema } from './endpoint.ts'
import { limits } from './limits.ts'
import { pageQuery } from './page.ts'

/** The fields of a list's search, by parameter. */
export function searchFieldsOf({ query }: Endpoint): Record<string, Schema> {
  return Object.fromEntries(Object.entries(shapeOf(query)).filter(([name]) => !(name in pageQuery.shape)))
}

/** Those that hold a text to look for, with the fields of a row in which it is looked for. */
export function searchTextsOf(endpoint: Endpoint): [param: string, fields: readonly string[]][] {
  return Object.entries(searchFieldsOf(endpoint))
    .filter(([, field]) => isText(field))
    .map(([name]) => [name, endpoint.finds?.[name] ?? [name]])
}

function isText(field: Schema): boolean {
  const { error } = z.safeParse(field, 'x'.repeat(limits.searchText + 1))
  return error?.issues[0]?.message === `tooLong:${limits.searchText}`
}

/** A list has pages of the size that is asked for, and tells them; those of a recycle bin have one. */
export function isPaged({ query, data }: Endpoint): boolean {
  const asked = shapeOf(query)
  return Object.keys(pageQuery.shape).every((name) => name in asked) && 'meta' in shapeOf(data)
}

export const shapeOf = (schema: Schema): Record<string, Schema> =>
  (schema as unknown as { shape?: Record<string, Schema> }).shape ?? {}

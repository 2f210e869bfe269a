import * as z from 'zod/mini'
import type { Schema } from '#contracts/endpoint'
import { limits } from '#contracts/limits'
import { pageQuery } from '#contracts/page'

export type SearchParams = Record<string, string | string[] | undefined>
/** What Next hands to a page of a list. */
export interface ListPageProps {
  searchParams: Promise<SearchParams>
}

const pageNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.lastPage))
const pageSize = z.pipe(z.coerce.number(), z.literal([...limits.pageSizes]))

/** A list's state as its address has it. */
export interface AddressedQuery {
  /** The search fields as typed. */
  text: Record<string, string>
  page: number
  limit: number
}

/** The address of another page of the same list. */
/** @param preferred the size where the address says none */
export function addressWith(
  path: string,
  query: AddressedQuery,
  page: number,
  preferred: number = limits.pageSize,
): string {
  const params = new URLSearchParams(query.text)
  if (page !== 1) params.set('page', String(page))
  if (query.limit !== preferred) params.set('size', String(query.limit))
  return params.size === 0 ? path : `${path}?${params}`
}

/**
 * Reads a list's state from the address. Nonsense falls back field by field: an address never breaks a list.
 * @param preferred the size where the address says none
 * @param search the list's search schema; each field but the page is read by itself
 */
export function readListQuery<S extends z.ZodMiniObject<Record<string, Schema>>>(
  search: S,
  params: SearchParams,
  preferred: number = limits.pageSize,
): AddressedQuery & { search: z.output<S> } {
  const text: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(search.shape)) {
    if (name in pageQuery.shape) continue
    // What no database takes is nonsense too: the platform would refuse the whole list for it.
    const given = first(params[name])?.replaceAll('\0', '')
    const parsed = schema.safeParse(given)
    if (given === undefined || given === '' || !parsed.success || parsed.data === undefined) continue
    text[name] = given
    values[name] = parsed.data
  }
  return {
    search: values as z.output<S>,
    text,
    page: pageNumber.safeParse(first(params.page)).data ?? 1,
    limit: sizeIn(params) ?? preferred,
  }
}

/** Characters of such a value that are told. */
const told = 40

/**
 * What an address says that is nothing of its list, and was left out: `status=9`.
 * @param search the list's search schema
 */
export function leftOut(search: z.ZodMiniObject<Record<string, Schema>>, params: SearchParams): string[] {
  const { text } = readListQuery(search, params)
  const isRead = (name: string) => {
    if (name === 'page') return pageNumber.safeParse(first(params.page)).success
    return name === 'size' ? sizeIn(params) !== undefined : name in text
  }
  return [...Object.keys(search.shape).filter((name) => !(name in pageQuery.shape)), 'page', 'size'].flatMap(
    (name) => {
      const given = first(params[name])
      if (given === undefined || given === '' || isRead(name)) return []
      const [shown, rest] = [Array.from(given).slice(0, told).join(''), Array.from(given).length > told]
      return [`${name}=${shown}${rest ? '…' : ''}`]
    },
  )
}

/** The size of a page that an address asks for. */
export function sizeIn(params: SearchParams): number | undefined {
  return pageSize.safeParse(first(params.size)).data
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

import 'server-only'
import { getLocale, getTranslations } from 'next-intl/server'
import type * as z from 'zod/mini'
import type { Call, DataOf, Endpoint, PageMeta, Schema } from '#contracts/endpoint'
import { operation } from '#contracts/log'
import type { ResourceKey } from '#contracts/registry'
import { pageOf } from '#lib/console-pages'
import type { Namespace } from '#lib/i18n/messages'
import { type AddressedQuery, addressWith, type ListPageProps, readListQuery } from '#lib/list-address'
import type { ListResult, May } from '#lib/list-result'
import type { Answer } from '#lib/server/http/platform'
import { listResult } from './read-list'
import { mayCall, type RequestContext, read, requirePage } from './request-context'

/** A list that a page may show; its rows are on their way. */
export interface OpenedList<Row, R extends Listing> {
  /** Nothing when the platform could not tell who is here. */
  context: RequestContext | undefined
  texts: readonly Namespace[]
  reading: Promise<ListResult<Row>>
  list: { title: string; values: Record<string, string>; may: May<R>; history: string | undefined }
}

interface Listing {
  readonly key: ResourceKey & Namespace
  readonly endpoints: Readonly<Record<string, Endpoint>>
}
type ObjectSchema = z.ZodMiniObject<Record<string, Schema>>
type Addressed<S extends ObjectSchema> = AddressedQuery & { search: z.output<S> }
interface Page<Row> {
  content: Row[]
  meta: PageMeta
}

/** A listing call as every list has it: a search, `page` and `limit`; rows in `content`. */
type ListCall = Endpoint<Schema, ObjectSchema, Schema, z.ZodMiniType<Page<object>>>
type RowOf<E extends Endpoint> = DataOf<E> extends Page<infer Row> ? Row : never

interface Options<Row, Shown> {
  /** What the call asks for besides what the address says. */
  query?: (query: AddressedQuery) => Promise<object>
  /** What the list shows of a row. */
  row?: (row: Row) => Shown
}

/** Opens the page of a resource's list: reads its state from the address and its rows from the platform. */
export async function openList<
  R extends Listing & { readonly endpoints: { readonly list: ListCall } },
  Shown = RowOf<R['endpoints']['list']>,
>(
  resource: R,
  props: ListPageProps,
  { query: more, row = (given) => given as Shown }: Options<RowOf<R['endpoints']['list']>, Shown> = {},
): Promise<OpenedList<Shown, R>> {
  const { list } = resource.endpoints
  return openRows(resource, props, list.query, async (query) => {
    const { search, page, limit } = query
    const call = { query: { ...search, ...(await more?.(query)), page, limit } }
    const answer = await read(list, call as Call<typeof list>)
    if (!answer.ok) return answer
    const { content, meta } = answer.data
    return { ...answer, data: { content: (content as RowOf<R['endpoints']['list']>[]).map(row), meta } }
  })
}

/** The same for rows that are read in another way. */
export async function openRows<Row, S extends ObjectSchema, R extends Listing>(
  resource: R,
  { searchParams }: ListPageProps,
  search: S,
  rows: (query: Addressed<S>) => Promise<Answer<Page<Row>>>,
): Promise<OpenedList<Row, R>> {
  const page = pageOf(resource.key)
  const query = readListQuery(search, await searchParams)
  const reading = listResult(rows(query), (last) => addressWith(page.path, query, last))
  const [context, locale, t] = await Promise.all([requirePage(page), getLocale(), getTranslations('errors')])
  const readsLog = context !== undefined && mayCall(context, operation.endpoints).history
  const texts = [resource.key, 'validation', ...(readsLog ? (['operation'] as const) : [])] as const
  // Whether the person may see them cannot be told: no rows, but the search stays, with what was typed in it.
  const untold = { ok: false, message: t('unavailable') } as const
  return {
    context,
    texts,
    reading: context === undefined ? Promise.resolve(untold) : reading,
    list: {
      title: page.name[locale],
      values: query.text,
      history: readsLog ? resource.key : undefined,
      may: (context === undefined ? {} : mayCall(context, resource.endpoints)) as May<R>,
    },
  }
}

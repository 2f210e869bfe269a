import 'server-only'
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server'
import type * as z from 'zod/mini'
import { account } from '#contracts/account'
import { type Call, type DataOf, type Endpoint, id, type Schema } from '#contracts/endpoint'
import { operation } from '#contracts/log'
import type { PageMeta } from '#contracts/page'
import { filed, type ResourceKey } from '#contracts/registry'
import { sheetName } from '#lib/add-address'
import { pageOf } from '#lib/console-pages'
import type { Namespace } from '#lib/i18n/messages'
import {
  type AddressedQuery,
  addressWith,
  type ListPageProps,
  leftOut,
  readListQuery,
  type SearchParams,
  sizeIn,
} from '#lib/list-address'
import type { ListResult, May } from '#lib/list-result'
import { asInstants } from '#lib/search-instants'
import type { Answer } from '#lib/server/http/platform'
import { type KeptSetup, keptSetup, preferredSize } from './preferences'
import { listResult, type Page } from './read-list'
import { mayCall, type RequestContext, read, requirePage } from './request-context'

/** A list that a page may show; its rows are on their way. */
interface OpenedList<Row, R extends Listing> {
  /** Nothing when the platform could not tell who is here. */
  context: RequestContext | undefined
  texts: readonly Namespace[]
  reading: Promise<ListResult<Row>>
  setup: KeptSetup & { key: string }
  /** What the address says that is nothing of the list. */
  ignored: readonly string[]
  list: {
    accounts: string | undefined
    title: string
    values: Record<string, string>
    may: May<R>
    history: string | undefined
    exports: string | undefined
  }
}

interface Listing {
  readonly key: ResourceKey & Namespace
  readonly endpoints: Readonly<Record<string, Endpoint>>
}
type ObjectSchema = z.ZodMiniObject<Record<string, Schema>>
type Addressed<S extends ObjectSchema> = AddressedQuery & { search: z.output<S> }

/** A listing call as every list has it: a search, `page` and `limit`; rows in `content`. */
type ListCall = Endpoint<Schema, ObjectSchema, Schema, z.ZodMiniType<Page<object>>>
type RowOf<E extends Endpoint> = DataOf<E> extends Page<infer Row> ? Row : never

interface Options<Row, Shown> {
  /** What the list shows of a row. */
  row?: (row: Row, meta: PageMeta) => Shown
}

/** Opens the page of a resource's list: reads its state from the address and its rows from the platform. */
export async function openList<
  R extends Listing & { readonly endpoints: { readonly list: ListCall } },
  Shown = RowOf<R['endpoints']['list']>,
>(
  resource: R,
  props: ListPageProps,
  { row = (given) => given as Shown }: Options<RowOf<R['endpoints']['list']>, Shown> = {},
): Promise<OpenedList<Shown, R>> {
  type Row = RowOf<R['endpoints']['list']>
  const { list, detail } = resource.endpoints
  const params = await props.searchParams
  return openRows(resource, props, list.query, async (query) => {
    const { search, text, page, limit } = query
    const times = asInstants(text, await getTimeZone())
    const call = { query: { ...search, ...times, page, limit } }
    const answer = await read(list, call as Call<typeof list>)
    if (!answer.ok) return answer
    const { meta } = answer.data
    const content = answer.data.content as (Row & { id?: string })[]
    const beside = detail && (await besideRows(resource.key, detail, params[sheetName], content))
    const shown = (given: Row) => row(given, meta)
    return { ...answer, data: { content: content.map(shown), meta, opened: beside && shown(beside) } }
  })
}

/** The record that an address opens, where the page that it shows does not have it: others may be like it by name, and newer. */
async function besideRows(
  key: ResourceKey,
  detail: Endpoint,
  opened: SearchParams[string],
  rows: readonly { id?: string }[],
) {
  const wanted = id.safeParse(opened)
  if (!wanted.success || rows.some((row) => row.id === wanted.data)) return undefined
  const context = await requirePage(pageOf(key))
  if (context === undefined || !mayCall(context, { detail }).detail) return undefined
  const answer = await read(detail, { params: { id: wanted.data } } as unknown as Call<Endpoint>)
  return answer.ok ? answer.data : undefined
}

/** What leads elsewhere may fail before it is waited for, where another one has led away first: nobody misses it then. */
export function awaitedLater(...readings: Promise<unknown>[]): void {
  for (const reading of readings) reading.catch(() => undefined)
}

/** The same for rows that are read in another way. */
export async function openRows<Row, S extends ObjectSchema, R extends Listing>(
  resource: R,
  { searchParams }: ListPageProps,
  search: S,
  rows: (query: Addressed<S>) => Promise<Answer<Page<Row>>>,
): Promise<OpenedList<Row, R>> {
  const page = pageOf(resource.key)
  const params = await searchParams
  // The rows wait for how many the person wants only where the address does not say.
  const preferred = sizeIn(params) === undefined ? await preferredSize(resource.key) : undefined
  const query = readListQuery(search, params, preferred)
  const reading = listResult(rows(query), (last) => addressWith(page.path, query, last, preferred))
  awaitedLater(reading)
  const [context, setup, locale, t] = await Promise.all([
    requirePage(page),
    keptSetup(resource.key),
    getLocale(),
    getTranslations('errors'),
  ])
  const readsLog = context !== undefined && mayCall(context, operation.endpoints).history
  const seesAccounts = context !== undefined && mayCall(context, account.endpoints).list
  // Whether the person may see them cannot be told: no rows, but the search stays, with what was typed in it.
  const untold = { ok: false, message: t('unavailable') } as const
  return {
    context,
    texts: [resource.key, 'validation'],
    reading: context === undefined ? Promise.resolve(untold) : reading,
    setup: { key: resource.key, ...setup },
    ignored: leftOut(search, params),
    list: {
      title: page.name[locale],
      values: query.text,
      accounts: seesAccounts ? pageOf('account').path : undefined,
      history: readsLog ? resource.key : undefined,
      exports: resource.key in filed ? resource.key : undefined,
      may: (context === undefined ? {} : mayCall(context, resource.endpoints)) as May<R>,
    },
  }
}

import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import * as assets from '#contracts/assets'
import { flatRows } from '#contracts/collected'
import { consoleSystem } from '#contracts/permission'
import { pageOf } from '#lib/console-pages'
import { defaultLocale, type Locale } from '#lib/i18n/locale'
import { type ListPageProps, readListQuery } from '#lib/list-address'
import type { ListResult } from '#lib/list-result'
import { nodeName } from '#lib/node-name'
import { readListing } from '#lib/read-listing'
import { succeeded } from '#lib/result'
import type { Answer } from '#lib/server/http/platform'
import { awaitedLater, openRows } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { listResult } from '#lib/server/page/read-list'
import { mayCall, read, requestContext } from '#lib/server/page/request-context'
import { readSplit, splitCookie } from '#lib/split-size'
import { systemName } from '#lib/system-name'
import { AssetsView } from '../assets-view'

export const generateMetadata = pageTitle('assets')

export default async function Page(props: ListPageProps) {
  const { path } = pageOf('assets')
  const locale = await getLocale()
  const systems = listResult(asOnePage(read(assets.findSystem, {}), locale), () => path)
  const code = props.searchParams.then(async (params) => {
    const asked = readListQuery(assets.resourceSearch, params).search.code
    return asked ?? firstDiscovered(await systems)
  })
  awaitedLater(systems, code)
  const opened = await openRows(assets.assets, props, assets.resourceSearch, async (query) => {
    const [chosen, context] = await Promise.all([code, requestContext()])
    const isPermitted = context.ok && mayCall(context.data, assets.assets.endpoints).findAll
    if (chosen === undefined || !isPermitted) return nothing
    const { search, page, limit } = query
    const sought = search.resourceName
    if (sought && chosen === consoleSystem && locale !== defaultLocale)
      return ownResources(sought, locale, page, limit)
    const answer = await read(assets.findAll, { query: { ...search, code: chosen, page, limit } })
    if (!answer.ok) return answer
    const content = flatRows(answer.data.content).map((row) => named(row, chosen, locale))
    return { ...answer, data: { ...answer.data, content } }
  })
  const jar = await cookies()
  const list = {
    ...opened.list,
    systems: await systems,
    code: await code,
    split: readSplit(jar.get(splitCookie('assets'))?.value),
    locale,
  }
  // What came of a system's files is told in the words of its pages.
  const texts = [...opened.texts, 'micro' as const]
  return <ListBoundary opened={{ ...opened, texts, list }} list={AssetsView} />
}

const nothing = { ok: true as const, data: { content: [], meta: { page: 1, limit: 10, count: 0 } } }

/** As it is called in this language. */
function named(row: assets.ResourceRow, system: string, locale: Locale): assets.ResourceRow {
  const { name, code, systemName: stored } = row
  return {
    ...row,
    name: nodeName({ name, code }, locale),
    systemName: stored && systemName({ name: stored, code: system }, locale),
  }
}

/** A page of the console's own that are called like this, or stored so: the platform searches the stored names alone. */
async function ownResources(sought: string, locale: Locale, page: number, limit: number) {
  const answer = await readListing(async (page, limit) => {
    const part = await read(assets.findAll, { query: { code: consoleSystem, page, limit } })
    if (!part.ok) return part
    const rows = flatRows(part.data.content).map((row) => ({ ...row, code: row.code ?? '' }))
    return succeeded({ rows, meta: part.data.meta })
  }, mostOwn)
  if (!answer.ok) return answer
  const wanted = sought.toLowerCase()
  const found = answer.data.flatMap((row) => {
    const shown = named(row, consoleSystem, locale)
    return [row.name, shown.name].some((name) => name.toLowerCase().includes(wanted)) ? [shown] : []
  })
  const content = found.slice((page - 1) * limit, page * limit)
  return succeeded({ content, meta: { page, limit, count: found.length } })
}
const mostOwn = { rows: 2000, pages: 100 }

/** The systems are a list of one page. */
async function asOnePage(reading: Promise<Answer<assets.ResourceSystem[]>>, locale: Locale) {
  const answer = await reading
  if (!answer.ok) return answer
  const content = answer.data.map((system) => ({ ...system, name: systemName(system, locale) }))
  const meta = { page: 1, limit: content.length, count: content.length }
  return { ok: true as const, data: { content, meta } }
}

function firstDiscovered(systems: ListResult<assets.ResourceSystem>): string | undefined {
  const rows = systems.ok ? systems.rows : []
  return rows.find(({ status }) => status === assets.discoveryStatuses.discovered)?.code
}

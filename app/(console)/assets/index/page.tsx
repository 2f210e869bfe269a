import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import * as assets from '#contracts/assets'
import { flatRows } from '#contracts/collected'
import { pageOf } from '#lib/console-pages'
import { type ListPageProps, readListQuery } from '#lib/list-address'
import type { ListResult } from '#lib/list-result'
import type { Answer } from '#lib/server/http/platform'
import { awaitedLater, openRows } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { listResult } from '#lib/server/page/read-list'
import { mayCall, read, requestContext } from '#lib/server/page/request-context'
import { readSplit, splitCookie } from '#lib/split-size'
import { AssetsView } from '../assets-view'

export const generateMetadata = pageTitle('assets')

export default async function Page(props: ListPageProps) {
  const { path } = pageOf('assets')
  const systems = listResult(asOnePage(read(assets.findSystem, {})), () => path)
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
    const answer = await read(assets.findAll, { query: { ...search, code: chosen, page, limit } })
    return answer.ok
      ? { ...answer, data: { ...answer.data, content: flatRows(answer.data.content) } }
      : answer
  })
  const [locale, jar] = await Promise.all([getLocale(), cookies()])
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

/** The systems are a list of one page. */
async function asOnePage(reading: Promise<Answer<assets.ResourceSystem[]>>) {
  const answer = await reading
  if (!answer.ok) return answer
  const meta = { page: 1, limit: answer.data.length, count: answer.data.length }
  return { ok: true as const, data: { content: answer.data, meta } }
}

function firstDiscovered(systems: ListResult<assets.ResourceSystem>): string | undefined {
  const rows = systems.ok ? systems.rows : []
  return rows.find(({ status }) => status === assets.discoveryStatuses.discovered)?.code
}

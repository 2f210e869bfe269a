import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as assets from '#contracts/assets'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import type { Answer } from '#lib/server/platform'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { readSplit, splitCookie } from '#lib/split-size'
import { AssetsView } from '../assets-view'

export const generateMetadata = pageTitle('assets')
const page = pageOf('assets')
const actions = { list: assets.findAll, discover: assets.addAll }

export default async function AssetsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(assets.resourceSearch, await searchParams)
  const [visit, systems, t, locale, jar] = await Promise.all([
    requirePage(page),
    listResult(asOnePage(read(assets.findSystem, {})), () => page.path),
    getTranslations('pages'),
    getLocale(),
    cookies(),
  ])
  if (visit === undefined) return <ListUnavailable />
  const may = mayCall(visit, actions)
  const code = query.search.code ?? firstDiscovered(systems.ok ? systems.rows : [])
  const reading =
    code === undefined || !may.list
      ? nothing
      : listResult(
          read(assets.findAll, { query: { ...query.search, code, page: query.page, limit: query.limit } }),
          (last) => addressWith(page.path, query, last),
        )
  return (
    <Listed names={['assets', 'validation']} reading={reading}>
      {(result) => (
        <AssetsView
          title={t('assets')}
          systems={systems}
          code={code}
          result={result}
          search={query.text.resourceName ?? ''}
          may={may}
          split={readSplit(jar.get(splitCookie('assets'))?.value)}
          locale={locale}
        />
      )}
    </Listed>
  )
}

const nothing = Promise.resolve({ ok: true as const, rows: [], meta: { page: 1, limit: 10, count: 0 } })

/** The systems are a list of one page. */
async function asOnePage(reading: Promise<Answer<assets.ResourceSystem[]>>) {
  const answer = await reading
  if (!answer.ok) return answer
  const meta = { page: 1, limit: answer.data.length, count: answer.data.length }
  return { ok: true as const, data: { content: answer.data, meta } }
}

function firstDiscovered(systems: readonly assets.ResourceSystem[]): string | undefined {
  return systems.find(({ status }) => status === assets.discoveryStatuses.discovered)?.code
}

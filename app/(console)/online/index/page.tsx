import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as online from '#contracts/online'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { read, requirePage } from '#lib/server/visit'
import { OnlineList } from '../online-list'

export const generateMetadata = pageTitle('online')
const page = pageOf('online')

export default async function OnlinePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(online.onlineSearch, await searchParams)
  const reading = listResult(
    read(online.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['online']} reading={reading}>
      {(result) => <OnlineList title={t('online')} result={result} values={query.text} />}
    </Listed>
  )
}

import { getTimeZone, getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import { listOperations, operationSearch } from '#contracts/log'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { read, requirePage } from '#lib/server/visit'
import { endOfMinute, instantOf } from '#lib/zoned-time'
import { OperationList } from '../operation-list'

export const generateMetadata = pageTitle('operation')
const page = pageOf('operation')

export default async function OperationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(operationSearch, await searchParams)
  const zone = await getTimeZone()
  // The address has times as the person's clocks show them; the platform takes instants.
  const beginTime = query.text.beginTime && instantOf(query.text.beginTime, zone)
  const endTime = query.text.endTime && instantOf(endOfMinute(query.text.endTime), zone)
  const reading = listResult(
    read(listOperations, {
      query: { ...query.search, beginTime, endTime, page: query.page, limit: query.limit },
    }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t, shell] = await Promise.all([
    requirePage(page),
    getTranslations('pages'),
    getTranslations('shell'),
  ])
  if (visit === undefined) return <ListUnavailable />
  const systemName = visit.session.context?.systemName ?? shell('defaultSystem')
  return (
    <Listed names={['operation']} reading={reading}>
      {(result) => (
        <OperationList title={t('operation')} result={result} values={query.text} systemName={systemName} />
      )}
    </Listed>
  )
}

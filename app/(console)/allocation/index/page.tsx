import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as systems from '#contracts/allocation'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { AllocationList } from '../allocation-list'

export const generateMetadata = pageTitle('allocation')
const page = pageOf('allocation')
const actions = {
  add: systems.add,
  edit: systems.update,
  remove: systems.remove,
  enable: systems.updateEnable,
}

export default async function AllocationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(systems.systemSearch, await searchParams)
  const reading = listResult(
    read(systems.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['allocation', 'validation']} reading={reading}>
      {(result) => (
        <AllocationList
          title={t('allocation')}
          result={result}
          values={query.text}
          may={mayCall(visit, actions)}
        />
      )}
    </Listed>
  )
}

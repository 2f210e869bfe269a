import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as applications from '#contracts/apply'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { ApplyList } from '../apply-list'

export const generateMetadata = pageTitle('apply')
const page = pageOf('apply')
const actions = {
  add: applications.add,
  edit: applications.update,
  remove: applications.remove,
  enable: applications.updateEnable,
}

export default async function ApplyPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(applications.applicationSearch, await searchParams)
  const reading = listResult(
    read(applications.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['apply', 'validation']} reading={reading}>
      {(result) => (
        <ApplyList title={t('apply')} result={result} values={query.text} may={mayCall(visit, actions)} />
      )}
    </Listed>
  )
}

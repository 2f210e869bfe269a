import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as departments from '#contracts/department'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { DepartmentList } from '../department-list'

export const generateMetadata = pageTitle('department')
const page = pageOf('department')
const actions = {
  add: departments.add,
  edit: departments.update,
  remove: departments.remove,
  enable: departments.updateEnable,
}

export default async function DepartmentPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(departments.departmentSearch, await searchParams)
  const reading = listResult(
    read(departments.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['department', 'validation']} reading={reading}>
      {(result) => (
        <DepartmentList
          title={t('department')}
          result={result}
          values={query.text}
          may={mayCall(visit, actions)}
        />
      )}
    </Listed>
  )
}

import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as roles from '#contracts/role'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { RoleList } from '../role-list'

export const generateMetadata = pageTitle('role')
const page = pageOf('role')
const actions = { add: roles.add, edit: roles.update, remove: roles.remove }

export default async function RolePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(roles.roleSearch, await searchParams)
  const reading = listResult(
    read(roles.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['role', 'validation']} reading={reading}>
      {(result) => (
        <RoleList title={t('role')} result={result} values={query.text} may={mayCall(visit, actions)} />
      )}
    </Listed>
  )
}

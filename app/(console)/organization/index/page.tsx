import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as organizations from '#contracts/organization'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { OrganizationList } from '../organization-list'

export const generateMetadata = pageTitle('organization')
const page = pageOf('organization')
const actions = {
  add: organizations.add,
  edit: organizations.update,
  remove: organizations.remove,
  enable: organizations.updateEnable,
}

export default async function OrganizationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(organizations.organizationSearch, await searchParams)
  const reading = listResult(
    read(organizations.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['organization', 'validation']} reading={reading}>
      {(result) => (
        <OrganizationList
          title={t('organization')}
          result={result}
          values={query.text}
          may={mayCall(visit, actions)}
        />
      )}
    </Listed>
  )
}

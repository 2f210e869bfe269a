import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as accounts from '#contracts/account'
import { pageOf } from '#lib/console-pages'
import { addressWith, readListQuery, type SearchParams } from '#lib/list-address'
import { pageTitle } from '#lib/server/page-title'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { AccountList } from '../account-list'

export const generateMetadata = pageTitle('account')
const page = pageOf('account')
const actions = {
  add: accounts.add,
  edit: accounts.update,
  remove: accounts.remove,
  enable: accounts.updateEnable,
  roles: accounts.updateRoles,
}

export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(accounts.accountSearch, await searchParams)
  const reading = listResult(
    read(accounts.list, { query: { ...query.search, page: query.page, limit: query.limit } }),
    (last) => addressWith(page.path, query, last),
  )
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['account', 'validation']} reading={reading}>
      {(result) => (
        <AccountList title={t('account')} result={result} values={query.text} may={mayCall(visit, actions)} />
      )}
    </Listed>
  )
}

import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { accountImport } from '#contracts/account-import'
import { operation } from '#contracts/log'
import { resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { takeBackName } from '#lib/add-address'
import { pageOf } from '#lib/console-pages'
import { asLocale } from '#lib/i18n/locale'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { mayCall } from '#lib/server/page/request-context'
import { placeName } from '#lib/system-name'
import { OperationList } from '../operation-list'

export const generateMetadata = pageTitle('operation')

export default async function Page(props: ListPageProps) {
  const opened = await openList(operation, props)
  const locale = asLocale(await getLocale())
  const systemName = placeName(opened.context?.session.context, locale)
  const mayOpen = ({ page, endpoints }: Resource) =>
    opened.context && mayCall(opened.context, endpoints)[page?.firstCall ?? 'list']
  const modules = Object.values<Resource>(resources).map((resource) => {
    const { key, name, page, endpoints } = resource
    return {
      key,
      name: name[locale],
      find: page && key in searches && mayOpen(resource) ? `${page.path}?${searches[key]}=` : undefined,
      // Of a page, exports and refusals are, too.
      isLogged:
        page !== undefined || Object.values(endpoints).some(({ operation }) => operation !== undefined),
    }
  })
  const mayTakeBack = opened.context && mayCall(opened.context, accountImport.endpoints).imported
  const takeBack = mayTakeBack ? `${pageOf('account').path}?${takeBackName}=` : undefined
  const list = { ...opened.list, systemName, modules, takeBack }
  // What was changed is told in the words of its own page.
  const texts = [...opened.texts, 'allocation', 'menu'] as const
  return <ListBoundary opened={{ ...opened, texts, list }} list={OperationList} />
}

/** The field of each list that finds a record by what the log calls it. */
const searches: Readonly<Record<string, string>> = {
  account: 'account',
  role: 'roleName',
  department: 'name',
  organization: 'name',
  allocation: 'name',
  apply: 'seachStr',
  menu: 'searchStr',
}

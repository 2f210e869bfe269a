import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { accountImport } from '#contracts/account-import'
import { searchTextsOf } from '#contracts/list-search'
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
    const finder = finderOf(resource)
    return {
      key,
      name: name[locale],
      find: page && finder && mayOpen(resource) ? `${page.path}?${finder}=` : undefined,
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

/** The field of a list that finds a record by what the log calls it: the first, where records are added. */
function finderOf({ page, endpoints }: Resource): string | undefined {
  const first = endpoints[page?.firstCall ?? 'list']
  return endpoints.add && first && searchTextsOf(first)[0]?.[0]
}

import { getLocale, getTimeZone, getTranslations } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { operation } from '#contracts/log'
import { resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { endOfMinute, instantOf, minuteOf } from '#lib/i18n/zoned-time'
import type { AddressedQuery, ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { mayCall } from '#lib/server/page/request-context'
import { OperationList } from '../operation-list'

export const generateMetadata = pageTitle('operation')

export default async function Page(props: ListPageProps) {
  const opened = await openList(operation, props, { query: instants })
  const [locale, shell] = await Promise.all([getLocale(), getTranslations('shell')])
  const systemName = opened.context?.session.context?.systemName ?? shell('defaultSystem')
  const mayOpen = ({ page, endpoints }: Resource) =>
    opened.context && mayCall(opened.context, endpoints)[page?.firstCall ?? 'list']
  const modules = Object.values<Resource>(resources).map((resource) => {
    const { key, name, page, endpoints } = resource
    return {
      key,
      name: name[locale],
      find: page && key in searches && mayOpen(resource) ? `${page.path}?${searches[key]}=` : undefined,
      changes: Object.values(endpoints).some(({ operation }) => operation !== undefined),
    }
  })
  return (
    <ListBoundary opened={opened}>
      {(list) => <OperationList {...list} systemName={systemName} modules={modules} />}
    </ListBoundary>
  )
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

/** The address has times as the person's clocks show them; the platform takes instants. */
async function instants({ text }: AddressedQuery) {
  const zone = await getTimeZone()
  return {
    beginTime: text.beginTime && instantOf(minuteOf(text.beginTime, 'first'), zone),
    endTime: text.endTime && instantOf(endOfMinute(minuteOf(text.endTime, 'last')), zone),
  }
}

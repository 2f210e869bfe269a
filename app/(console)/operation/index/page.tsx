import { getLocale, getTimeZone, getTranslations } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { operation } from '#contracts/log'
import { resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { endOfMinute, instantOf, minuteOf } from '#lib/i18n/zoned-time'
import type { AddressedQuery, ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { OperationList } from '../operation-list'

export const generateMetadata = pageTitle('operation')

export default async function Page(props: ListPageProps) {
  const opened = await openList(operation, props, { query: instants })
  const [locale, shell] = await Promise.all([getLocale(), getTranslations('shell')])
  const systemName = opened.context?.session.context?.systemName ?? shell('defaultSystem')
  const modules = Object.values<Resource>(resources).map(({ key, name, endpoints }) => ({
    key,
    name: name[locale],
    changes: Object.values(endpoints).some(({ operation }) => operation !== undefined),
  }))
  return (
    <ListBoundary opened={opened}>
      {(list) => <OperationList {...list} systemName={systemName} modules={modules} />}
    </ListBoundary>
  )
}

/** The address has times as the person's clocks show them; the platform takes instants. */
async function instants({ text }: AddressedQuery) {
  const zone = await getTimeZone()
  return {
    beginTime: text.beginTime && instantOf(minuteOf(text.beginTime, 'first'), zone),
    endTime: text.endTime && instantOf(endOfMinute(minuteOf(text.endTime, 'last')), zone),
  }
}

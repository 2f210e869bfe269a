import { ListBoundary } from '#components/list/list-boundary'
import { entryLog } from '#contracts/log'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { EntryLogList } from '../entry-log-list'

export const generateMetadata = pageTitle('entryLog')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(entryLog, props)} list={EntryLogList} />
}

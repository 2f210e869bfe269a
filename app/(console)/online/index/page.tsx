import { ListBoundary } from '#components/list/list-boundary'
import { online } from '#contracts/online'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { OnlineList } from '../online-list'

export const generateMetadata = pageTitle('online')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(online, props)} list={OnlineList} />
}

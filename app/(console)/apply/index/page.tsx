import { ListBoundary } from '#components/list/list-boundary'
import { apply } from '#contracts/apply'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { ApplyList } from '../apply-list'

export const generateMetadata = pageTitle('apply')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(apply, props)} list={ApplyList} />
}

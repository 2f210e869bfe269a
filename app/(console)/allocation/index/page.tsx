import { ListBoundary } from '#components/list/list-boundary'
import { allocation } from '#contracts/allocation'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { AllocationList } from '../allocation-list'

export const generateMetadata = pageTitle('allocation')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(allocation, props)} list={AllocationList} />
}

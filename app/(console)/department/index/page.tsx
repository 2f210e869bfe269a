import { ListBoundary } from '#components/list/list-boundary'
import { department } from '#contracts/department'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { DepartmentList } from '../department-list'

export const generateMetadata = pageTitle('department')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(department, props)} list={DepartmentList} />
}

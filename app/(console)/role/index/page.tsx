import { ListBoundary } from '#components/list/list-boundary'
import { role } from '#contracts/role'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { RoleList } from '../role-list'

export const generateMetadata = pageTitle('role')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(role, props)} list={RoleList} />
}

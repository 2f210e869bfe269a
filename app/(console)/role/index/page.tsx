import { ListBoundary } from '#components/list/list-boundary'
import { findAllPermission } from '#contracts/menu'
import { role } from '#contracts/role'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { mayCall } from '#lib/server/page/request-context'
import { RoleList } from '../role-list'

export const generateMetadata = pageTitle('role')

export default async function Page(props: ListPageProps) {
  const opened = await openList(role, props)
  const { context } = opened
  const mayReadTree = context !== undefined && mayCall(context, { findAllPermission }).findAllPermission
  return <ListBoundary opened={{ ...opened, list: { ...opened.list, mayReadTree } }} list={RoleList} />
}

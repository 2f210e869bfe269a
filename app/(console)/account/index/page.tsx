import { ListBoundary } from '#components/list/list-boundary'
import { account } from '#contracts/account'
import { listByOrganization } from '#contracts/department'
import { canSignIn } from '#contracts/session'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { mayCall } from '#lib/server/page/request-context'
import { AccountList } from '../account-list'

export const generateMetadata = pageTitle('account')

export default async function Page(props: ListPageProps) {
  const opened = await openList(account, props, {
    // The rules of sign-in stay on the server: the list is told what comes of them.
    row: (row, { calls }) => ({ ...row, signsIn: canSignIn(row.account), calls: calls ?? [] }),
  })
  const ownId = opened.context?.user.id
  const mayViewAs = opened.context?.user.mayViewAs === true
  const workOrgId = opened.context?.session.context?.orgId
  const mayListDepartments =
    opened.context !== undefined && mayCall(opened.context, { listByOrganization }).listByOrganization
  const texts = [...opened.texts, 'password'] as const
  const list = { ...opened.list, ownId, mayViewAs, workOrgId, mayListDepartments }
  return <ListBoundary opened={{ ...opened, texts, list }} list={AccountList} />
}

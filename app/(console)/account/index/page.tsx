import { ListBoundary } from '#components/list/list-boundary'
import { account } from '#contracts/account'
import { canSignIn } from '#contracts/session'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { AccountList } from '../account-list'

export const generateMetadata = pageTitle('account')

export default async function Page(props: ListPageProps) {
  const opened = await openList(account, props, {
    // The rules of sign-in stay on the server: the list is told what comes of them.
    row: (row) => ({ ...row, signsIn: canSignIn(row.account) }),
  })
  return <ListBoundary opened={opened}>{(list) => <AccountList {...list} />}</ListBoundary>
}

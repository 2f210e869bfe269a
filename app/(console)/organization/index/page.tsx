import { ListBoundary } from '#components/list/list-boundary'
import { organization } from '#contracts/organization'
import type { ListPageProps } from '#lib/list-address'
import { openList } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { OrganizationList } from '../organization-list'

export const generateMetadata = pageTitle('organization')

export default async function Page(props: ListPageProps) {
  return <ListBoundary opened={await openList(organization, props)} list={OrganizationList} />
}

import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { type MenuRow, menu, menuSearch, tree } from '#contracts/menu'
import type { ListPageProps } from '#lib/list-address'
import { packMenu } from '#lib/menu-tree'
import { nodeName } from '#lib/node-name'
import type { Answer } from '#lib/server/http/platform'
import { openRows } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { read } from '#lib/server/page/request-context'
import { MenuList } from '../menu-list'

export const generateMetadata = pageTitle('menu')

export default async function Page(props: ListPageProps) {
  const opened = await openRows(menu, props, menuSearch, ({ search }) =>
    asOnePage(read(tree, { query: search })),
  )
  return <ListBoundary opened={opened} list={MenuList} />
}

/** A tree is a list of one page with one row, itself. */
async function asOnePage(reading: Promise<Answer<MenuRow[]>>) {
  const answer = await reading
  if (!answer.ok) return answer
  const locale = await getLocale()
  const packed = packMenu(answer.data, (row) => nodeName(row, locale))
  const meta = { page: 1, limit: 1, count: 1 }
  return { ok: true as const, data: { content: [packed], meta } }
}

import { getLocale } from 'next-intl/server'
import { ListBoundary } from '#components/list/list-boundary'
import { type MenuRow, menu, menuSearch, tree } from '#contracts/menu'
import { defaultLocale, type Locale } from '#lib/i18n/locale'
import type { ListPageProps } from '#lib/list-address'
import { foundRows, packMenu } from '#lib/menu-tree'
import { nodeName } from '#lib/node-name'
import { openRows } from '#lib/server/page/open-list'
import { pageTitle } from '#lib/server/page/page-title'
import { read } from '#lib/server/page/request-context'
import { MenuList } from '../menu-list'

export const generateMetadata = pageTitle('menu')

export default async function Page(props: ListPageProps) {
  const locale = await getLocale()
  const opened = await openRows(menu, props, menuSearch, ({ search }) =>
    asOnePage(search.searchStr ?? '', locale),
  )
  return <ListBoundary opened={opened} list={MenuList} />
}

/** A tree is a list of one page with one row, itself. Where other names show than those that are stored, both are searched, here. */
async function asOnePage(searched: string, locale: Locale) {
  const shownName = (row: MenuRow) => nodeName(row, locale)
  const isHere = searched !== '' && locale !== defaultLocale
  const answer = await read(tree, { query: isHere || searched === '' ? {} : { searchStr: searched } })
  if (!answer.ok) return answer
  const rows = isHere ? foundRows(answer.data, searched, shownName) : answer.data
  const meta = { page: 1, limit: 1, count: 1 }
  return { ok: true as const, data: { content: [packMenu(rows, shownName)], meta } }
}

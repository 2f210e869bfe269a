import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Listed } from '#components/list/listed'
import * as menus from '#contracts/menu'
import { pageOf } from '#lib/console-pages'
import { readListQuery, type SearchParams } from '#lib/list-address'
import { packMenu } from '#lib/menu-tree'
import { pageTitle } from '#lib/server/page-title'
import type { Answer } from '#lib/server/platform'
import { listResult } from '#lib/server/read-list'
import { mayCall, read, requirePage } from '#lib/server/visit'
import { MenuList } from '../menu-list'

export const generateMetadata = pageTitle('menu')
const page = pageOf('menu')
const actions = { add: menus.add, edit: menus.update, remove: menus.remove, enable: menus.updateEnable }

export default async function MenuPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = readListQuery(menus.menuSearch, await searchParams)
  const reading = listResult(asOnePage(read(menus.tree, { query: query.search })), () => page.path)
  const [visit, t] = await Promise.all([requirePage(page), getTranslations('pages')])
  if (visit === undefined) return <ListUnavailable />
  return (
    <Listed names={['menu', 'validation']} reading={reading}>
      {(result) => (
        <MenuList title={t('menu')} result={result} values={query.text} may={mayCall(visit, actions)} />
      )}
    </Listed>
  )
}

/** A tree is a list of one page with one row, itself. */
async function asOnePage(reading: Promise<Answer<menus.MenuRow[]>>) {
  const answer = await reading
  if (!answer.ok) return answer
  const meta = { page: 1, limit: 1, count: 1 }
  return { ok: true as const, data: { content: [packMenu(answer.data)], meta } }
}

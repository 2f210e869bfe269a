'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/column'
import { ListBody, ListPage } from '#components/list/list-page'
import { ListView } from '#components/list/list-view'
import { SearchText } from '#components/list/search-fields'
import type { ListQuery } from '#components/list/use-list-query'
import { StateView } from '#components/ui/state-view'
import type { ResourceRow } from '#contracts/assets'
import { nodeTypes } from '#contracts/menu'
import type { DeferredResult } from '#lib/list-result'

interface Props {
  title: string
  code: string | undefined
  result: DeferredResult<ResourceRow>
  search: string
  query: ListQuery
  permitted: boolean
  exports: string | undefined
}

/** The resources of one system; its code is part of the address, whatever is searched in it. */
export function ResourceList({ title, code, result, search, query, permitted, exports }: Props) {
  const t = useTranslations('assets')
  const common = useTranslations('common')
  if (code === undefined || !permitted) {
    return (
      <ListPage title={title} query={query} embedded>
        <ListBody>
          <div className="grid flex-1 place-items-center">
            {permitted ? (
              <StateView
                role="status"
                scene="empty"
                title={t('noneDiscovered')}
                hint={t('noneDiscoveredHint')}
              />
            ) : (
              <StateView scene="forbidden" title={common('noPermission')} />
            )}
          </div>
        </ListBody>
      </ListPage>
    )
  }
  const columns: Column<ResourceRow>[] = [
    { id: 'name', label: t('name') },
    { id: 'systemName', label: t('systemName') },
    { id: 'type', label: t('type'), cell: (row) => typeText(row.type), card: 'state' },
    { id: 'method', label: t('method'), mono: true },
    { id: 'path', label: t('path'), mono: true },
    { id: 'code', label: t('code'), mono: true },
    { id: 'description', label: t('description') },
  ]
  const typeText = (type: ResourceRow['type']) => {
    if (type === nodeTypes.menu) return t('menu')
    return type === nodeTypes.button ? t('button') : common('empty')
  }
  return (
    <ListView
      // Another system's list starts anew.
      key={code}
      title={title}
      embedded
      exports={exports}
      query={query}
      result={result}
      values={search === '' ? noSearch : { resourceName: search }}
      columns={columns}
    >
      {/* Before the script has come the form keeps the system by itself. */}
      <input type="hidden" name="code" value={code} />
      <SearchText name="resourceName" label={t('name')} />
    </ListView>
  )
}

const noSearch = {}

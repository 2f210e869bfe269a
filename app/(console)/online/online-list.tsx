'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/column'
import { ListView } from '#components/list/list-view'
import { personColumn } from '#components/list/person-column'
import { SearchText } from '#components/list/search-fields'
import { timeColumn } from '#components/list/time-column'
import { useListQuery } from '#components/list/use-list-query'
import type { OnlineRow, online } from '#contracts/online'
import type { ListProps } from '#lib/list-result'

export function OnlineList(list: ListProps<OnlineRow, typeof online>) {
  const t = useTranslations('online')
  const query = useListQuery()
  const columns: Column<OnlineRow>[] = [
    personColumn('userName', t('userName'), list.accounts),
    { id: 'ip', label: t('ip'), mono: true },
    timeColumn('loginTime', t('loginTime')),
  ]
  return (
    <ListView {...list} query={query} columns={columns}>
      <SearchText name="filter" label={t('filter')} />
    </ListView>
  )
}

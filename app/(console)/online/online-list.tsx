'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/data-table'
import { ListView } from '#components/list/list-view'
import { SearchText } from '#components/list/search-fields'
import { TimeText } from '#components/list/time-text'
import { useListQuery } from '#components/list/use-list-query'
import type { OnlineRow } from '#contracts/online'
import type { Coming } from '#lib/list-result'

interface Props {
  title: string
  result: Coming<OnlineRow>
  values: Record<string, string>
}

export function OnlineList({ title, result, values }: Props) {
  const t = useTranslations('online')
  const common = useTranslations('common')
  const query = useListQuery()
  const columns: Column<OnlineRow>[] = [
    { id: 'userName', label: t('userName'), cell: (row) => row.userName || common('empty') },
    { id: 'ip', label: t('ip'), cell: (row) => row.ip || common('empty') },
    { id: 'loginTime', label: t('loginTime'), width: 180, cell: (row) => <TimeText time={row.loginTime} /> },
  ]
  return (
    <ListView
      title={title}
      query={query}
      result={result}
      values={values}
      columns={columns}
      rowKey={(row, index) => row.id ?? String(index)}
      fields={<SearchText name="filter" label={t('filter')} defaultValue={values.filter} />}
    />
  )
}

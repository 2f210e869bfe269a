'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/column'
import { ListView } from '#components/list/list-view'
import { personColumn } from '#components/list/person-column'
import { SearchChoice, SearchText } from '#components/list/search-fields'
import { timeColumn } from '#components/list/time-column'
import { useListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import { type EntryRow, entryIsNormal, type entryLog } from '#contracts/log'
import { plainDigits } from '#contracts/plain-text'
import type { Messages } from '#lib/i18n/messages'
import type { ListProps } from '#lib/list-result'

type ReasonKey = keyof Messages['entryLog']['reasons']

export function EntryLogList(list: ListProps<EntryRow, typeof entryLog>) {
  const t = useTranslations('entryLog')
  const query = useListQuery()
  // The embedded platform writes keys; another platform's own words show as they are.
  const reasonText = (key: string) =>
    t.has(`reasons.${key as ReasonKey}`) ? t(`reasons.${key as ReasonKey}`) : key
  const columns: Column<EntryRow>[] = [
    personColumn('userName', t('userName'), list.accounts),
    { id: 'requestIp', label: t('requestIpColumn'), mono: true },
    {
      id: 'status',
      label: t('status'),
      width: 220,
      card: 'state',
      cell: (row) =>
        entryIsNormal(row) ? (
          <Badge look="success" bare>
            {t('normal')}
          </Badge>
        ) : (
          <>
            <Badge look="danger">{t('abnormal')}</Badge>
            {row.reason && <span className="ml-2 text-soft">{reasonText(row.reason)}</span>}
            {row.count != null && row.count > 1 && (
              <span className="ml-2 text-soft tabular" title={t('timesHint', { count: row.count })}>
                {t('times', { count: row.count })}
              </span>
            )}
          </>
        ),
    },
    timeColumn('loginTime', t('loginTime')),
  ]
  return (
    <ListView {...list} query={query} columns={columns}>
      <SearchText name="userName" label={t('userName')} />
      <SearchText name="requestIp" label={t('requestIp')} clean={plainDigits} />
      <SearchChoice
        name="loginResult"
        label={t('status')}
        choices={[
          { value: '1', text: t('normal') },
          { value: '2', text: t('abnormal') },
        ]}
      />
    </ListView>
  )
}

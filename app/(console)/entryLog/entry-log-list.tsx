'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/data-table'
import { ListView } from '#components/list/list-view'
import { SearchChoice, SearchText } from '#components/list/search-fields'
import { TimeText } from '#components/list/time-text'
import { useListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import type { EntryRow } from '#contracts/log'
import type { Messages } from '#lib/i18n/messages'
import type { Coming } from '#lib/list-result'

type ReasonKey = keyof Messages['entryLog']['reasons']

interface Props {
  title: string
  result: Coming<EntryRow>
  values: Record<string, string>
}

/** `loginResult` "1" is normal, anything else abnormal; `status` 1 says the same (specification section 3). */
function isNormal({ loginResult, status }: EntryRow): boolean {
  return loginResult == null ? status === 1 : String(loginResult) === '1'
}

export function EntryLogList({ title, result, values }: Props) {
  const t = useTranslations('entryLog')
  const common = useTranslations('common')
  const query = useListQuery()
  // The embedded platform writes keys; another platform's own words show as they are.
  const reasonText = (key: string) =>
    t.has(`reasons.${key as ReasonKey}`) ? t(`reasons.${key as ReasonKey}`) : key
  const columns: Column<EntryRow>[] = [
    { id: 'userName', label: t('userName'), cell: (row) => row.userName || common('empty') },
    { id: 'requestIp', label: t('requestIpColumn'), cell: (row) => row.requestIp || common('empty') },
    {
      id: 'status',
      label: t('status'),
      width: 200,
      cell: (row) =>
        isNormal(row) ? (
          <Badge look="success">{t('normal')}</Badge>
        ) : (
          <>
            <Badge look="danger">{t('abnormal')}</Badge>
            {row.reason && <span className="ml-2 text-soft">{reasonText(row.reason)}</span>}
          </>
        ),
    },
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
      fields={
        <>
          <SearchText name="userName" label={t('userName')} defaultValue={values.userName} />
          <SearchText name="requestIp" label={t('requestIp')} defaultValue={values.requestIp} />
          <SearchChoice name="loginResult" label={t('status')} defaultValue={values.loginResult}>
            <option value="">{common('all')}</option>
            <option value="1">{t('normal')}</option>
            <option value="2">{t('abnormal')}</option>
          </SearchChoice>
        </>
      }
    />
  )
}

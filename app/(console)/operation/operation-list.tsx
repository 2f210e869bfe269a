'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TimeText } from '#components/form/time-text'
import type { Column } from '#components/list/data-table'
import { ListView } from '#components/list/list-view'
import { RowButton } from '#components/list/row-button'
import { SearchChoice, SearchText, SearchTime } from '#components/list/search-fields'
import { useListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import type { OperationRow, operation } from '#contracts/log'
import { areInOrder } from '#contracts/time-range'
import type { Messages } from '#lib/i18n/messages'
import type { ListProps } from '#lib/list-result'

const OperationChanges = dynamic(
  () => import('./operation-changes').then((module) => module.OperationChanges),
  {
    ssr: false,
  },
)

interface Props extends ListProps<OperationRow, typeof operation> {
  /** The current system's name, for rows that name none (specification section 2.18). */
  systemName: string
  /** What the log can be about, what it is called, and whether it has changes that are logged. */
  modules: readonly { key: string; name: string; changes: boolean }[]
}

type TypeKey = keyof Messages['operation']['types']
const types: readonly TypeKey[] = [
  'add',
  'update',
  'delete',
  'enable',
  'roles',
  'upload',
  'discover',
  'logout',
  'read',
]
const looks = { 1: 'success', 2: 'danger', 3: 'warning' } as const
const statuses = { 1: 'normal', 2: 'abnormal', 3: 'unauthorized' } as const

export function OperationList({ systemName, modules, ...list }: Props) {
  const t = useTranslations('operation')
  const common = useTranslations('common')
  const query = useListQuery()
  const [opened, setOpened] = useState<OperationRow>()

  // The embedded platform writes keys; another platform's own words show as they are.
  const moduleText = (key: string) => modules.find((module) => module.key === key)?.name ?? key
  const typeText = (name: string) =>
    t.has(`types.${name as TypeKey}`) ? t(`types.${name as TypeKey}`) : name
  const columns: Column<OperationRow>[] = [
    { id: 'orgName', label: t('tenant') },
    { id: 'systemName', label: t('system'), cell: (row) => row.systemName || systemName },
    {
      id: 'menuName',
      label: t('module'),
      cell: (row) => row.menuName && moduleText(row.menuName),
    },
    { id: 'opType', label: t('type'), cell: (row) => row.opType && typeText(row.opType) },
    { id: 'method', label: t('method') },
    { id: 'username', label: t('operator') },
    { id: 'requestIp', label: t('ip') },
    {
      id: 'status',
      label: t('status'),
      cell: ({ status }) =>
        status === 1 || status === 2 || status === 3 ? (
          <Badge look={looks[status]}>{t(statuses[status])}</Badge>
        ) : (
          common('empty')
        ),
    },
    {
      id: 'createTime',
      label: t('createTime'),
      width: 180,
      cell: (row) => <TimeText time={row.createTime} />,
    },
    {
      id: 'details',
      label: t('details'),
      cell: (row) =>
        row.changes && row.changes.length > 0 ? (
          <RowButton label={t('showRow')} onPress={() => setOpened(row)}>
            {t('details')}
          </RowButton>
        ) : (
          common('empty')
        ),
    },
  ]
  return (
    <ListView
      {...list}
      query={query}
      columns={columns}
      check={({ beginTime, endTime }): Record<string, string> =>
        areInOrder(beginTime, endTime) ? {} : { endTime: 'timeOrder' }
      }
      fields={
        <>
          <SearchChoice name="menuName" label={t('module')}>
            <option value="">{common('all')}</option>
            {modules
              .filter(({ changes }) => changes)
              .map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </SearchChoice>
          <SearchText name="userName" label={t('operator')} />
          <SearchChoice name="opType" label={t('type')}>
            <option value="">{common('all')}</option>
            {types.map((name) => (
              <option key={name} value={name}>
                {typeText(name)}
              </option>
            ))}
          </SearchChoice>
          <SearchChoice name="status" label={t('status')}>
            <option value="">{common('all')}</option>
            <option value="1">{t('normal')}</option>
            <option value="2">{t('abnormal')}</option>
            <option value="3">{t('unauthorized')}</option>
          </SearchChoice>
          <SearchTime name="beginTime" which="first" label={t('from')} />
          <SearchTime name="endTime" which="last" label={t('to')} />
        </>
      }
    >
      {opened && <OperationChanges row={opened} onClose={() => setOpened(undefined)} />}
    </ListView>
  )
}

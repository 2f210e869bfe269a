'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Column } from '#components/list/data-table'
import { ListView } from '#components/list/list-view'
import { RowButton } from '#components/list/row-button'
import { SearchChoice, SearchText, SearchTime } from '#components/list/search-fields'
import { TimeText } from '#components/list/time-text'
import { useListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import type { OperationRow } from '#contracts/log'
import type { Messages } from '#lib/i18n/messages'
import type { Coming } from '#lib/list-result'

const OperationChanges = dynamic(
  () => import('./operation-changes').then((module) => module.OperationChanges),
  {
    ssr: false,
  },
)

interface Props {
  title: string
  result: Coming<OperationRow>
  values: Record<string, string>
  /** The current system's name, for rows that name none (specification section 2.18). */
  systemName: string
}

type ModuleKey = keyof Messages['operation']['modules']
type TypeKey = keyof Messages['operation']['types']
const modules: readonly ModuleKey[] = [
  'session',
  'account',
  'role',
  'department',
  'organization',
  'apply',
  'allocation',
  'menu',
  'assets',
  'user',
  'image',
]
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

export function OperationList({ title, result, values, systemName }: Props) {
  const t = useTranslations('operation')
  const common = useTranslations('common')
  const query = useListQuery()
  const [opened, setOpened] = useState<OperationRow>()

  // The embedded platform writes keys; another platform's own words show as they are.
  const moduleText = (name: string) =>
    t.has(`modules.${name as ModuleKey}`) ? t(`modules.${name as ModuleKey}`) : name
  const typeText = (name: string) =>
    t.has(`types.${name as TypeKey}`) ? t(`types.${name as TypeKey}`) : name
  const columns: Column<OperationRow>[] = [
    { id: 'orgName', label: t('tenant'), cell: (row) => row.orgName || common('empty') },
    { id: 'systemName', label: t('system'), cell: (row) => row.systemName || systemName },
    {
      id: 'menuName',
      label: t('module'),
      cell: (row) => (row.menuName ? moduleText(row.menuName) : common('empty')),
    },
    { id: 'opType', label: t('type'), cell: (row) => (row.opType ? typeText(row.opType) : common('empty')) },
    { id: 'method', label: t('method'), cell: (row) => row.method || common('empty') },
    { id: 'username', label: t('operator'), cell: (row) => row.username || common('empty') },
    { id: 'requestIp', label: t('ip'), cell: (row) => row.requestIp || common('empty') },
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
      title={title}
      query={query}
      result={result}
      values={values}
      columns={columns}
      rowKey={(row, index) => row.id ?? String(index)}
      fields={
        <>
          <SearchChoice name="menuName" label={t('module')} defaultValue={values.menuName}>
            <option value="">{common('all')}</option>
            {modules.map((name) => (
              <option key={name} value={name}>
                {moduleText(name)}
              </option>
            ))}
          </SearchChoice>
          <SearchText name="userName" label={t('operator')} defaultValue={values.userName} />
          <SearchChoice name="opType" label={t('type')} defaultValue={values.opType}>
            <option value="">{common('all')}</option>
            {types.map((name) => (
              <option key={name} value={name}>
                {typeText(name)}
              </option>
            ))}
          </SearchChoice>
          <SearchChoice name="status" label={t('status')} defaultValue={values.status}>
            <option value="">{common('all')}</option>
            <option value="1">{t('normal')}</option>
            <option value="2">{t('abnormal')}</option>
            <option value="3">{t('unauthorized')}</option>
          </SearchChoice>
          <SearchTime name="beginTime" label={t('from')} defaultValue={values.beginTime} />
          <SearchTime name="endTime" label={t('to')} defaultValue={values.endTime} />
        </>
      }
    >
      {opened && <OperationChanges row={opened} onClose={() => setOpened(undefined)} />}
    </ListView>
  )
}

'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { TimeText } from '#components/form/time-text'
import type { Column } from '#components/list/column'
import { timeWidth } from '#components/list/column-width'
import { ListView } from '#components/list/list-view'
import type { SheetOf } from '#components/list/record-sheet'
import { RowButton } from '#components/list/row-button'
import { SearchChoice, SearchText } from '#components/list/search-fields'
import { SearchRange } from '#components/list/search-range'
import { useListQuery } from '#components/list/use-list-query'
import { Badge } from '#components/ui/badge'
import { Section } from '#components/ui/facts'
import type { OperationRow, operation } from '#contracts/log'
import { areInOrder } from '#contracts/time-range'
import type { Messages } from '#lib/i18n/messages'
import type { ListProps } from '#lib/list-result'

const OperationChanges = dynamic(
  () => import('./operation-changes').then((module) => module.OperationChanges),
  { ssr: false },
)

interface Module {
  key: string
  name: string
  changes: boolean
  /** Where its records are found by name, for who may see them: an address to be completed. */
  find?: string
}

interface Props extends ListProps<OperationRow, typeof operation> {
  /** The current system's name, for rows that name none (specification section 2.18). */
  systemName: string
  /** What the log can be about, what it is called, and whether it has changes that are logged. */
  modules: readonly Module[]
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
  'resetPassword',
  'endSessions',
  'read',
]
const looks = { 1: 'success', 2: 'danger', 3: 'warning' } as const
/** Pixels of the longest, with its sign and ground. */
const statusWidth = 136
const statuses = { 1: 'normal', 2: 'abnormal', 3: 'unauthorized' } as const

export function OperationList({ systemName, modules, ...list }: Props) {
  const t = useTranslations('operation')
  const common = useTranslations('common')
  const query = useListQuery()

  // The embedded platform writes keys; another platform's own words show as they are.
  const moduleText = (key: string) => modules.find((module) => module.key === key)?.name ?? key
  const typeText = (name: string) =>
    t.has(`types.${name as TypeKey}`) ? t(`types.${name as TypeKey}`) : name
  const openSheet = (row: OperationRow) => {
    const id = query.shown.current?.find((shown) => shown === row)
    if (id !== undefined) query.sheet.open(id)
  }
  const sheet: SheetOf<OperationRow> = {
    title: ({ menuName, opType }) =>
      [menuName && moduleText(menuName), opType && typeText(opType)].filter(Boolean).join(' · '),
    more: (row) => <OperationDetails row={row} find={findOf(row)} />,
  }
  /** Where the record is, unless it has just been deleted. */
  const findOf = ({ menuName, opType, subject }: OperationRow) => {
    const find = modules.find(({ key }) => key === menuName)?.find
    return find && subject && opType !== 'delete' ? find + encodeURIComponent(subject) : undefined
  }
  const columns: Column<OperationRow>[] = [
    { id: 'orgName', label: t('tenant') },
    {
      id: 'systemName',
      label: t('system'),
      card: 'none',
      cell: (row) => row.systemName || systemName,
      text: (row) => row.systemName || systemName,
    },
    {
      id: 'menuName',
      label: t('module'),
      cell: (row) => row.menuName && moduleText(row.menuName),
    },
    { id: 'opType', label: t('type'), cell: (row) => row.opType && typeText(row.opType) },
    { id: 'method', label: t('method'), mono: true, card: 'none' },
    { id: 'username', label: t('operator') },
    { id: 'requestIp', label: t('ip'), mono: true, card: 'none' },
    {
      id: 'status',
      label: t('status'),
      width: statusWidth,
      card: 'state',
      cell: ({ status }) =>
        status === 1 || status === 2 || status === 3 ? (
          <Badge look={looks[status]} bare={status === 1}>
            {t(statuses[status])}
          </Badge>
        ) : (
          common('empty')
        ),
    },
    {
      id: 'createTime',
      label: t('createTime'),
      width: timeWidth,
      mono: true,
      cell: (row) => <TimeText time={row.createTime} />,
    },
    {
      id: 'details',
      label: t('details'),
      card: 'none',
      isOnlyRow: true,
      cell: (row) =>
        row.changes && row.changes.length > 0 ? (
          <RowButton label={t('showRow')} onPress={() => openSheet(row)}>
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
      sheet={sheet}
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
          <SearchRange
            label={t('createTime')}
            from={{ name: 'beginTime', label: t('from') }}
            to={{ name: 'endTime', label: t('to') }}
          />
        </>
      }
    />
  )
}

/** What was done to what, and the request that did it. */
function OperationDetails({ row, find }: { row: OperationRow; find: string | undefined }) {
  const t = useTranslations('operation')
  const { subject, changes, requestId } = row
  return (
    <>
      {subject && (
        <Section title={t('subject')}>
          <p className="text-md [overflow-wrap:anywhere]">
            {find === undefined ? (
              subject
            ) : (
              <Link href={find} className="text-accent-ink underline underline-offset-2">
                {subject}
              </Link>
            )}
          </p>
        </Section>
      )}
      {changes && changes.length > 0 && (
        <Section title={t('changes', { count: changes.length })}>
          <OperationChanges changes={changes} />
        </Section>
      )}
      {requestId && (
        <Section title={t('request')}>
          <code className="select-all font-mono text-base text-soft [overflow-wrap:anywhere]">
            {requestId}
          </code>
        </Section>
      )}
    </>
  )
}

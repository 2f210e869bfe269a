'use client'

import Link from 'next/link'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { Copied } from '#components/form/copy-button'
import { later } from '#components/form/later'
import type { Column } from '#components/list/column'
import { ListView, Settled } from '#components/list/list-view'
import { personColumn } from '#components/list/person-column'
import type { SheetOf } from '#components/list/record-sheet'
import { RowButton } from '#components/list/row-button'
import { SearchChoice, SearchText } from '#components/list/search-fields'
import { SearchRange } from '#components/list/search-range'
import { timeColumn } from '#components/list/time-column'
import { useListQuery } from '#components/list/use-list-query'
import { useOperationWord } from '#components/list/use-operation-word'
import { Badge } from '#components/ui/badge'
import { Section } from '#components/ui/facts'
import type { OperationRow, operation } from '#contracts/log'
import { operationStatuses } from '#contracts/operation-statuses'
import { areInOrder } from '#contracts/time-range'
import { asLocale } from '#lib/i18n/locale'
import type { ListProps } from '#lib/list-result'
import { loggedSystem } from '#lib/system-name'

const OperationChanges = later(() => import('./operation-changes').then((module) => module.OperationChanges))

interface Module {
  key: string
  name: string
  isLogged: boolean
  /** Where its records are found by name, for who may see them: an address to be completed. */
  find?: string
}

interface Props extends ListProps<OperationRow, typeof operation> {
  /** The current system's name, for rows that name none (specification section 2.18). */
  systemName: string
  /** What the log can be about, what it is called, and whether the embedded platform logs it. */
  modules: readonly Module[]
  /** Where an import is taken back, for who may: an address to be completed. */
  takeBack: string | undefined
}

const looks = { 1: 'success', 2: 'danger', 3: 'warning' } as const
/** Pixels of the longest, with its sign and ground. */
const statusWidth = 136

export function OperationList({ systemName, modules, takeBack, ...list }: Props) {
  const t = useTranslations('operation')
  const common = useTranslations('common')
  const locale = asLocale(useLocale())
  const query = useListQuery()

  // The embedded platform writes keys; another platform's own words show as they are.
  const moduleText = (key: string) => modules.find((module) => module.key === key)?.name ?? key
  const systemOf = (row: OperationRow) => loggedSystem(row.systemName, locale) || systemName
  const typeText = useOperationWord('types')
  /** Every type that has a name, in the order of the texts. */
  const types = Object.keys(useMessages().operation.types)
  const logged = modules.filter(({ isLogged }) => isLogged).map(({ key }) => key)
  /** What another platform writes in words of its own, as far as it has been seen here. */
  const [words, setWords] = useState<Words>({ modules: [], types: [] })
  const wordsIn = (rows: readonly OperationRow[]): Words => ({
    modules: together(words.modules, rows, ({ menuName }) => menuName).filter(
      (word) => !logged.includes(word),
    ),
    types: together(words.types, rows, ({ opType }) => opType).filter((word) => !types.includes(word)),
  })
  const whatOf = ({ menuName, opType }: OperationRow) => [
    menuName && moduleText(menuName),
    opType && typeText(opType),
  ]
  const openSheet = (row: OperationRow) => {
    const id = query.shown.current?.find((shown) => shown === row)
    if (id !== undefined) query.sheet.open(id)
  }
  const sheet: SheetOf<OperationRow> = {
    title: (row) => whatOf(row).filter(Boolean).join(' · '),
    more: (row) => <OperationDetails row={row} find={findOf(row)} takeBack={takeBack} />,
  }
  /** Where the record is, unless it has just been deleted. */
  const findOf = ({ menuName, opType, subject }: OperationRow) => {
    const find = modules.find(({ key }) => key === menuName)?.find
    return find && subject && opType !== 'delete' ? find + encodeURIComponent(subject) : undefined
  }
  const columns: Column<OperationRow>[] = [
    {
      id: 'orgName',
      label: t('tenant'),
      cardName: (row) => [row.username, ...whatOf(row)].filter(Boolean).join(' · '),
    },
    {
      id: 'systemName',
      label: t('system'),
      // Who, what and when have the room first.
      width: 124,
      card: 'none',
      cell: systemOf,
      text: systemOf,
    },
    {
      id: 'menuName',
      label: t('module'),
      // Who did it is in sight at 1024 px, too, where what was done is long.
      least: 105,
      card: 'none',
      cell: (row) => row.menuName && moduleText(row.menuName),
    },
    {
      id: 'opType',
      label: t('type'),
      least: 127,
      card: 'none',
      cell: (row) => row.opType && typeText(row.opType),
    },
    { id: 'method', label: t('method'), mono: true, card: 'none' },
    { ...personColumn('username', t('operator'), list.accounts), card: 'none' },
    { id: 'requestIp', label: t('ip'), mono: true, card: 'none' },
    {
      id: 'status',
      label: t('status'),
      width: statusWidth,
      card: 'state',
      cell: ({ status }) =>
        status === 1 || status === 2 || status === 3 ? (
          <Badge look={looks[status]} bare={status === 1}>
            {t(operationStatuses[status])}
          </Badge>
        ) : (
          common('empty')
        ),
    },
    // When is asked of every row, and stands at the end of nine columns.
    { ...timeColumn('createTime', t('createTime')), isKept: true },
    {
      id: 'details',
      label: t('details'),
      card: 'none',
      isOnlyRow: true,
      cell: (row) =>
        row.changes && row.changes.length > 0 ? (
          // Its word stands under the head's, its edge beside it.
          <span className="-ml-[9px] inline-block">
            <RowButton label={t('showRow')} onPress={() => openSheet(row)}>
              {t('details')}
            </RowButton>
          </span>
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
      dialogs={
        <Settled result={list.result} fallback={null}>
          {(settled) =>
            settled.ok && <WordsSeen words={wordsIn(settled.rows)} seen={words} onSeen={setWords} />
          }
        </Settled>
      }
      check={({ beginTime, endTime }): Record<string, string> =>
        areInOrder(beginTime, endTime) ? {} : { endTime: 'timeOrder' }
      }
    >
      <SearchChoice
        name="menuName"
        label={t('module')}
        choices={withOwn([...logged, ...words.modules], list.values.menuName, moduleText)}
      />
      {list.values.bulkId && <SearchText name="bulkId" label={t('bulk')} />}
      <SearchText name="userName" label={t('operator')} />
      <SearchChoice
        name="opType"
        label={t('type')}
        choices={withOwn([...types, ...words.types], list.values.opType, typeText)}
      />
      <SearchChoice
        name="status"
        label={t('status')}
        choices={([1, 2, 3] as const).map((status) => ({
          value: `${status}`,
          text: t(operationStatuses[status]),
        }))}
      />
      <SearchRange
        label={t('createTime')}
        from={{ name: 'beginTime', label: t('from') }}
        to={{ name: 'endTime', label: t('to') }}
      />
    </ListView>
  )
}

interface Words {
  modules: readonly string[]
  types: readonly string[]
}

function together(
  known: readonly string[],
  rows: readonly OperationRow[],
  of: (row: OperationRow) => string | null | undefined,
): string[] {
  return [...new Set([...known, ...rows.flatMap((row) => of(row) || [])])]
}

/** Hands on what the rows have brought, which may come after the search. */
function WordsSeen({ words, seen, onSeen }: { words: Words; seen: Words; onSeen: (words: Words) => void }) {
  const count = words.modules.length + words.types.length
  const isMore = count > seen.modules.length + seen.types.length
  const tell = useEffectEvent(() => onSeen(words))
  useEffect(() => {
    if (isMore) tell()
  }, [isMore])
  return null
}

/** Choices, with the one that the address names: another platform's own words narrow the list, too. */
function withOwn(known: readonly string[], own: string | undefined, text: (value: string) => string) {
  return [...new Set([...known, ...(own ? [own] : [])])].map((value) => ({ value, text: text(value) }))
}

/** The import by which an account was added. */
function importOf({ menuName, opType, changes }: OperationRow): string | undefined {
  if (menuName !== 'account' || opType !== 'add') return undefined
  const after = changes?.find(({ field }) => field === 'importId')?.after
  return typeof after === 'string' ? after : undefined
}

interface DetailsProps {
  row: OperationRow
  find: string | undefined
  takeBack: string | undefined
}

/** What was done to what, and the request that did it. */
function OperationDetails({ row, find, takeBack }: DetailsProps) {
  const t = useTranslations('operation')
  const { menuName, subject, changes, requestId, bulkId } = row
  const importId = takeBack && importOf(row)
  return (
    <>
      {subject && (
        <Section title={t('subject')}>
          <p className="text-md wrap-anywhere">
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
          <OperationChanges changes={changes} module={menuName} />
        </Section>
      )}
      {bulkId && (
        <Leading title={t('bulk')} to={`?bulkId=${encodeURIComponent(bulkId)}`} text={t('bulkEntries')} />
      )}
      {importId && (
        <Leading
          title={t('fields.importId')}
          to={takeBack + encodeURIComponent(importId)}
          text={t('takeBack')}
        />
      )}
      {requestId && (
        <Section title={t('request')}>
          <Copied label={t('request')} text={requestId} />
        </Section>
      )}
    </>
  )
}

/** A section that says where more is. */
function Leading({ title, to, text }: { title: string; to: string; text: string }) {
  return (
    <Section title={title}>
      <Link href={to} className="text-accent-ink text-md underline underline-offset-2">
        {text}
      </Link>
    </Section>
  )
}

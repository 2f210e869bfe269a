'use client'

import { useTranslations } from 'next-intl'
import type { Column } from '#components/list/column'
import type { PutBack } from '#components/list/history-changes'
import { RecordHistory } from '#components/list/record-history'
import { RecordSheet } from '#components/list/record-sheet'
import type { RowSheet } from '#components/list/row-sheet'
import { typeNameOf } from '#components/pickers/node-type'
import { nodeTypes } from '#contracts/menu'
import type { ResourceKey } from '#contracts/registry'
import { type MenuTree, shownName } from '#lib/menu-tree'
import { rootOf } from '#lib/tree'
import { EntryOperations, type RowActions } from './menu-row'

interface Props {
  tree: MenuTree
  /** The rows that show, for the way from one to the next. */
  rows: readonly number[]
  sheet: RowSheet
  actions: RowActions
  /** Under what the operation log has menu entries, for who may read it. */
  history: string | undefined
  putBack: Pick<PutBack, 'ask' | 'after'>
}

interface Entry {
  id: string
  at: number
}

/** An application is changed on its own page, and the operation log has it under that. */
const applicationLog: ResourceKey = 'apply'

/** What there is to know of one entry of the tree, and how it came about. */
export function MenuSheet({ tree, rows, sheet, actions, history, putBack }: Props) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const opened = tree.id.indexOf(sheet.opened ?? '')
  // One that lies below what is closed has no neighbours that show.
  const shown = rows.includes(opened) ? rows : [opened]
  const entries: Entry[] = opened < 0 ? [] : shown.map((at) => ({ id: tree.id[at] ?? '', at }))
  const isApplication = (at: number) => tree.type[at] === nodeTypes.application
  const column = (
    id: string,
    label: string,
    value: (at: number) => string | number | null | undefined,
    more?: Partial<Column<Entry>>,
  ): Column<Entry> => {
    const text = ({ at }: Entry) => String(value(at) ?? '')
    return { label, ...more, id, text, cell: text }
  }
  const typeText = (at: number) => {
    const name = typeNameOf(tree.type[at] ?? -1)
    return name && t(name)
  }
  const columns = [
    column('name', t('name'), (at) => tree.name[at]),
    ...(tree.nameEn.some((name) => name !== undefined)
      ? [column('nameEn', t('nameEn'), (at) => tree.nameEn[at])]
      : []),
    column('application', t('application'), (at) => shownName(tree, rootOf(tree, at))),
    column('type', t('type'), typeText),
    column('code', t('code'), (at) => tree.code[at], { mono: true, isCopied: true }),
    column('path', t('path'), (at) => tree.path[at], { mono: true }),
    column('component', t('componentPath'), (at) => tree.component[at], { mono: true }),
    column('linkUrl', t('linkUrl'), (at) => tree.linkUrl[at]),
    column('method', t('method'), (at) => tree.method[at]),
    column('sort', t('sort'), (at) => tree.sort[at]),
    column('status', common('status'), (at) => common((tree.enabled[at] ?? true) ? 'enabled' : 'disabled')),
    column('description', t('description'), (at) => tree.description[at]),
  ]
  const mayChange = (at: number, isSwitch: boolean) =>
    (isSwitch ? tree.lock[at] !== 'control' : tree.lock[at] === null) && !isApplication(at)
  return (
    <RecordSheet
      sheet={sheet}
      rows={entries}
      rowKey={({ id }) => id}
      read={tree}
      columns={columns}
      of={{
        title: ({ at }) => shownName(tree, at),
        note: ({ at }) => tree.code[at],
        actions: ({ at }) => <EntryOperations {...{ tree, at, actions }} />,
        more: ({ id, at }) =>
          history && (
            <RecordHistory
              module={isApplication(at) ? applicationLog : history}
              id={id}
              putBack={{
                ...putBack,
                mayUpdate: actions.edit !== undefined && mayChange(at, false),
                maySwitch: actions.enable !== undefined && mayChange(at, true),
              }}
            />
          ),
      }}
    />
  )
}

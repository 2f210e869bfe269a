'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { MenuItem } from '#components/ui/menu-button'
import type { Resource } from '#contracts/resource'
import type { ListProps } from '#lib/list-result'
import { AddButton } from './add-button'
import type { Column } from './column'
import { EnabledSwitch } from './enabled-switch'
import type { SheetOf } from './record-sheet'
import { RowOperations } from './row-operations'
import { type Finds, useDialogState } from './use-dialog-state'
import { useListQuery } from './use-list-query'
import { useRowActions } from './use-row-actions'

const RecordHistory = dynamic(() => import('./record-history').then((module) => module.RecordHistory), {
  ssr: false,
})

export interface RecordRow {
  id: string
  name?: string | null
  enabled?: boolean
  isControl?: number | null
}

export interface RecordListProps<Row> extends Omit<ListProps<Row, Resource>, 'may'> {
  may: { add?: boolean; update?: boolean; remove?: boolean; updateEnable?: boolean }
}

export interface Writes<Row, Subject, Added extends object> {
  /** The dialog that adds a record, for the subject `{}`, or edits one. */
  dialog: (subject: Subject, ends: { onClose: () => void; onSaved: (added?: Added) => void }) => ReactNode
  /** What the dialog is opened for; `{ id }` unless said. */
  subjectOf?: (row: Row) => Subject
  finds: Finds<Added>
  remove: (id: string) => Promise<unknown>
  /** What hangs on a row and goes with it: read before the question. */
  removeHint?: (row: Row) => Promise<string | undefined>
  nameOf?: (row: Row) => string
  enabledOf?: (row: Row) => boolean
  /** Why a row stays as it is, although the person may change others; that it lies elsewhere unless said. */
  reasonOf?: (row: Row) => string | undefined
  /** The same for what its dialog changes; as `reasonOf` unless said. */
  editReasonOf?: (row: Row) => string | undefined
  /** What else can be done with a row, for its menu; `open` opens the dialog. */
  moreOf?: ((row: Row, open: (subject: Subject) => void) => readonly MenuItem[]) | false
  /** Beside the name in the row's sheet: an account, a code. */
  noteOf?: (row: Row) => string | null | undefined
  /** What the sheet tells beyond the row itself. */
  details?: ((row: Row) => ReactNode) | undefined
}

/** The call behind a switch. */
export type SetEnabled = (id: string, enabled: boolean) => Promise<unknown>

/** Pixels. */
const widths = { status: 132, edit: 64, menu: 56 } as const

/**
 * A list whose records are added, edited, deleted and switched (LIST-8 to 10), as far as the person may. `view` is for
 * `ListView`.
 */
export function useRecordList<
  Row extends RecordRow,
  Added extends object,
  Subject extends object = { id?: string },
>({ title, result, values, may, history }: RecordListProps<Row>, writes: Writes<Row, Subject, Added>) {
  const common = useTranslations('common')
  const query = useListQuery()
  const { ask, toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends, notice } = useDialogState<Subject, Added>(query, writes.finds)
  const { nameOf = ({ name }) => name ?? '', enabledOf = ({ enabled = false }) => enabled } = writes
  const elsewhere = ({ isControl }: Row) => (isControl === 0 ? common('elsewhere') : undefined)
  const {
    reasonOf = elsewhere,
    editReasonOf = reasonOf,
    subjectOf = ({ id }) => ({ id }) as Subject,
  } = writes

  const askToSwitch = (row: Row, setEnabled: SetEnabled) => {
    const [name, enabled] = [nameOf(row), enabledOf(row)]
    toggle({ id: row.id, name, enabled, call: () => setEnabled(row.id, !enabled) })
  }
  const askToRemove = (row: Row) => {
    // Whoever may not read what hangs on a row is asked all the same.
    const hint = writes.removeHint?.(row).catch(() => undefined)
    remove({ id: row.id, name: nameOf(row), hint, call: () => writes.remove(row.id) })
  }
  /** `more` is what else there is to say of the state, pixels of it `extra`. */
  const enabledColumn = (
    setEnabled: SetEnabled,
    { more, extra = 0 }: { more?: (row: Row) => ReactNode; extra?: number } = {},
  ): Column<Row> => ({
    id: 'enabled',
    label: common('status'),
    width: widths.status + extra,
    card: 'state',
    cell: (row) => (
      <div className="flex items-center gap-1.5">
        <EnabledSwitch
          name={nameOf(row)}
          enabled={enabledOf(row)}
          allowed={may.updateEnable === true}
          reason={reasonOf(row)}
          onPress={() => askToSwitch(row, setEnabled)}
        />
        {more?.(row)}
      </div>
    ),
  })
  const { moreOf = false } = writes
  const operations = (row: Row, isSheet = false) => (
    <RowOperations
      name={nameOf(row)}
      editReason={editReasonOf(row)}
      removeReason={reasonOf(row)}
      onEdit={may.update && (() => open(subjectOf(row)))}
      onRemove={may.remove && (() => askToRemove(row))}
      more={moreOf ? moreOf(row, open) : undefined}
      isSheet={isSheet}
    />
  )
  const canOperate = may.update || may.remove || moreOf !== false
  /** The column of what can be done with a row; none for whom it would be empty. */
  const operationsColumn: readonly Column<Row>[] = canOperate
    ? [
        {
          id: 'operations',
          label: common('operations'),
          width: widths.edit + widths.menu,
          pinned: true,
          cell: (row) => operations(row),
        },
      ]
    : []
  const sheet: SheetOf<Row> = {
    title: nameOf,
    note: writes.noteOf,
    actions: canOperate ? (row) => operations(row, true) : undefined,
    more: (row) => (
      <>
        {writes.details?.(row)}
        {history && <RecordHistory module={history} id={row.id} />}
      </>
    ),
  }
  const view = {
    title,
    result,
    values,
    query,
    notice,
    sheet,
    actions: may.add && <AddButton onPress={() => open({} as Subject)} />,
    children: (
      <>
        {opened && writes.dialog(opened, ends)}
        {dialog}
      </>
    ),
  }
  return { view, query, open, ask, enabledColumn, operationsColumn }
}

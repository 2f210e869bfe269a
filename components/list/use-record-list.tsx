'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Resource } from '#contracts/resource'
import type { ListProps } from '#lib/list-result'
import { AddButton } from './add-button'
import type { Column } from './data-table'
import { EnabledSwitch } from './enabled-switch'
import { RowOperations } from './row-operations'
import { type Finds, useDialogState } from './use-dialog-state'
import { useListQuery } from './use-list-query'
import { useRowActions } from './use-row-actions'

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
}

/** The call behind a switch. */
export type SetEnabled = (id: string, enabled: boolean) => Promise<unknown>

interface Extra<Row> {
  /** Pixels, where the content needs more than usual. */
  width?: number
  /** What else stands in the cell. */
  more?: (row: Row) => ReactNode
}

/**
 * A list whose records are added, edited, deleted and switched (LIST-8 to 10), as far as the person may. `view` is for
 * `ListView`.
 */
export function useRecordList<
  Row extends RecordRow,
  Added extends object,
  Subject extends object = { id?: string },
>({ title, result, values, may }: RecordListProps<Row>, writes: Writes<Row, Subject, Added>) {
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
  const enabledColumn = (setEnabled: SetEnabled, { width, more }: Extra<Row> = {}): Column<Row> => ({
    id: 'enabled',
    label: common('status'),
    width,
    cell: (row) => {
      const control = (
        <EnabledSwitch
          name={nameOf(row)}
          enabled={enabledOf(row)}
          allowed={may.updateEnable === true}
          reason={reasonOf(row)}
          onPress={() => askToSwitch(row, setEnabled)}
        />
      )
      return more === undefined ? (
        control
      ) : (
        <div className="flex items-center gap-1.5">
          {control}
          {more(row)}
        </div>
      )
    },
  })
  const operationsColumn = ({ width = 140, more }: Extra<Row> = {}): Column<Row> => ({
    id: 'operations',
    label: common('operations'),
    width,
    cell: (row) => (
      <RowOperations
        name={nameOf(row)}
        editReason={editReasonOf(row)}
        removeReason={reasonOf(row)}
        onEdit={may.update && (() => open(subjectOf(row)))}
        onRemove={may.remove && (() => askToRemove(row))}
      >
        {more?.(row)}
      </RowOperations>
    ),
  })
  const view = {
    title,
    result,
    values,
    query,
    notice,
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

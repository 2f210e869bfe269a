'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { type Question, useWhy } from '#components/form/ask-why'
import { later } from '#components/form/later'
import type { MenuItem } from '#components/ui/menu-button'
import type { Resource } from '#contracts/resource'
import type { ListProps } from '#lib/list-result'
import { AddButton } from './add-button'
import { binOf } from './bin'
import type { Calls, OtherAction, RawCall } from './bulk'
import type { Column } from './column'
import { EnabledSwitch } from './enabled-switch'
import type { PutBack } from './history-changes'
import type { Impacts } from './read-impact'
import type { SheetOf } from './record-sheet'
import { RowOperations } from './row-operations'
import { useBulkReport } from './use-bulk-report'
import { type Finds, useDialogState } from './use-dialog-state'
import { keptIn, useListQuery } from './use-list-query'
import { useRowActions } from './use-row-actions'
import { useSelection } from './use-selection'

const SelectionBar = later(() => import('./selection-bar').then((module) => module.SelectionBar))
const RecordHistory = later(() => import('./record-history').then((module) => module.RecordHistory))

export interface RecordRow {
  id: string
  name?: string | null
  enabled?: boolean
  isControl?: number | null
  orgId?: string | null
  orgName?: string | null
}

export interface RecordListProps<Row> extends Omit<ListProps<Row, Resource>, 'may'> {
  may: { add?: boolean; update?: boolean; remove?: boolean; updateEnable?: boolean }
}

export interface Writes<Row, Subject, Added extends object> {
  /** The dialog that adds a record, for the subject `{}`, or edits one. */
  dialog: (
    subject: Subject,
    ends: { maySwitch: boolean; onClose: () => void; onSaved: (added?: Added) => void },
  ) => ReactNode
  /** What the dialog is opened for; `{ id }` unless said. */
  subjectOf?: (row: Row) => Subject
  finds: Finds<Added>
  calls: Calls
  /** What the switch's call says, for a list that has one: 0 or 1, as the specification writes it. */
  switchInput?: (id: string, enabled: 0 | 1) => RawCall
  /** What switching off or deleting a row does to others, told before. */
  impacts?: Impacts
  /** What hangs on a row and goes with it, where a platform tells no more: read before the question. */
  removeHint?: (row: Row) => Promise<string | undefined>
  nameOf?: (row: Row) => string
  enabledOf?: (row: Row) => boolean
  /** The organization that a row belongs to, by which it is explained who may change it. */
  placeOf?: (row: Row) => Pick<Question, 'orgId' | 'orgName'>
  /** Why a row stays as it is, although the person may change others; that it lies elsewhere unless said. */
  reasonOf?: (row: Row) => string | undefined
  /** The same for what its dialog changes; as `reasonOf` unless said. */
  editReasonOf?: (row: Row) => string | undefined
  /** What else can be done with many rows. */
  bulk?: readonly OtherAction[]
  /** What else can be done with a row, for its menu; `open` opens the dialog. */
  moreOf?: ((row: Row, open: (subject: Subject) => void) => readonly MenuItem[]) | false
  /** What its dialog checks besides before it stores something. */
  check?: PutBack['check']
  /** Beside the name in the row's sheet: an account, a code. */
  noteOf?: (row: Row) => string | null | undefined
  /** What the sheet tells beyond the row itself. */
  details?: ((row: Row) => ReactNode) | undefined
}

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
>(
  { title, result, values, may, history, exports }: RecordListProps<Row>,
  writes: Writes<Row, Subject, Added>,
) {
  const common = useTranslations('common')
  const query = useListQuery()
  const { ask, toggle, remove, dialog } = useRowActions(query)
  const { opened, open, ends, notice } = useDialogState<Subject, Added>(query, writes.finds)
  const { nameOf = ({ name }) => name ?? '', enabledOf = ({ enabled = false }) => enabled } = writes
  const elsewhere = ({ isControl }: Row) => (isControl === 0 ? common('elsewhere') : undefined)
  const {
    placeOf = ({ orgId, orgName }) => ({ orgId: orgId ?? undefined, orgName: orgName ?? undefined }),
    reasonOf = elsewhere,
    editReasonOf = reasonOf,
    subjectOf = ({ id }) => ({ id }) as Subject,
  } = writes

  const { calls, switchInput } = writes
  const selection = useSelection<Row>(JSON.stringify({ ...values, sort: undefined }), nameOf)
  const [bin] = useState(() => binOf(calls))
  const why = useWhy()
  const whyOf = (row: Row, call: string, reason: string | undefined) =>
    why && (() => why({ call, ...placeOf(row), reason }))
  const putBackOf = (row: Row) => ({
    mayUpdate: may.update === true && editReasonOf(row) === undefined,
    maySwitch: may.updateEnable === true && reasonOf(row) === undefined,
    check: writes.check,
    ask,
    after: query.reload,
  })
  const askToSwitch = (row: Row) => {
    const [name, enabled] = [nameOf(row), enabledOf(row)]
    const set = async (next: 0 | 1) => {
      await calls.make('updateEnable', switchInput?.(row.id, next) ?? {})
      // A search may leave it out from now on.
      selection.follow(new Map([[row.id, { ...row, enabled: next === 1 }]]))
    }
    toggle({ id: row.id, name, orgId: placeOf(row).orgId, enabled, impacts: writes.impacts, set })
  }
  const askToRemove = (row: Row) => {
    // Whoever may not read what hangs on a row is asked all the same.
    const hint = async (isTold: boolean) =>
      isTold ? undefined : writes.removeHint?.(row).catch(() => undefined)
    remove({
      id: row.id,
      name: nameOf(row),
      orgId: placeOf(row).orgId,
      hint,
      impacts: writes.impacts,
      bin: keptIn(query) ? bin : undefined,
      call: async () => {
        await calls.make('remove', { params: { id: row.id } })
        selection.follow(new Map([[row.id, undefined]]))
      },
    })
  }
  /** `more` is what else there is to say of the state, pixels of it `extra`. */
  const enabledColumn = ({
    more,
    extra = 0,
  }: {
    more?: (row: Row) => ReactNode
    extra?: number
  } = {}): Column<Row> => ({
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
          onReason={whyOf(row, 'updateEnable', reasonOf(row))}
          onPress={() => askToSwitch(row)}
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
      onEditReason={whyOf(row, 'update', editReasonOf(row))}
      onRemoveReason={whyOf(row, 'remove', reasonOf(row))}
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
        {history && <RecordHistory module={history} id={row.id} putBack={putBackOf(row)} />}
      </>
    ),
  }
  const { bulk = [] } = writes
  const canChoose =
    bulk.length > 0 || may.remove === true || (may.updateEnable === true && switchInput !== undefined)
  const rowOf = (row: Row) => ({ id: row.id, name: nameOf(row), was: enabledOf(row) })
  const { onRun, report } = useBulkReport(selection)
  const view = {
    title,
    selection: canChoose ? selection : undefined,
    selectionBar: canChoose && (
      <SelectionBar
        {...{ title, calls, switchInput, may, more: bulk, values, query }}
        selection={selection}
        {...{ rowOf, reasonOf, onRun }}
        impacts={writes.impacts}
        isKept={() => keptIn(query)}
      />
    ),
    result,
    values,
    exports,
    bin: may.remove ? bin : undefined,
    query,
    notice,
    sheet,
    actions: may.add && <AddButton onPress={() => open({} as Subject)} />,
    dialogs: (
      <>
        {opened && writes.dialog(opened, { ...ends, maySwitch: may.updateEnable === true })}
        {dialog}
        {report}
      </>
    ),
  }
  return { view, query, open, ask, enabledColumn, operationsColumn }
}

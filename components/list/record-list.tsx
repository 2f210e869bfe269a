'use client'

import type { ReactNode } from 'react'
import type { Column } from './column'
import { ListView } from './list-view'
import { type RecordListProps, type RecordRow, useRecordList, type Writes } from './use-record-list'

export type List<Row extends RecordRow, Added extends object, Subject extends object> = ReturnType<
  typeof useRecordList<Row, Added, Subject>
>

interface Props<Row extends RecordRow, Added extends object, Subject extends object>
  extends Writes<Row, Subject, Added> {
  /** What the page hands over. */
  page: RecordListProps<Row>
  columns: (list: List<Row, Added, Subject>) => readonly Column<Row>[]
  /** The search fields. */
  children: ReactNode
  tellsFailure?: boolean
}

/** The list of a resource whose records are added, edited, deleted and switched. */
export function RecordList<
  Row extends RecordRow,
  Added extends object,
  Subject extends object = { id?: string },
>({ page, columns, children, tellsFailure, ...writes }: Props<Row, Added, Subject>) {
  const list = useRecordList<Row, Added, Subject>(page, writes)
  return (
    <ListView {...list.view} columns={columns(list)} tellsFailure={tellsFailure}>
      {children}
    </ListView>
  )
}

'use client'

import { useState } from 'react'

/** The rows of a list that something is to be done with; they stay chosen on other pages, until another search. */
export interface Selection<Row> {
  /** By id, as they were when they were chosen. */
  rows: ReadonlyMap<string, Row>
  // Methods, so that a selection of any rows is one of rows.
  nameOf(row: Row): string
  /** Of the rows in `known` and those that were chosen before exactly these. */
  take(ids: readonly string[], known: ReadonlyMap<string, Row>): void
  clear: () => void
}

/** @param search what the list shows, as a text: of another search nothing is chosen */
export function useSelection<Row>(search: string, nameOf: (row: Row) => string): Selection<Row> {
  const none = { search, rows: new Map<string, Row>() as ReadonlyMap<string, Row> }
  const [kept, set] = useState(none)
  const { rows } = kept.search === search ? kept : none
  return {
    rows,
    nameOf,
    take: (ids, known) => {
      const taken = ids.flatMap((id) => {
        const row = known.get(id) ?? rows.get(id)
        return row === undefined ? [] : [[id, row] as const]
      })
      set({ search, rows: new Map(taken) })
    },
    clear: () => set(none),
  }
}

'use client'

import { useEffect, useState } from 'react'
import { holdPage } from '#lib/session-end'

/** The rows of a list that something is to be done with; they stay chosen on other pages, until another search. */
export interface Selection<Row> {
  /** By id, as they were when they were last read. */
  rows: ReadonlyMap<string, Row>
  // Methods, so that a selection of any rows is one of rows.
  nameOf(row: Row): string
  /** Of the rows in `known` and those that were chosen before exactly these. */
  take(ids: readonly string[], known: ReadonlyMap<string, Row>): void
  /** What of it was read anew, by id; nothing for what is gone. */
  follow(read: ReadonlyMap<string, Row | undefined>): void
  clear: () => void
}

/** @param search what the list shows, as a text: of another search nothing is chosen */
export function useSelection<Row>(search: string, nameOf: (row: Row) => string): Selection<Row> {
  const none = { search, rows: new Map<string, Row>() as ReadonlyMap<string, Row> }
  const [kept, set] = useState(none)
  const { rows } = kept.search === search ? kept : none
  const isHeld = rows.size > 0
  useEffect(() => (isHeld ? holdPage() : undefined), [isHeld])
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
    follow: (read) =>
      set((before) => {
        const rows = followed(before.rows, read)
        return rows === before.rows ? before : { ...before, rows }
      }),
    clear: () => set(none),
  }
}

/** What is chosen, as it was read anew; the very same where nothing of it is another. */
export function followed<Row>(
  rows: ReadonlyMap<string, Row>,
  read: ReadonlyMap<string, Row | undefined>,
): ReadonlyMap<string, Row> {
  const others = [...read].filter(([id, row]) => rows.has(id) && rows.get(id) !== row)
  if (others.length === 0) return rows
  const next = new Map(rows)
  for (const [id, row] of others) {
    if (row === undefined) next.delete(id)
    else next.set(id, row)
  }
  return next
}

'use client'

import { type ReactNode, useState } from 'react'
import { UnseenNotice } from './unseen-notice'
import type { ListQuery } from './use-list-query'

/** How a list finds what was just added to it. */
export interface Finds<Values> {
  /** The search that finds it. */
  search: (added: Values) => Record<string, string>
  /** The fields, alike in row and form, that no two records share. */
  by: readonly (keyof Values & string)[]
}

/**
 * The dialog of a list: what it is open for, if it is; after a save the list is read again. `notice` says so when what
 * was added is not in sight then: a search, a page or the order leaves it out.
 */
export function useDialogState<Subject, Values extends object>(
  query: ListQuery,
  { search, by }: Finds<Values>,
) {
  const [opened, open] = useState<Subject>()
  const [unseen, setUnseen] = useState<{ search: Record<string, string>; address: string }>()
  const onClose = () => open(undefined)
  const onSaved = async (added?: Values) => {
    onClose()
    setUnseen(undefined)
    await query.reload()
    const { current: shown } = query.shown
    if (!added || !shown?.result.ok) return
    // What a platform's rows leave out sets nothing apart.
    const isSame = (row: Readonly<Record<string, unknown>>) =>
      by.every((field) => String(row[field] ?? added[field]) === String(added[field]))
    const id = shown.find(isSame)
    if (id === undefined) setUnseen({ search: search(added), address: query.address })
    else shown.scrollTo(id)
  }
  const notice: ReactNode = unseen?.address === query.address && (
    <UnseenNotice query={query} search={unseen.search} onDismiss={() => setUnseen(undefined)} />
  )
  return { opened, open, ends: { onClose, onSaved }, notice }
}

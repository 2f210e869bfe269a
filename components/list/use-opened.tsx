'use client'

import { useState } from 'react'
import type { ListQuery } from './use-list-query'

/** The dialog of a list: what it is open for, if it is; after a save the list is read again. */
export function useOpened<Subject>(query: ListQuery) {
  const [opened, open] = useState<Subject>()
  const onClose = () => open(undefined)
  const onSaved = () => {
    onClose()
    query.reload()
  }
  return { opened, open, ends: { onClose, onSaved } }
}

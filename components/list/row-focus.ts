'use client'

import { createContext, use } from 'react'

/** Whether a row is the one stop for Tab among the rows: its buttons are reached, those of the others are not. */
export const RowFocus = createContext(true)

export function useRowTab(): 0 | -1 {
  return use(RowFocus) ? 0 : -1
}

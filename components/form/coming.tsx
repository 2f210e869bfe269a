'use client'

import { createContext, use, useEffect } from 'react'
import { keepTyped } from '#components/ui/typed-ahead'

/** Whether what is on its way will lie above the page, and have its keys. */
export const ComesAbove = createContext(false)

/** Stands for what a press has asked for until it is there. */
export function Coming() {
  const isAbove = use(ComesAbove)
  useEffect(() => (isAbove ? keepTyped(false) : undefined), [isAbove])
  return null
}

/** The same within what lies there already. */
export function Filling() {
  useEffect(() => keepTyped(true), [])
  return null
}

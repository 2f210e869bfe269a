'use client'

import { createContext, use, useSyncExternalStore } from 'react'
import { makeListeners } from '#lib/listeners'

/** Whether somebody may do something, and through what; what is left open is chosen in the dialog. */
export interface Question {
  /** Nobody is oneself. */
  person?: { id: string; name: string }
  /** The permission codes, of which any one is enough, and what they are called. */
  codes?: string
  name?: string
  /** The entry of the menu that these codes are of: it shows for whoever holds anything below it, too. */
  entry?: string | undefined
  /** Instead: a call of the page that the browser shows, as its resource calls it. */
  call?: string
  orgId?: string | undefined
  /** What it is called, where that is at hand: it may be none of those to choose from. */
  orgName?: string | undefined
  /** What is already said where it is asked: that the record is others', too. */
  reason?: string | undefined
}

let asked: Question | undefined
const listeners = makeListeners()

function set(question: Question | undefined): void {
  asked = question
  listeners.tell()
}

/** Whether the platform explains permissions at all. */
export const Explains = createContext(false)

/** What is asked now, and what ends it. */
export function useQuestion(): [Question | undefined, () => void] {
  return [
    useSyncExternalStore(
      listeners.listen,
      () => asked,
      () => undefined,
    ),
    () => set(undefined),
  ]
}

/** Opens the dialog that explains; nothing where the platform does not. */
export function useWhy(): ((question: Question) => void) | undefined {
  return use(Explains) ? set : undefined
}

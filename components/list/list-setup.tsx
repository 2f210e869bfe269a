'use client'

import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { asDensity, knowsDensity } from '#lib/density'
import type { ListLook } from '#lib/list-look'
import { makeListeners } from '#lib/listeners'
import { chooseDensity } from './use-density'

export interface Setup {
  /** Names the list. */
  key: string
  /** How the person has set it up. */
  look: ListLook
  /** How close the rows of all lists stand. */
  density: string | undefined
}

const ListSetupContext = createContext<Setup & { told?: ReactNode }>({
  key: '',
  look: {},
  density: undefined,
})

interface Props {
  setup: Setup
  /** What is to be told of its address. */
  told: ReactNode
  children: ReactNode
}

/** Which list this is, and how its person has set it up, as the server read it. */
export function ListSetup({ setup, told, children }: Props) {
  const { density } = setup
  useEffect(() => {
    // The outside world: a browser that has not been told since the sign-in.
    if (density !== undefined && !knowsDensity()) chooseDensity(asDensity(density))
  }, [density])
  return <ListSetupContext value={{ ...setup, told }}>{children}</ListSetupContext>
}

/** What was set up since this page came, by list. */
const changed = new Map<string, ListLook>()
const listeners = makeListeners()

/** What keeps it: asked for before anything is changed, since a page that is left waits for nothing. */
export const keeping = () => import('./keep')

/** The list's key, how the person has set it up, what is kept of that, what changes it at once and keeps it, and what is told of its address. */
export function useListSetup() {
  const { key, look: kept, told } = use(ListSetupContext)
  const look = useSyncExternalStore(
    listeners.listen,
    () => changed.get(key) ?? kept,
    () => kept,
  )
  const change = (next: ListLook, onFault: (error: unknown) => void) => {
    const before = changed.get(key) ?? kept
    changed.set(key, next)
    listeners.tell()
    keeping().then(({ keepLook }) => keepLook(key, before, next, onFault), onFault)
  }
  return { key, look, kept, change, told }
}

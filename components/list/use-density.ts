'use client'

import { useSyncExternalStore } from 'react'
import * as root from '#lib/density'

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How close the rows of all lists stand: the root's attribute. */
export function useDensity(): root.Density {
  return useSyncExternalStore<root.Density>(subscribe, root.shownDensity, () => 'normal')
}

export function chooseDensity(density: root.Density): void {
  root.chooseDensity(density)
  for (const listener of listeners) listener()
}

'use client'

import { useSyncExternalStore } from 'react'
import * as root from '#lib/density'
import { makeListeners } from '#lib/listeners'

const listeners = makeListeners()

/** How close the rows of all lists stand: the root's attribute. */
export function useDensity(): root.Density {
  return useSyncExternalStore<root.Density>(listeners.listen, root.shownDensity, () => 'normal')
}

export function chooseDensity(density: root.Density): void {
  root.chooseDensity(density)
  listeners.tell()
}

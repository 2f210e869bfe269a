import { useSyncExternalStore } from 'react'
import { drawnScheme, watchScheme } from '#lib/scheme'

/** Light or dark, as the console is drawn. In the browser only. */
export function useScheme(): 'light' | 'dark' {
  return useSyncExternalStore(watchScheme, drawnScheme)
}

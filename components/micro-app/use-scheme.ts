import { useSyncExternalStore } from 'react'

const dark = () => matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  const query = dark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark, as the system says. In the browser only. */
export function useScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (dark().matches ? 'dark' : 'light'))
}

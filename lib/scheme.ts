import { setHintCookie } from './storage'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The server draws the first frame in it. */
export const schemeCookie = 'scheme'

/** What stands on the root; nothing where the system decides. */
export function asScheme(value: unknown): 'light' | 'dark' | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

export function chooseScheme(scheme: Scheme): void {
  const own = asScheme(scheme)
  if (own === undefined) delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = own
  setHintCookie(schemeCookie, own)
}

export function shownScheme(): Scheme {
  return asScheme(document.documentElement.dataset.scheme) ?? 'system'
}

/** Light or dark, as it is drawn. */
export function drawnScheme(): 'light' | 'dark' {
  const own = asScheme(document.documentElement.dataset.scheme)
  return own ?? (systemIsDark().matches ? 'dark' : 'light')
}

/** Gives the release. */
export function watchScheme(listener: () => void): () => void {
  const query = systemIsDark()
  const watcher = new MutationObserver(listener)
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] })
  query.addEventListener('change', listener)
  return () => {
    watcher.disconnect()
    query.removeEventListener('change', listener)
  }
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

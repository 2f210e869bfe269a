import type { MicroView } from './micro-views'
import { basePath } from './request'

/** The opened pages of this browser tab, for a reload. */

const key = `tabs${basePath}`
interface KeptTab {
  path: string
  ownTitle?: string | undefined
}

export function keptTabs(owner: string): KeptTab[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (!isRecord(kept) || kept.owner !== owner || !Array.isArray(kept.tabs)) return []
    return kept.tabs.every(isTab) ? kept.tabs : []
  } catch {
    return []
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** By hand: every page reads them, and would load a parser of schemas for it. */
const isTab = (value: unknown): value is KeptTab =>
  isRecord(value) &&
  typeof value.path === 'string' &&
  (value.ownTitle === undefined || typeof value.ownTitle === 'string')

export function keepTabs(owner: string, tabs: readonly MicroView[]): void {
  try {
    const text = JSON.stringify({ owner, tabs: tabs.map(({ path, ownTitle }) => ({ path, ownTitle })) })
    window.sessionStorage.setItem(key, text)
  } catch {
    // Closed or full: after a reload there is one tab.
  }
}

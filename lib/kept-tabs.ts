import * as z from 'zod/mini'
import type { MicroView } from './micro-views'
import { basePath } from './request'

/** The opened pages of this browser tab, for a reload. */

const key = `tabs${basePath}`
const kept = z.object({
  owner: z.string(),
  tabs: z.array(z.object({ path: z.string(), ownTitle: z.optional(z.string()) })),
})
export type KeptTab = z.output<typeof kept>['tabs'][number]

export function keptTabs(owner: string): KeptTab[] {
  try {
    const parsed = kept.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
    return parsed.success && parsed.data.owner === owner ? parsed.data.tabs : []
  } catch {
    return []
  }
}

export function keepTabs(owner: string, tabs: readonly MicroView[]): void {
  try {
    const text = JSON.stringify({ owner, tabs: tabs.map(({ path, ownTitle }) => ({ path, ownTitle })) })
    window.sessionStorage.setItem(key, text)
  } catch {
    // Closed or full: after a reload there is one tab.
  }
}

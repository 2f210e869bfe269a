import { collectAll } from '#components/micro-app/collect-all'
import { findAll, type ResourceRow } from '#contracts/assets'
import { flatResources, flatRows } from '#contracts/collected'
import { limits } from '#contracts/limits'
import { api } from '#lib/api'
import { differencesOf } from '#lib/discovery'
import type { Locale } from '#lib/i18n/locale'
import { type Collected, CollectFault } from '#lib/resource-report'
import { barePages, viewedBefore, withViews } from '#lib/view-operations'
import type { Found, Item } from './discovery-state'

/** The work of a discovery; it comes with the first press. */

interface Examined {
  codes: readonly string[]
  locale: Locale
  loadable: ReadonlySet<string>
  /** What an operation is called that only lets a page be given to roles. */
  viewName: string
  signal: AbortSignal
  callFault: (error: unknown) => string
  onItem: (code: string, item: Item) => void
}

/** Collects the systems' resources and compares each with what is stored. Never rejects for a fault of one. */
export async function examine(given: Examined): Promise<void> {
  const { codes, locale, loadable, viewName, signal, callFault, onItem } = given
  await collectAll<FoundBoth>({
    codes,
    locale,
    loadable,
    signal,
    finish: async (collected) =>
      foundBoth(collected, await storedResources(collected.code, signal), viewName),
    onBegin: (code) => onItem(code, { state: 'running' }),
    onDone: (code, both) => onItem(code, { state: 'found', ...both }),
    onFault: (code, error) => {
      const fault =
        error instanceof CollectFault
          ? { reason: error.reason, params: error.params, answer: error.answer }
          : { reason: 'compare' as const, params: { message: callFault(error) } }
      onItem(code, { state: 'failed', fault })
    },
  })
}

type FoundBoth = Pick<Extract<Item, { state: 'found' }>, 'found' | 'viewed' | 'bare'>

/** As it was collected, and as it would be with an operation for each page that has none. */
function foundBoth(collected: Collected, stored: readonly ResourceRow[], viewName: string): FoundBoth {
  const pages = barePages(collected.resources)
  const kept = viewedBefore(pages, stored)
  const foundWith = (codes: ReadonlySet<string>): Found => {
    const resources = codes.size === 0 ? collected.resources : withViews(collected.resources, codes, viewName)
    const flat = codes.size === 0 ? collected.flat : flatResources(resources)
    return { code: collected.code, resources, flat, differences: differencesOf(stored, flat) }
  }
  const bare = pages.length - kept.size
  const found = foundWith(kept)
  const viewed = bare === 0 ? found : foundWith(new Set(pages.map(({ code }) => code)))
  return { found, viewed, bare }
}

async function storedResources(code: string, signal: AbortSignal): Promise<ResourceRow[]> {
  const rows: ResourceRow[] = []
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    const { content, meta } = await api(findAll, { query: { code, page, limit: limits.largestPage } })
    rows.push(...content)
    if (content.length === 0 || rows.length >= meta.count) return flatRows(rows)
  }
}

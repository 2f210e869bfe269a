import type * as z from 'zod/mini'
import type { getAddStatus } from '#contracts/assets'
import { type Differences, type Duplicates, duplicatesIn } from '#lib/discovery'
import type { FileAnswer } from '#lib/file-answer'
import type { Collected, CollectFault, CollectReason } from '#lib/resource-report'
import type { KeyHolder } from '#lib/write-key'

export interface Found extends Collected {
  differences: Differences
}
export type Item =
  | { state: 'waiting' | 'running' }
  /** `viewed`: with an operation "view" for each of the `bare` pages, which have none. */
  | { state: 'found'; found: Found; viewed: Found; bare: number }
  | { state: 'failed'; fault: ItemFault }
/** `compare`: what is stored could not be read; `cancelled`: a person did not want to wait. */
export interface ItemFault {
  reason: CollectReason | 'compare' | 'cancelled'
  params: CollectFault['params']
  answer?: FileAnswer
}

export interface Run {
  phase: 'collecting' | 'preview' | 'sending' | 'syncing' | 'done'
  codes: readonly string[]
  items: ReadonlyMap<string, Item>
  /** Those that the person let load their pages. */
  loadable: ReadonlySet<string>
  /** Pages without operations get one. */
  addsViews: boolean
  /** Sent again as it is, it is stored once. */
  holder: KeyHolder
  /** Why sending did not work. */
  message?: string
  /** What the platform made of it, once it is done. */
  status?: z.output<typeof getAddStatus.data>
}

export function beginRun(codes: readonly string[], before?: Run, loadable = before?.loadable): Run {
  const again = new Set(codes)
  const items = new Map<string, Item>(before?.items)
  for (const code of again) items.set(code, { state: 'waiting' })
  const { addsViews = false } = before ?? {}
  return {
    phase: 'collecting',
    codes: before?.codes ?? codes,
    items,
    loadable: loadable ?? new Set(),
    addsViews,
    holder: {},
  }
}

export function withItem(run: Run, code: string, item: Item): Run {
  return { ...run, items: new Map(run.items).set(code, item) }
}

/** Whoever cancels goes on with what was found until then. */
export function cancelled(run: Run): Run {
  const items = new Map(run.items)
  for (const [code, { state }] of items) {
    if (state === 'waiting' || state === 'running') {
      items.set(code, { state: 'failed', fault: { reason: 'cancelled', params: {} } })
    }
  }
  return { ...run, phase: 'preview', items }
}

/** What is sent of an item, if it is. */
export function foundIn(run: Run, item: Item | undefined): Found | undefined {
  if (item?.state !== 'found') return undefined
  return run.addsViews ? item.viewed : item.found
}

/** Those that could tell their resources if their pages were loaded. */
export function unlistedIn(run: Run): string[] {
  return run.codes.filter((code) => {
    const item = run.items.get(code)
    return item?.state === 'failed' && item.fault.reason === 'noManifest'
  })
}

/** By the text, the systems that share it. */
export function sharedCauses(run: Run, faultText: (fault: ItemFault) => string): Map<string, string[]> {
  const causes = new Map<string, string[]>()
  for (const code of run.codes) {
    const item = run.items.get(code)
    const isTold =
      item?.state === 'failed' && item.fault.reason !== 'noManifest' && item.fault.reason !== 'cancelled'
    if (!isTold) continue
    const text = faultText(item.fault)
    causes.set(text, [...(causes.get(text) ?? []), code])
  }
  for (const [text, codes] of causes) if (codes.length === 1) causes.delete(text)
  return causes
}

/** Pages without operations among what was found. */
export function bareIn(run: Run): number {
  return [...run.items.values()].reduce((sum, item) => sum + (item.state === 'found' ? item.bare : 0), 0)
}

export interface Outlook {
  found: Found[]
  /** Those that are sent: found, and sharing nothing. */
  good: Found[]
  duplicates: Duplicates
  failed: string[]
  /** The codes as they are shown: what will be sent first, what failed last. */
  sorted: string[]
  /** Through, one way or the other. */
  through: number
}

export function outlookOf(run: Run): Outlook {
  const found: Found[] = []
  const failed: string[] = []
  const refused = new Set(run.status?.failed?.map(({ code }) => code))
  for (const code of run.codes) {
    const item = run.items.get(code)
    const one = foundIn(run, item)
    if (one !== undefined && !refused.has(code)) found.push(one)
    if (item?.state === 'failed' || refused.has(code)) failed.push(code)
  }
  const isWhole = run.phase !== 'collecting'
  const duplicates = duplicatesIn(isWhole ? found.map(({ code, flat }) => ({ code, resources: flat })) : [])
  const good = found.filter(({ code }) => !duplicates.systems.has(code))
  const left = found.filter((one) => !good.includes(one))
  const sorted = isWhole ? [...good, ...left].map(({ code }) => code).concat(failed) : [...run.codes]
  return { found, good, duplicates, failed, sorted, through: found.length + failed.length }
}

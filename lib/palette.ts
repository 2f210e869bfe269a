import type { MenuEntry } from './menu-entry'
import { recall, remember } from './storage'

/** What the palette leads to (EDGE-14). */
export interface Item {
  /** `page /account/index`, `account 17`: what it is, wherever it was found. */
  readonly id: string
  readonly kind: Kind
  readonly title: string
  /** Where it stands, or its account or code. */
  readonly note?: string | undefined
  readonly href: string
  /** Of a menu entry. */
  readonly icon?: string | undefined
  /** The page is none of the shell's: it opens beside it. */
  readonly external?: true | undefined
}
export const kinds = ['page', 'action', 'account', 'role', 'organization'] as const
export type Kind = (typeof kinds)[number]

/** Where the records of a kind are listed, for who may see them. */
export type RecordPages = Readonly<Partial<Record<Exclude<Kind, 'page' | 'action'>, string>>>

/** The pages of a menu, with the folder that they stand in. */
export function pagesOf(entries: readonly MenuEntry[], folder?: string): Item[] {
  return entries.flatMap(({ title, icon, href, external, entries: below = [] }): Item[] => {
    const page = { id: `page ${href}`, kind: 'page', title, icon, note: folder, external } as const
    return href === undefined ? pagesOf(below, title) : [{ ...page, href }]
  })
}

export interface Group {
  readonly kind: Kind | 'recent'
  readonly items: readonly Item[]
}

/** As many as are remembered. */
const mostRecent = 6

/**
 * What shows for a text, in groups: what was chosen lately first, each thing once.
 * @param known pages and actions of the person
 * @param found records that the platform found for this text
 * @param recent what was chosen lately, the last first
 */
export function groupsFor(
  text: string,
  known: readonly Item[],
  found: readonly Item[],
  recent: readonly Item[],
): Group[] {
  const matching = [...known.filter((item) => matches(item, text)), ...found]
  const lately = recent.flatMap((item) => matching.find(({ id }) => id === item.id) ?? stillFits(item, text))
  const ids = new Set(lately.map(({ id }) => id))
  const rest = matching.filter(({ id }) => !ids.has(id))
  return [
    { kind: 'recent' as const, items: lately },
    ...kinds.map((kind) => ({ kind, items: rest.filter((item) => item.kind === kind) })),
  ].filter(({ items }) => items.length > 0)
}

/** A record is shown as it was when it was chosen; pages and actions only while they are the person's. */
function stillFits(item: Item, text: string): Item[] {
  const isRecord = item.kind !== 'page' && item.kind !== 'action'
  return isRecord && matches(item, text) ? [item] : []
}

/** Each of the words stands somewhere in it; a page is found by its address, too, whatever the language, a record by its code. */
function matches({ kind, title, note = '', href }: Item, text: string): boolean {
  const isPage = kind === 'page' || kind === 'action'
  const address = href.replace(/(\/index)?(\?.*)?$/, '')
  const whole = `${title} ${isPage ? address : note}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/** What was chosen in this browser since the sign-in, the last first. */
export function recentItems(): Item[] {
  try {
    const kept: unknown = JSON.parse(recall('recent') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isItem).slice(0, mostRecent) : []
  } catch {
    return []
  }
}

export function rememberItem(item: Item): void {
  const others = recentItems().filter(({ id }) => id !== item.id)
  remember('recent', JSON.stringify([item, ...others].slice(0, mostRecent)))
}

/** Whatever the browser's storage holds: an address of this console, and words. */
function isItem(value: unknown): value is Item {
  const { id, kind, title, href, external } = (value ?? {}) as Record<string, unknown>
  return (
    [id, title, href].every((text) => typeof text === 'string') &&
    kinds.some((known) => known === kind) &&
    (external === true ? /^https?:\/\//i : /^\/[^/\\]/).test(String(href))
  )
}

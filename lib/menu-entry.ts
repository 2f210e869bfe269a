/** An entry of the left menu: a folder with entries, or a page. */
export interface MenuEntry {
  key: string
  title: string
  icon: string
  /** Pages only. */
  href?: string
  /** The page is none of the shell's: it opens beside it. */
  external?: true
  /** Its system is switched off: the page says so. */
  unavailable?: true
  entries?: MenuEntry[]
}

/**
 * The entry whose page an address shows: its own, or one below it, as a record of a sub-application's list is (NAV-4); of
 * several the nearest. A record may stand beside its list, such as `/ems/item/8` and `/ems/items`.
 */
export function entryAt(entries: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const pages = pagesIn(entries)
  const above = pages.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  const nearest = above.sort((a, b) => (b.href?.length ?? 0) - (a.href?.length ?? 0))[0]
  return nearest ?? pages.find(({ href = '' }) => isRecordOf(href, pathname))
}

function pagesIn(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.entries !== undefined) return pagesIn(entry.entries)
    return entry.href === undefined || entry.external ? [] : [entry]
  })
}

/** `/ems/item/8` of `/ems/items` or `/ems/item-list`. */
function isRecordOf(list: string, pathname: string): boolean {
  const depth = list.split('/').length
  const parent = pathname.split('/').slice(0, depth).join('/')
  // One segment alone is a system.
  return depth > 2 && pathname.startsWith(`${parent}/`) && stem(parent) === stem(list)
}

function stem(path: string): string {
  return path.replace(/[-_]?(?:list|s)$/i, '')
}

/** The keys of the folders around the entry that shows `pathname`, outermost first. */
export function openBranch(entries: readonly MenuEntry[], pathname: string): string[] {
  const shown = entryAt(entries, pathname)
  return shown === undefined ? [] : foldersAround(entries, shown)
}

function foldersAround(entries: readonly MenuEntry[], shown: MenuEntry): string[] {
  for (const entry of entries) {
    if (entry.entries === undefined) continue
    if (entry.entries.includes(shown)) return [entry.key]
    const inner = foldersAround(entry.entries, shown)
    if (inner.length > 0) return [entry.key, ...inner]
  }
  return []
}

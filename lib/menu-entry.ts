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

/** The entry's page is shown, or one below it: a record of a sub-application's list, for one (NAV-4). */
export function isCurrent({ href, external }: MenuEntry, pathname: string): boolean {
  return href !== undefined && !external && (pathname === href || pathname.startsWith(`${href}/`))
}

/** The keys of the folders around the entry that shows `pathname`, outermost first. */
export function openBranch(entries: readonly MenuEntry[], pathname: string): string[] {
  for (const entry of entries) {
    if (entry.entries === undefined) continue
    if (entry.entries.some((inner) => isCurrent(inner, pathname))) return [entry.key]
    const inner = openBranch(entry.entries, pathname)
    if (inner.length > 0) return [entry.key, ...inner]
  }
  return []
}

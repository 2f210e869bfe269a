const base = 'http://console.invalid'
/** Characters, as they are sent: what is typed in other scripts becomes nine times as long. */
const longestPath = 2000

/**
 * The address within the console that a `from` parameter names, or nothing when it leads anywhere else:
 * an outside address, the API, or back to signing in.
 */
export function safePath(value: string | null | undefined): string | undefined {
  if (!value || value.length > longestPath || !value.startsWith('/') || !isPlain(value)) return undefined
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined
  if (url === undefined || url.origin !== base || url.pathname.startsWith('//')) return undefined
  if (/^\/(?:login|api|_next)(?:\/|$)/i.test(url.pathname)) return undefined
  url.searchParams.delete('areaPortalLogout')
  const path = url.pathname + url.search + url.hash
  return path.length > longestPath ? undefined : path
}

/** Backslashes and control characters are read differently by different programs; none of our addresses has one. */
function isPlain(value: string): boolean {
  for (const character of value) {
    const code = character.charCodeAt(0)
    if (code < 0x20 || code === 0x7f || character === '\\') return false
  }
  return true
}

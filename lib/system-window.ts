import type { SystemTile } from '#contracts/session'

export function opensWindow(system: SystemTile): boolean {
  return system.openMode === '2'
}

/** The address of a system of openMode 2, which may be a path of this host or name another without a scheme; nothing when it is none to go to. */
export function windowAddress({ appUrlAddress }: SystemTile): string | undefined {
  const address = appUrlAddress?.trim() ?? ''
  const base = address.startsWith('/') ? window.location.origin : undefined
  if (!URL.canParse(address, base)) return undefined
  const { protocol, href } = new URL(address, base)
  return /^https?:$/.test(protocol) ? href : undefined
}

/**
 * An empty window, cut off from this one: browsers open one in the press itself only, and where it leads is known after
 * the server's answer. Nothing when the browser blocks it.
 */
export function openEmptyWindow(): Window | null {
  const opened = window.open('about:blank', '_blank')
  if (opened !== null) opened.opener = null
  return opened
}

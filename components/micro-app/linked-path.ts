import { basePath } from '#lib/request'

/** The path of the console, without the base path, that a link at this place leads to in this window. */
export function linkedPath(place: EventTarget | null): string | undefined {
  const link = place instanceof Element ? place.closest('a') : null
  if (link === null || (link.target !== '' && link.target !== '_self')) return undefined
  const { origin, pathname, search, hash } = link
  if (origin !== location.origin || !pathname.startsWith(`${basePath}/`)) return undefined
  return pathname.slice(basePath.length) + search + hash
}

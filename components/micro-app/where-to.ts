import { basePath } from '#lib/request'

/** Documents that people read or keep, as they come with a build: no router has pages of such names. */
const documents =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|zip|7z|rar|t?gz|png|jpe?g|gif|webp|svg|mp3|wav|mp4|webm|apk|exe|msi|dmg)$/i

/** Of the console by HTTP: a `blob:` has its origin, too, and is no place to go to. */
export function isOwn({ origin, protocol }: URL): boolean {
  return origin === location.origin && /^https?:$/.test(protocol)
}

export function isCall(to: URL): boolean {
  return isOwn(to) && to.pathname.startsWith(`${basePath}/api/`)
}

/** It came with the build. */
export function isDocument(to: URL): boolean {
  return isOwn(to) && !isCall(to) && documents.test(to.pathname)
}

/** Here or elsewhere; and no answer of an API, no document, no `blob:`, and nothing for another program (`mailto:`). */
export function isPage(to: URL): boolean {
  return /^https?:$/.test(to.protocol) && !isCall(to) && !isDocument(to)
}

/** What a `target` says of one's own window, as that of the page has no other around it. */
export function isHere(target: string | null | undefined): boolean {
  return ['', '_self', '_top', '_parent'].includes(target?.toLowerCase() ?? '')
}

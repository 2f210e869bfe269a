import { requestMark } from '#lib/request-mark'

/** The entry did not come: wujie would keep an empty page for as long as the document lives. */
export class EntryFault extends Error {}

/** What wujie loads with, and what a sub-application's own `fetch` is. Its API takes the console's mark (MICRO-3). */
export function microFetch(entry: URL, apiBase: string) {
  return async (input: RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(typeof input === 'string' ? input : input.url, location.href)
    const headers = new Headers(init.headers ?? (typeof input === 'string' ? undefined : input.headers))
    if (isCallOf(apiBase, url)) headers.set(requestMark.name, requestMark.value)
    const response = await window.fetch(input, { ...init, headers })
    if (url.href === entry.href && !response.ok) throw new EntryFault(`HTTP ${response.status}`)
    return response
  }
}

function isCallOf(apiBase: string, url: URL): boolean {
  if (url.origin !== location.origin) return false
  return url.pathname.startsWith(`${apiBase}/`) || url.pathname.startsWith(`${apiBase}-admin/`)
}

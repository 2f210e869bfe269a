import 'server-only'
import { csrfHeader } from '#lib/csrf-header'
import { config } from '#lib/server/config'
import { log } from '#lib/server/log'

/** Milliseconds from one word to the operator to the next. */
const quiet = 60_000
let toldAt = Number.NEGATIVE_INFINITY

/** A page of ours at another address than the settings name: its people can change nothing, and see no reason. */
function tellOther(origin: string): void {
  if (performance.now() - toldAt < quiet) return
  toldAt = performance.now()
  log.warn('a page at another address than PUBLIC_ORIGIN', {
    origin: origin.slice(0, 200),
    expected: config().origins.join(','),
  })
}

/**
 * Why a request to `/api` does not come from our own pages, or nothing when it does. Reads are checked like writes.
 * The outer address is configuration: neither the request's own nor a forwarded one says anything.
 */
export function crossSite(method: string, headers: Headers): string | undefined {
  // No other site can send a header of our own without a preflight, which is never answered.
  if (headers.get(csrfHeader.name) !== csrfHeader.value) return 'mark'
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return 'site'
  const origin = headers.get('origin')
  if (origin !== null && !config().origins.includes(origin)) {
    tellOther(origin)
    return 'origin'
  }
  // Over plain HTTP browsers send no Sec-Fetch-Site, but Origin they send with every write.
  if (origin === null && site === null && method !== 'GET' && method !== 'HEAD') return 'provenance'
  return undefined
}

import 'server-only'
import type { IncomingMessage } from 'node:http'

/** Next takes its own mark, `rsc`, off what the guard sees of a request; this one stays. */
const partHeader = 'x-page-part'

/** Says of a request whether the page's script asks for a part of a page; whatever the browser sent under the name is gone. */
export function markPart({ headers }: Pick<IncomingMessage, 'headers'>): void {
  delete headers[partHeader]
  if (headers.rsc !== undefined) headers[partHeader] = '1'
}

export function isPart(headers: Headers): boolean {
  return headers.has(partHeader)
}

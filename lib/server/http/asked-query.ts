import 'server-only'
import type { IncomingMessage } from 'node:http'
import type { BrowserRequest } from '#lib/server/session/browser-call'

const queryHeader = 'x-asked-query'

/**
 * Next reads a query and writes it anew, in which whatever is no UTF-8 (GBK, `escape`) becomes something else: it is kept as it
 * came. Whatever the browser sent under the name is gone.
 */
export function keepQuery({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): void {
  delete headers[queryHeader]
  const from = url.indexOf('?')
  if (from !== -1) headers[queryHeader] = url.slice(from)
}

/** The request with its query as it came, where it has come past `keepQuery`; not for pages, of which Next takes signs of its own. */
export function withAskedQuery<R extends Pick<BrowserRequest, 'nextUrl' | 'headers'>>(request: R): R {
  const { nextUrl, headers } = request
  nextUrl.search = headers.get(queryHeader) ?? nextUrl.search
  return request
}

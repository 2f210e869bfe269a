import 'server-only'
import type { IncomingMessage } from 'node:http'

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

/** The query as it came, where the request has come past `keepQuery`. */
export function askedQuery(headers: Headers): string | undefined {
  return headers.get(queryHeader) ?? undefined
}

import { csrfHeader } from '#lib/csrf-header'
import { answerOf, type FileAnswer } from '#lib/file-answer'
import { sessionIsIn, statedContext } from '#lib/moved'
import { contextHeader, placeMovedTo } from '#lib/page-context'

/** The entry did not come: wujie would keep an empty page for as long as the document lives. */
export class EntryFault extends Error {
  readonly answer: FileAnswer
  constructor(answer: FileAnswer) {
    super(`HTTP ${answer.status}`)
    this.answer = answer
  }
}

/** What wujie loads with, and what a sub-application's own `fetch` is. Its API takes the console's mark (MICRO-3), and what its page states (EDGE-1). */
export function microFetch(entry: URL, apiBase: string, load: typeof fetch = window.fetch) {
  return async (input: RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(typeof input === 'string' ? input : input.url, location.href)
    const headers = new Headers(init.headers ?? (typeof input === 'string' ? undefined : input.headers))
    const isCall = isCallOf(apiBase, url)
    if (isCall) {
      headers.set(csrfHeader.name, csrfHeader.value)
      const context = statedContext()
      if (context !== undefined) headers.set(contextHeader, context)
    }
    const response = await load(input, { ...init, headers })
    if (isCall && response.status === 409) await tellMove(response.clone())
    if (url.href === entry.href && !isPage(response)) throw new EntryFault(answerOf(response))
    return response
  }
}

function isPage({ ok, headers }: Response): boolean {
  return ok && /html/i.test(headers.get('content-type') ?? 'text/html')
}

/** Its page is told in its own way that nothing was done; where to go on, the shell asks. */
async function tellMove(response: Response): Promise<void> {
  const envelope = (await response.json().catch(() => null)) as { data?: unknown } | null
  const place = placeMovedTo(envelope?.data)
  if (place !== undefined) sessionIsIn(place, true)
}

function isCallOf(apiBase: string, url: URL): boolean {
  if (url.origin !== location.origin) return false
  return url.pathname.startsWith(`${apiBase}/`) || url.pathname.startsWith(`${apiBase}-admin/`)
}

import type { ConsoleWindow } from './host.ts'
import type { Answer, CallOptions, ConsoleProps } from './types.ts'

/** The code of an answer that did not come. */
export const unreachable = -1
const endedCodes = [102001, 102002]
/** Milliseconds; the console gives up after 10 s. */
const patience = 12_000

interface Given {
  host: ConsoleWindow
  props: () => ConsoleProps
  embedded: boolean
  /** The session is over: told once, however many calls find it out, until one succeeds again. */
  onEnded: () => void
}

/** Calls of the system's own API; `forget` lets an end be told anew, once somebody has signed in again. */
export function callsOf({ host, props, embedded, onEnded }: Given) {
  let hasEnded = false
  const forget = () => {
    hasEnded = false
  }
  async function call<Data>(path: string, options: CallOptions = {}): Promise<Answer<Data | undefined>> {
    const none = { code: unreachable, msg: '', data: undefined }
    const { mode, apiBase, locale } = props()
    if (mode === 'collect') return none
    try {
      const language = embedded ? undefined : locale
      const response = await host.fetch(apiBase + path + search(options.query), init(options, language))
      const { code: given, msg, data } = (await response.json()) as Partial<Answer<Data>>
      // Some servers write it as a text.
      const code = /^-?\d{1,15}$/.test(String(given)) ? Number(given) : undefined
      if (code === undefined) return none
      const isEnded = endedCodes.includes(code)
      if (isEnded && !hasEnded) onEnded()
      hasEnded = isEnded
      return { code, msg: String(msg ?? ''), data }
    } catch {
      return none
    }
  }
  return { call, forget }
}

function search(query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** `language` is for a server alone: in the console it comes from the session, whatever a page says. */
function init(
  { body, method, signal }: CallOptions,
  language: ConsoleProps['locale'] | undefined,
): RequestInit {
  // Without the mark the console takes the call for one of a foreign site.
  const headers = {
    'x-console': '1',
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(language !== undefined && { locale: language === 'en' ? 'en-US' : 'zh-cn' }),
  }
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  }
}

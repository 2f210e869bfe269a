import 'server-only'
import { contextHeader, contextParameter } from '#lib/page-context'
import type { BrowserCall } from '#lib/server/session/browser-call'

const parameter = new RegExp(`([?&])${contextParameter}=([^&]*)(&|$)`)

/**
 * What a page states of itself (EDGE-1), wherever: in a header; in the call's own address, as event streams and sockets do,
 * from which it is taken off; or in the address of the document that asks, as pictures and downloads do.
 */
export function withStatedContext(call: BrowserCall): BrowserCall {
  const { nextUrl } = call.request
  const [, before, own] = parameter.exec(nextUrl.search) ?? []
  if (own !== undefined) {
    const rest = nextUrl.search.replace(parameter, (_, first, _own, next) => (next === '' ? '' : first))
    nextUrl.search = before === '?' && rest === '?' ? '' : rest
  }
  if (call.headers.has(contextHeader)) return call
  const referrer = call.headers.get('referer') ?? ''
  const asking = URL.canParse(referrer) ? parameter.exec(new URL(referrer).search)?.[2] : undefined
  const stated = decoded(own ?? asking)
  if (stated === undefined) return call
  const headers = new Headers(call.headers)
  headers.set(contextHeader, stated)
  return { ...call, headers }
}

/** What nobody of ours has written states nothing that would be right anywhere. */
function decoded(text: string | undefined): string | undefined {
  try {
    const stated = text === undefined ? undefined : decodeURIComponent(text)
    return stated === undefined || /^[\x20-\x7e]*$/.test(stated) ? stated : ''
  } catch {
    return ''
  }
}

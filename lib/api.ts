import { addressOf, type Call, type DataOf, type Endpoint } from '#contracts/endpoint'
import { endsSession } from '#contracts/envelope'
import { sessionIsIn } from './moved'
import { type Place, placeMovedTo } from './page-context'
import { CallError, readEnvelope, send } from './request'
import { isHeld, sessionEnded } from './session-end'
import { yieldToMain } from './yield-to-main'

/**
 * Makes a call of the contract from the browser, through the BFF.
 * @throws CallError with the platform's message; an ended session also leaves for the login page
 */
export async function api<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<DataOf<E>> {
  const response = await send(addressOf(endpoint, call), {
    method: endpoint.method,
    ...encoded(endpoint, call.body),
  })
  const { code, msg, data } = await readEnvelope(response)
  if (endsSession(code)) {
    sessionEnded()
    throw new CallError('ended', code, msg)
  }
  if (code !== endpoint.success) {
    const place = placeMovedTo(data)
    if (place !== undefined) {
      behind(place, endpoint.method === 'GET')
      throw new CallError('moved', code, msg)
    }
    if (code === 502 || code === 503) throw new CallError('unavailable', code, msg)
    if (code === 504) throw new CallError('timeout', code, msg)
    throw new CallError('refused', code, msg, data)
  }
  await yieldToMain()
  const parsed = endpoint.data.safeParse(data)
  if (!parsed.success) throw new CallError('system')
  return parsed.data
}

/** The tab is behind: a page that holds nothing has nothing to lose by following, unless a change was asked for. */
function behind(place: Place, isRead: boolean): void {
  if (isRead && !isHeld()) window.location.reload()
  else sessionIsIn(place, true)
}

function encoded(endpoint: Endpoint, body: unknown): Pick<RequestInit, 'headers' | 'body'> {
  if (body === undefined) return {}
  if (endpoint.encoding !== 'multipart') {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  }
  const form = new FormData()
  for (const [name, file] of Object.entries(body as Record<string, Blob>)) form.set(name, file)
  // The browser names the type itself: only it knows the boundary.
  return { body: form }
}

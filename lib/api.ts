import { addressOf, type Call, type DataOf, type Endpoint } from '#contracts/endpoint'
import { endsSession } from '#contracts/envelope'
import { pause } from './pause'
import { CallError, readEnvelope, send } from './request'
import { sessionEnded } from './session-end'

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
    if (code === 504) throw new CallError('timeout', code, msg)
    throw new CallError('refused', code, msg, data)
  }
  await pause()
  const parsed = endpoint.data.safeParse(data)
  if (!parsed.success) throw new CallError('system')
  return parsed.data
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

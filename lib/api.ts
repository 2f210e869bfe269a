import { addressOf, type Call, type DataOf, type Endpoint, isRead } from '#contracts/endpoint'
import { codes, endsSession } from '#contracts/envelope'
import { isKeyed, keyHeader, keyText } from '#contracts/idempotency'
import { type Place, placeMovedTo } from './page-context'
import { CallError, keepsKeys, readEnvelope, send } from './request'
import { readOnceMore } from './retry-after'
import { isHeld, passwordDue, sessionEnded } from './session-end'
import { sessionIsIn } from './tab-context'
import { type KeyHolder, type WriteKey, writeKey } from './write-key'
import { yieldToMain } from './yield-to-main'

/** Milliseconds before what got lost is sent again: most of what loses it is a process that starts anew. */
const repeatPause = 1_000

/**
 * Makes a call of the contract from the browser, through the BFF. A write whose answer got lost is made once more where
 * the platform does it only once.
 * @param holder the form's or row's, which may send the same write again
 * @throws CallError with the platform's message; an ended session also leaves for the login page
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  holder?: KeyHolder,
): Promise<DataOf<E>> {
  const answer = await (isKeyed(endpoint) ? write(endpoint, call, holder) : attempt(endpoint, call))
  if (answer.code !== endpoint.success) {
    throw Object.assign(refusalOf(answer, isRead(endpoint)), { permissions: endpoint.permissions })
  }
  await yieldToMain()
  const parsed = endpoint.data.safeParse(answer.data)
  if (!parsed.success) throw new CallError('system', 0, '', answer.data)
  return parsed.data
}

type Answer = Awaited<ReturnType<typeof readEnvelope>>

/** What an answer without success is to whoever called; what it says of the session or the tab, the shell asks about. */
export function refusalOf({ code, msg, data }: Answer, isRead: boolean): CallError {
  if (endsSession(code)) {
    sessionEnded()
    return new CallError('ended', code, msg)
  }
  if (code === codes.mustChangePassword) {
    passwordDue()
    return new CallError('due', code, msg)
  }
  const place = placeMovedTo(data)
  if (place === undefined) return new CallError('refused', code, msg, data)
  behind(place, isRead)
  return new CallError('moved', code, msg)
}

/** @throws CallError where no answer of the platform's came, or it does not know what became of the call */
async function attempt<E extends Endpoint>(endpoint: E, call: Call<E>, key?: string): Promise<Answer> {
  const { headers = {}, body } = encoded(endpoint, call.body)
  const ask = () =>
    send(addressOf(endpoint, call), {
      method: endpoint.method,
      headers: { ...headers, ...(key !== undefined && { [keyHeader]: keyText(key) }) },
      ...(body !== undefined && { body }),
    })
  const answer = await readEnvelope(await (isRead(endpoint) ? readOnceMore(ask) : ask()))
  const { code, msg, data } = answer
  if (code === 502 || code === 503) throw new CallError('unavailable', code, msg, data)
  if (code === 504) throw new CallError('timeout', code, msg)
  return answer
}

async function write<E extends Endpoint>(endpoint: E, call: Call<E>, holder?: KeyHolder): Promise<Answer> {
  const key = writeKey(callText(endpoint, call), holder)
  try {
    const answer = await attempt(endpoint, call, key.key).catch(async (error) => {
      if (!isLost(error) || !keepsKeys()) throw error
      await new Promise((done) => setTimeout(done, repeatPause))
      // What comes of the repetition says nothing of the first where that got as far as the platform.
      return attempt(endpoint, call, key.key).catch(() => Promise.reject(error))
    })
    // A refusal may be one of the repetition alone: signed out meanwhile, for one.
    if (answer.code === endpoint.success || answer.code === codes.keyReused) key.done()
    return answer
  } catch (error) {
    // An upload that may have been made changes nothing that anybody would look for.
    throw endpoint.encoding === 'multipart' ? error : inDoubt(error, key)
  }
}

function callText(endpoint: Endpoint, call: Call<Endpoint>): string {
  return `${endpoint.method} ${addressOf(endpoint, call)} ${JSON.stringify(call.body)}`
}

/** No answer came, or one that says that nobody knows: the platform may have done it. */
function isLost(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false
  return (error.data as { outcome?: unknown } | null | undefined)?.outcome !== 'unchanged'
}

function inDoubt(error: unknown, key: WriteKey): unknown {
  if (!isLost(error)) return error
  key.lost()
  // Where the platform has a word of its own on it, that is told.
  const isTold = typeof error.data === 'object' && error.data !== null
  if (!isTold) error.doubt = key.isHeld && keepsKeys() ? 'tryAgain' : 'look'
  return error
}

/** The tab is behind: a page that holds nothing has nothing to lose by following, unless a change was asked for. */
function behind(place: Place, isRead: boolean): void {
  if (isRead && !isHeld()) window.location.reload()
  else sessionIsIn(place, true)
}

function encoded(
  endpoint: Endpoint,
  body: unknown,
): { headers?: Record<string, string>; body?: string | FormData } {
  if (body === undefined) return {}
  if (endpoint.encoding !== 'multipart') {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  }
  const form = new FormData()
  for (const [name, file] of Object.entries(body as Record<string, Blob>)) form.set(name, file)
  // The browser names the type itself: only it knows the boundary.
  return { body: form }
}

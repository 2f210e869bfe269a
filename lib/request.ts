import type { FieldFault } from '#contracts/envelope'
import { durations, slowestLine } from '#contracts/limits'
import { csrfHeader } from './csrf-header'
import { parseExact } from './exact-json'
import { heardOf } from './new-version'
import { contextHeader } from './page-context'
import { statedContext } from './tab-context'

/**
 * A call that brought nothing. `message` is the platform's own, in the person's language; where there is none,
 * `kind` names the text to show.
 */
export class CallError extends Error {
  readonly kind:
    | 'refused'
    | 'unavailable'
    | 'timeout'
    | 'system'
    | 'offline'
    | 'blocked'
    | 'ended'
    | 'moved'
    | 'due'
  readonly code: number
  /** The answer's `data`, as it came. */
  readonly data: unknown
  /** What the call takes, any one of which is enough. */
  permissions: readonly string[] = []
  /** Of a write that got lost: it may have been done. `tryAgain`: sent again as it is, it is done only once. */
  doubt?: 'look' | 'tryAgain'
  constructor(kind: CallError['kind'], code = 0, message = '', data: unknown = undefined) {
    super(message)
    this.kind = kind
    this.code = code
    this.data = data
  }

  /** The shell itself asks what to do now: to sign in again, where to go on, or for another password. */
  get isAsked(): boolean {
    return this.kind === 'ended' || this.kind === 'moved' || this.kind === 'due'
  }

  /** The faults that a refusal names, field by field. */
  get faults(): FieldFault[] {
    if (!Array.isArray(this.data)) return []
    return this.data.filter(
      (fault): fault is FieldFault => typeof fault?.field === 'string' && typeof fault?.message === 'string',
    )
  }
}

/** The path that the console is served under; part of every address that a script makes. */
export const basePath = process.env.NEXT_PUBLIC_BASE_PATH ?? ''
/**
 * Milliseconds: the console answers within its own patience with the platform, which its pages say; what takes much longer is
 * lost on the way. What is large takes its time on the line besides.
 */
function patience(path: string, body: RequestInit['body']): number {
  const parts = body instanceof FormData ? [...body.values()] : [body]
  const sizes = parts.map((part) => (part instanceof Blob ? part.size : String(part ?? '').length))
  const onLine = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / slowestLine)
  const calls = path.startsWith('/session/') ? callsOfSession : 1
  return (Number(document.documentElement.dataset.timeout) || durations.request) * calls + 2_000 + onLine
}

/** What signs in, or enters a system, makes so many calls of the platform in turn. */
const callsOfSession = 3

/** Whether the platform does a write once that comes twice under one key, which the page says. */
export function keepsKeys(): boolean {
  return document.documentElement.dataset.repeats !== undefined
}

/** Characters; of what goes on behind a page that is left, browsers take 64 kB at once. */
const longestKept = 4_000

/** Sends a request to the console's own server; one with a signal of its own has all the time that it likes. @throws CallError, never anything else */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set(csrfHeader.name, csrfHeader.value)
  const context = statedContext()
  if (context !== undefined) headers.set(contextHeader, context)
  try {
    const answer = await fetch(`${basePath}/api${path}`, {
      ...init,
      headers,
      cache: 'no-store',
      // What is sent while the page is left gets there.
      keepalive:
        document.visibilityState === 'hidden' &&
        typeof init.body === 'string' &&
        init.body.length < longestKept,
      signal: init.signal ?? AbortSignal.timeout(patience(path, init.body)),
    })
    heardOf(answer)
    return answer
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new CallError(late ? 'timeout' : 'offline')
  }
}

/** Reads `code`, `msg` and `data` of a JSON answer. @throws CallError when it is no envelope */
export async function readEnvelope(
  response: Response,
): Promise<{ code: number; msg: string; data: unknown }> {
  try {
    const { code, msg, data } = parseExact(await response.text()) as Record<string, unknown>
    if (/^-?\d+$/.test(String(code))) return { code: Number(code), msg: String(msg ?? ''), data }
  } catch {
    // Not JSON, or broken off: reported below like any other answer that makes no sense.
  }
  const { status } = response
  // The console answers all that it refuses by an envelope: this one did not get there.
  throw status > 399 && status < 500
    ? new CallError('blocked', 0, '', { outcome: 'unchanged' })
    : new CallError(status === 504 ? 'timeout' : 'system')
}

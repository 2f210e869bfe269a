import { typeHeader } from '#lib/file-answer'
import { streamTypes } from '#lib/stream-types'

const isStream = ({ headers }: Response): boolean => streamTypes.test(headers.get('content-type') ?? '')

/** Of these no answer can be made with a body, and some browsers give them one, which is empty. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * The same answer, which says when all of it has come, or will not come any more. It is taken in as it arrives: one that
 * nobody reads ends, too. A stream, which has no end, ends at once.
 */
export function followed(response: Response, onEnd: () => void): Response {
  const { body, status, statusText, headers } = response
  if (body === null || bodiless.has(status) || isStream(response)) {
    onEnd()
    return response
  }
  const isOfBytes = readsBytes(body)
  const reader = body.getReader()
  const start = (controller: ReadableStreamController<Uint8Array<ArrayBuffer>>) => {
    void takeIn(reader, controller).finally(onEnd)
  }
  const source = { start, cancel: (reason: unknown) => reader.cancel(reason) }
  // What it gives is of the same window's kind, and so is the answer.
  const Stream = body.constructor as typeof ReadableStream
  const whole = isOfBytes ? new Stream({ ...source, type: 'bytes' }) : new Stream(source)
  const Kind = response.constructor as typeof Response
  const made = new Kind(whole, { status, statusText, headers })
  const given = headers.get(typeHeader)
  if (given !== null) made.headers.set('content-type', given)
  return likeAnswerOf(response, made)
}

/** Whether it can be read into a buffer of one's own. In Safari none can, and none is made there. */
function readsBytes(body: ReadableStream): boolean {
  try {
    body.getReader({ mode: 'byob' }).releaseLock()
    return true
  } catch {
    return false
  }
}

async function takeIn(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  controller: ReadableStreamController<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value.byteLength > 0) controller.enqueue(part.value)
    }
    controller.close()
  } catch (error) {
    // Broken off, or given up by the page, for which this changes nothing.
    controller.error(error)
  }
}

/** What no constructor takes. */
function likeAnswerOf({ url, type, redirected }: Response, made: Response): Response {
  const clone = () =>
    likeAnswerOf({ url, type, redirected } as Response, Object.getPrototypeOf(made).clone.call(made))
  const own = { url, type, redirected, clone }
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(made, name, { value, configurable: true })
  return made
}

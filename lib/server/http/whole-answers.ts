import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What browsers can do nothing with by halves: pages, parts of pages, envelopes. */
const kinds = /^(text\/html|text\/x-component|application\/json)\b/
/** Bytes that wait for their end; of what is larger, all goes as it comes. */
const most = 1024 * 1024
/** What systems answer may come slowly on purpose. */
const ofSystems = /\/(micro|ws)\//

/**
 * Sends nothing of a page or an envelope before all of it is there. Of a process that is killed in the middle, a proxy then
 * has nothing, and asks another one; half an answer it would have to hand on.
 */
export function sendWhole({ url = '' }: Pick<IncomingMessage, 'url'>, response: ServerResponse): void {
  if (ofSystems.test(url)) return
  const { write, end, flushHeaders } = response
  const held: Buffer[] = []
  let size = 0
  // Never taken off again: what compresses has put itself in front of these by then.
  let isLetGo = false
  const isHeld = () => !isLetGo && kinds.test(String(response.getHeader('content-type') ?? ''))

  response.flushHeaders = () => {
    if (!isHeld()) flushHeaders.call(response)
  }
  response.write = ((...given: Given) => {
    const [chunk, encoding] = given
    if (chunk === undefined || chunk === null || !isHeld()) {
      isLetGo = true
      return Reflect.apply(write, response, given)
    }
    const bytes = bytesOf(chunk, encoding)
    size += bytes.length
    held.push(bytes)
    given.findLast((one) => typeof one === 'function')?.()
    if (size <= most) return true
    isLetGo = true
    return Reflect.apply(write, response, [Buffer.concat(held.splice(0))])
  }) as typeof write
  response.end = ((...given: Given) => {
    isLetGo = true
    if (held.length === 0) return Reflect.apply(end, response, given)
    const [chunk, encoding] = given
    if (chunk !== undefined && typeof chunk !== 'function') held.push(bytesOf(chunk, encoding))
    const done = given.findLast((one) => typeof one === 'function')
    return Reflect.apply(end, response, [Buffer.concat(held.splice(0)), done])
  }) as typeof end
}

/** All that is written of an answer, as it goes on its way; nothing of one that breaks off. */
export function copyOf(response: ServerResponse): Promise<Buffer | undefined> {
  const { write, end } = response
  const copied: Buffer[] = []
  const copy = ([chunk, encoding]: Given) => {
    if (chunk !== undefined && chunk !== null) copied.push(bytesOf(chunk, encoding))
  }
  response.write = ((...given: Given) => {
    copy(given)
    return Reflect.apply(write, response, given)
  }) as typeof write
  response.end = ((...given: Given) => {
    copy(given)
    return Reflect.apply(end, response, given)
  }) as typeof end
  return new Promise((resolve) => {
    response.once('finish', () => resolve(Buffer.concat(copied)))
    response.once('close', () => resolve(undefined))
  })
}

type Chunk = string | Uint8Array
type Done = () => void
type Given = [chunk?: Chunk | Done, encoding?: BufferEncoding | Done, done?: Done]

function bytesOf(chunk: Chunk | Done, encoding: BufferEncoding | Done | undefined): Buffer {
  if (typeof chunk === 'function') return Buffer.alloc(0)
  // A copy: whoever gave it may fill it anew.
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
    : Buffer.from(chunk)
}

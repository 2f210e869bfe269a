import 'server-only'
import type { Readable } from 'node:stream'
import type { Result } from '#lib/result'
import type { Incoming } from '#lib/server/http/transport'
import type { Refusal } from './refusals'

/** Where a call goes, and what of it is let through, there and back: all that differs from one kind to the other. */
export interface Target {
  /** The call, for the log; without one, nothing is written of its faults. */
  name?: string
  /** A system's; none for the platform. */
  origin?: URL
  /** Without the query. */
  path: string
  /** Who is told to make it: the person, the console before anybody has signed in, or nobody. */
  access: 'session' | 'client' | 'none'
  /** The browser's headers that are passed on. */
  passedOn: readonly string[]
  /** What the page says in headers of its own, which those that the console makes go before. */
  told?: Record<string, string>
  /** Content types of a body that is passed on; without any, no body is. */
  bodyTypes?: Pick<RegExp, 'test'>
  /** Bytes of the body. */
  largestBody?: number
  /** Milliseconds, where it has less time than usual. */
  timeout?: number
  /** It does the work of many calls. */
  isOfMany?: boolean
  /** Answers of this content type go on for as long as both sides like. */
  streams?: RegExp
  /** It may change what the platform answers to others. */
  changes?: boolean
  /** Why this person may not make it. */
  withheld?(): Promise<Refusal | undefined>
  /** Whether an answer of this content type is passed back; an empty one may have none. */
  accepts(type: string, answer: Pick<Incoming, 'status' | 'headers'>, isEmpty: boolean): boolean
  /** The answer's headers that are passed back. */
  passedBack: readonly string[]
  /** Adds to them what is right for the content, once it was looked into; `given` are all that came. */
  describe(headers: Headers, given: Incoming['headers']): void
  /** Bytes of this answer that `change` is given at once, where there are so few; else their beginning. */
  holds?(incoming: Incoming): number
  /**
   * What is passed back of a body that is held. It stays the call's turn until that is on its way, so that few are held at once.
   * @param isWhole whether these bytes are all
   */
  change?(bytes: Buffer, incoming: Incoming, isWhole: boolean): Buffer
  /** Looks into the body, and gives what is passed back of it. */
  inspect?(incoming: Incoming): Promise<Result<Readable | Buffer, Refusal>>
}

/** What calls of the contract and of a system have in common. */
export const passedOn: readonly string[] = ['if-none-match', 'range', 'if-range']
export const passedBack: readonly string[] = [
  'content-type',
  'content-length',
  'etag',
  'last-modified',
  'content-range',
  'accept-ranges',
]

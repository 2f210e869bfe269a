import { askAgain, type FileAnswer } from '#lib/file-answer'
import { messageOf } from '#lib/resource-report'
import { appearanceOf, shownText } from './appearance'
import { EntryFault } from './micro-fetch'

/** What went wrong with a page of a sub-application; the texts are `micro.faults`. */
export type Fault =
  | { kind: 'file'; url: string; answer: FileAnswer }
  | { kind: 'script'; message: string; detail?: string }
  /** Its own word, `micro:error`. */
  | { kind: 'said'; message: string }
  /** Its scripts do not come to an end; or they have, and nothing is to be seen. */
  | { kind: 'hangs' | 'empty' }
  /** It has drawn no more than that it is loading. */
  | { kind: 'waiting'; shows: string }
  | { kind: 'left'; to: string }

/** What is asked for by its code, which goes on without. */
const calls = new Set(['fetch', 'xmlhttprequest', 'beacon', 'img'])

/** Files of the frame that did not come, for whoever mends it. */
export function missedFiles(frame: Window): string[] {
  const entries = frame.performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const isMissed = ({ responseStatus, initiatorType }: PerformanceResourceTiming) =>
    responseStatus >= 400 && !calls.has(initiatorType)
  return entries.filter(isMissed).map(({ name }) => name)
}

/** What an `error` or `unhandledrejection` of a frame's says: of a script, or of a file that did not come. */
export async function faultOf(frame: Window, event: Event): Promise<Fault> {
  const source = (event.target as { src?: unknown } | null)?.src
  const [missed] = missedFiles(frame)
  if (typeof source === 'string' && source !== '') {
    const url = missed ?? source
    return { kind: 'file', url, answer: await askAgain(url) }
  }
  if (missed !== undefined) return { kind: 'file', url: missed, answer: await askAgain(missed) }
  const { error, reason, message } = event as Partial<ErrorEvent & PromiseRejectionEvent>
  const thrown: unknown = error ?? reason
  return { kind: 'script', message: messageOf(thrown ?? message), detail: stackOf(thrown) }
}

/** A file that wujie could not load. */
export async function faultOfLoad(url: string, error: unknown): Promise<Fault> {
  return { kind: 'file', url, answer: error instanceof EntryFault ? error.answer : await askAgain(url) }
}

/** What ended the start: the entry, or a script. */
export async function faultOfStart(entry: string, error: unknown): Promise<Fault> {
  if (error instanceof EntryFault) return faultOfLoad(entry, error)
  return { kind: 'script', message: messageOf(error), detail: stackOf(error) }
}

/** What a page is that has not come up in time. */
export function verdict(body: Element | null | undefined, isStarted: boolean): Fault {
  if (appearanceOf(body) === 'waiting') return { kind: 'waiting', shows: shownText(body) }
  return { kind: isStarted ? 'empty' : 'hangs' }
}

const longestStack = 2_000

/** Of something foreign, which may throw when it is read. */
export function stackOf(error: unknown): string | undefined {
  try {
    const stack = typeof error === 'object' && error !== null ? Reflect.get(error, 'stack') : undefined
    return typeof stack === 'string' ? stack.slice(0, longestStack) : undefined
  } catch {
    return undefined
  }
}

import { askAgain, type FileAnswer } from '#lib/file-answer'
import { messageOf } from '#lib/resource-report'
import { appearanceOf, shownText } from './appearance'
import { EntryFault } from './micro-fetch'

/** What went wrong with a page of a sub-application; the texts are `micro.faults`. */
export type Fault =
  | { kind: 'file'; url: string; answer: FileAnswer }
  | { kind: 'script'; message: string; detail?: string }
  /** How a build cannot work here: whoever made it is told which setting to change (FRAME-2). */
  | { kind: 'elsewhere'; url: string }
  | { kind: 'evaluated'; message: string }
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
function missedFiles(frame: Window): string[] {
  const entries = frame.performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const isMissed = ({ responseStatus, initiatorType }: PerformanceResourceTiming) =>
    responseStatus >= 400 && !calls.has(initiatorType)
  return entries.filter(isMissed).map(({ name }) => name)
}

/** Characters that are looked at of what a page threw. */
const longestText = 2_000

/** What browsers say of an `import()` that found nothing. */
const missedImport = /import(?:ed|ing)\b.* module\b.*?(https?:\/\/\S+)/i

/** What an `error` or `unhandledrejection` of a frame's says: of a script, or of a file that did not come. */
export async function faultOf(frame: Window, event: Event): Promise<Fault> {
  const { error, reason, message: told, target } = event as Partial<ErrorEvent & PromiseRejectionEvent>
  const source = target !== null && target !== undefined && 'src' in target ? String(target.src) : undefined
  const thrown: unknown = error ?? reason
  const message = messageOf(thrown ?? told)
  const [missed] = missedFiles(frame)
  const file = missed ?? source ?? missedImport.exec(textIn(thrown, 'message').slice(0, longestText))?.[1]
  if (file !== undefined) return fileFault(file)
  if (textIn(thrown, 'name') === 'EvalError') return { kind: 'evaluated', message }
  return { kind: 'script', message, detail: stackOf(thrown) }
}

/** Of something foreign, which may throw when it is read. */
function textIn(thrown: unknown, property: 'name' | 'message' | 'stack'): string {
  try {
    return typeof thrown === 'object' && thrown !== null ? String(Reflect.get(thrown, property) ?? '') : ''
  } catch {
    return ''
  }
}

async function fileFault(url: string): Promise<Fault> {
  const isOurs = !URL.canParse(url) || new URL(url).origin === location.origin
  return isOurs ? { kind: 'file', url, answer: await askAgain(url) } : { kind: 'elsewhere', url }
}

/** A file that wujie could not load. */
export async function faultOfLoad(url: string, error: unknown): Promise<Fault> {
  return error instanceof EntryFault ? { kind: 'file', url, answer: error.answer } : fileFault(url)
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

function stackOf(error: unknown): string | undefined {
  return textIn(error, 'stack').slice(0, longestText) || undefined
}

import 'server-only'
import type { PageMeta } from '#contracts/page'
import type { Result } from '#lib/result'

/** An answer's ETag, and the data to take again while the platform says that nothing has changed. */
export interface KnownData {
  etag: string
  data: unknown
  size: number
  meta?: PageMeta | undefined
}
/** With the length of its text. */
type Answer = Result<unknown, unknown> & { etag?: string; size?: number; meta?: PageMeta | undefined }

interface Kept {
  /** The session that asked. */
  token: string
  /** When it asked, by `performance.now()`: no change of the clock lengthens it. Infinitely long ago once it is stale. */
  askedAt: number
  answer: Promise<Answer>
  /** The last answer that has an ETag. */
  known: KnownData | undefined
  size: number
}

const most = 5000
/** Characters of their texts, all together. */
const mostText = 32 * 1024 ** 2
const stale = Number.NEGATIVE_INFINITY

// Next bundles the guard, pages and routes apart, each with modules of its own: what they share stands in the process.
const shared = globalThis as typeof globalThis & { platformAnswers?: Answers }

/** The one that was used longest ago stands first, and goes first. */
class Answers extends Map<string, Kept> {
  /** Characters of their texts. */
  text = 0
  override set(key: string, kept: Kept): this {
    this.delete(key)
    this.text += kept.size
    return super.set(key, kept)
  }
  override delete(key: string): boolean {
    this.text -= this.get(key)?.size ?? 0
    return super.delete(key)
  }
  /** Its text has come. */
  resize(key: string, kept: Kept, size: number): void {
    if (this.get(key) === kept) this.text += size - kept.size
    kept.size = size
  }
}
shared.platformAnswers ??= new Answers()
const answers = shared.platformAnswers

/**
 * Asks the platform, unless the same was asked within `maxAge` milliseconds and nothing has happened since then that may
 * have changed the answer: then that answer is taken, which may still be on its way.
 * @param key names what is asked, by whom and where they are
 * @param token the session that asks
 * @param ask asks for changes only, where there is an answer with an ETag
 */
export function askOnce<A extends Answer>(
  key: string,
  token: string,
  maxAge: number,
  ask: (known: KnownData | undefined) => Promise<A>,
): Promise<A> {
  const now = performance.now()
  const last = answers.get(key)
  answers.delete(key)
  if (last !== undefined && now - last.askedAt < maxAge) {
    answers.set(key, last)
    return last.answer as Promise<A>
  }
  const answer = ask(last?.known)
  const kept: Kept = { token, askedAt: now, answer, known: last?.known, size: last?.size ?? 0 }
  answers.set(key, kept)
  makeRoom()
  return answer.then((given) => {
    if (!given.ok) forgetAnswersOf(token)
    const { etag, size = 0, meta } = given
    kept.known = given.ok && etag !== undefined ? { etag, data: given.data, size, meta } : undefined
    answers.resize(key, kept, size)
    makeRoom()
    return given
  })
}

function makeRoom(): void {
  for (const key of answers.keys()) {
    if (answers.size <= most && answers.text <= mostText) return
    answers.delete(key)
  }
}

/** What is asked for a session from now on is asked anew: it ended, is somewhere else, or was refused something. */
export function forgetAnswersOf(token: string): void {
  for (const [key, kept] of answers) if (kept.token === token) answers.delete(key)
}

/** The same for every session: something was written, and nobody here knows whom it concerns. */
export function forgetAllAnswers(): void {
  for (const kept of answers.values()) kept.askedAt = stale
}

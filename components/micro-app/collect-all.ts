import type { Locale } from '#lib/i18n/locale'
import type { Collected } from '#lib/resource-report'
import { collect } from './collect'

/** Systems that are loaded at once. */
const atOnce = 2

interface Given<Result> {
  codes: readonly string[]
  locale: Locale
  /** Those whose pages may be loaded, where they have no manifest. */
  loadable: ReadonlySet<string>
  /** Ends all at once; what was not begun is left. */
  signal: AbortSignal
  /** What is made of a system's resources; it counts to the time of the next ones. */
  finish: (collected: Collected) => Promise<Result>
  onBegin: (code: string) => void
  onDone: (code: string, result: Result) => void
  /** One that fails stops no other (RES-7). */
  onFault: (code: string, error: unknown) => void
}

/** Collects the resources of several systems, two at a time. Resolves when all are through, or when it was ended. */
export async function collectAll<Result>(given: Given<Result>): Promise<void> {
  const { codes, locale, loadable, signal, finish, onBegin, onDone, onFault } = given
  const waiting = [...codes]
  const work = async () => {
    for (let code = waiting.shift(); code !== undefined && !signal.aborted; code = waiting.shift()) {
      onBegin(code)
      try {
        const result = await finish(await collect(code, { locale, signal, mayLoad: loadable.has(code) }))
        if (!signal.aborted) onDone(code, result)
      } catch (error) {
        if (!signal.aborted) onFault(code, error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

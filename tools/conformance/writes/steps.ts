import type { CallName, Findings } from '../findings.ts'
import { Skip } from '../probe.ts'

/** Something that was made, or may have been; `remove` takes it away and gives whether it is gone. */
export interface Undo {
  /** The call that removes it. */
  call: CallName
  label: string
  /** By which people find it. */
  id: string
  remove: () => Promise<boolean>
}

/** Runs the steps of a flow, and remembers what has to be removed again. */
export class Steps {
  readonly #findings: Findings
  readonly #undo: Undo[] = []

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Looks at one call, and says so. A Skip is its reason, and nothing to stop for. */
  async run<Value>(call: CallName, look: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await look()
    } catch (error) {
      if (!(error instanceof Skip)) throw error
      this.#findings.skip(call, error.message)
      return undefined
    } finally {
      this.#findings.done(call)
    }
  }

  /** Before it is made: a stop may come while the call is under way. */
  remember(undo: Undo): void {
    this.#undo.push(undo)
  }

  /** It was not made after all. */
  forget(undo: Undo): void {
    this.#undo.splice(this.#undo.indexOf(undo), 1)
  }

  /** Removes what was made, the last first. What stays is named in the findings, with the reason where there is one. */
  async removeAll(): Promise<void> {
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) {
      const { call, label, id, remove } = undo
      try {
        if (!(await remove())) this.#findings.left.push(`${label} ${id}`)
      } catch (error) {
        if (error instanceof Skip) {
          this.#findings.left.push(`${label} ${id} (${error.message})`)
          continue
        }
        // Ctrl-C, or a platform that has gone, in the middle of a removal: it is tried once more at the end.
        this.#undo.push(undo)
        throw error
      }
      this.#findings.done(call)
    }
  }

  /** The platform has gone: everything that was made is still there. */
  giveUp(): void {
    for (const { label, id } of this.#undo.splice(0).toReversed()) this.#findings.left.push(`${label} ${id}`)
  }
}

/** What could not be made is nothing to stop for. */
export async function orSkip<Value>(make: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Skip) return undefined
    throw error
  }
}

import { codes } from '#contracts/envelope'
import { makeListeners } from './listeners'
import { beginWork, type Progress } from './long-work'
import { CallError } from './request'
import { holdPage } from './session-end'
import type { KeyHolder } from './write-key'

/** A row that something is done with, as it was before. */
export interface BulkRow {
  id: string
  name: string
  /** Whether it was on, for what can be undone. */
  was?: boolean | undefined
}

export interface DoneRow extends BulkRow {
  /** What of it is not as one might think, in the person's language. */
  text?: string | undefined
}

interface FailedRow extends BulkRow {
  /** Why, in the person's language. */
  text: string
}

/** What became of one row: its refusal, or what there is to say of what was done. */
export type RowAnswer = { refused?: string; note?: string | undefined }

interface BulkJob {
  title: string
  /** One row by its own call, with the row's key: tried again, it is done once. */
  one: (row: BulkRow, holder: KeyHolder) => Promise<unknown>
  /** What there is to say of what `one` answered. */
  noteOf?: (answer: unknown) => string | undefined
  /**
   * Some of them at once, by a call for many or each by `one`: as many answers as it got to, in their order. Throws a
   * CallError 404 where a platform does not have it.
   */
  many?:
    | ((rows: readonly BulkRow[], one: (row: BulkRow) => Promise<unknown>) => Promise<readonly RowAnswer[]>)
    | undefined
  /** Why a row stays as it is, where that is known before: it is told, and not tried unless it is asked for again. */
  staysOf?: (row: BulkRow) => string | undefined
  /** Why, in a sentence. */
  reasonOf: (error: CallError) => string
  /** What came of it, in a sentence, and what leads to the report, if there is one. */
  told: (state: BulkState) => string
  action?: { label: string; onPress: () => void }
  /** Whether that tells what nothing else does: what was not done, unless said. */
  owes?: (state: BulkState) => boolean
  /** What follows each time that it has ended: another try is one. */
  after?: () => void
  /** Takes it back for the rows that it has changed; nothing where it cannot be. */
  undo?: ((done: readonly BulkRow[]) => (() => void) | undefined) | undefined
}

export interface BulkState {
  phase: 'running' | 'ended'
  total: number
  done: readonly DoneRow[]
  failed: readonly FailedRow[]
  /** What nobody has tried: it was stopped, or could not go on. */
  left: readonly BulkRow[]
  /** Why it could not go on. */
  fault: string | undefined
}

/** Whether all of it was done. */
export function isWhole({ failed, left, fault }: BulkState): boolean {
  return failed.length + left.length === 0 && fault === undefined
}

/** Whether it has something to tell that shows nowhere else. */
export function hasReport(state: BulkState): boolean {
  return !isWhole(state) || state.done.some(({ text }) => text !== undefined)
}

/** Milliseconds that a call for many should take: progress shows, a stop is heard, and nobody's patience is over. */
const goodTime = 800
const sizes = { first: 20, most: 100 } as const
/** Milliseconds between single calls: the fuse against floods, and whatever else the person does, keep their part. */
const pace = 50
/** Milliseconds of the pauses after which what was not answered is tried again. */
const pauses = [1_000, 2_000, 4_000] as const
const notifyEvery = 200

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Whether the same may go well a little later: the platform is away, or has too much to do. */
function isPassing(error: CallError): boolean {
  return ['unavailable', 'timeout', 'offline', 'system'].includes(error.kind) || error.code === codes.tooMany
}

let lastId = 0

/**
 * Does one thing with many rows, one after the other, in the background of whatever page stands there; a row that is refused
 * is told and stops none. What could not be tried is told too, and tried again by `retry`.
 */
export class BulkRun {
  readonly id: number
  readonly job: BulkJob
  readonly #listeners = makeListeners()
  #state: BulkState = { phase: 'running', total: 0, done: [], failed: [], left: [], fault: undefined }
  readonly #holders = new Map<string, KeyHolder>()
  #stopped = false
  #size: number = sizes.first
  #many: BulkJob['many']
  #work: Progress | undefined
  #notified = 0
  #begun = performance.now()

  constructor(job: BulkJob) {
    lastId += 1
    this.id = lastId
    this.job = job
    this.#many = job.many
  }

  readonly state = (): BulkState => this.#state
  readonly subscribe = this.#listeners.listen
  /** Somebody looks at it. Gives the release. */
  watch(): () => void {
    return this.#work?.watch() ?? (() => {})
  }

  /** Milliseconds, so far or in all. */
  took = 0

  stop(): void {
    this.#stopped = true
  }

  async start(rows: readonly BulkRow[]): Promise<void> {
    await this.#during(rows.length, () => this.#act(this.#tried(rows)))
  }

  /** What failed, and what was left, once more. */
  async retry(): Promise<void> {
    const { failed, left } = this.#state
    const rows = [...failed.map(({ text: _, ...row }) => row), ...left]
    this.#set({ ...this.#state, failed: [], left: [] })
    await this.#during(this.#state.total, () => this.#act(rows))
  }

  async #during(total: number, work: () => Promise<void>): Promise<void> {
    const release = holdPage()
    this.#stopped = false
    this.#begun = performance.now()
    this.#work = beginWork({ title: this.job.title, total, stop: () => this.stop() })
    this.#set({ ...this.#state, phase: 'running', total, fault: undefined }, true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      this.#state = { ...this.#state, fault: this.job.reasonOf(error) }
    } finally {
      release()
      this.took = performance.now() - this.#begun
      this.#set({ ...this.#state, phase: 'ended' }, true)
      this.job.after?.()
      const { told, action, owes = hasReport } = this.job
      const end = isWhole(this.#state) ? 'done' : 'failed'
      this.#work[end](told(this.#state), action, action && owes(this.#state))
    }
  }

  async #act(rows: readonly BulkRow[]): Promise<void> {
    let waiting = rows
    let tries = 0
    try {
      while (waiting.length > 0 && !this.#stopped) {
        const some = waiting.slice(0, this.#many === undefined ? 1 : this.#size)
        try {
          const answers = await this.#send(some)
          tries = 0
          waiting = waiting.slice(answers.length)
          this.#note(some, answers)
        } catch (error) {
          if (!(await this.#mayGoOn(error, tries))) break
          tries += 1
        }
      }
    } finally {
      // Whatever ended it: what nobody has tried is told as such.
      this.#set({ ...this.#state, left: waiting }, true)
    }
  }

  /** Without those that stay as they are. */
  #tried(rows: readonly BulkRow[]): BulkRow[] {
    const failed = [...this.#state.failed]
    const tried = rows.filter((row) => {
      const text = this.job.staysOf?.(row)
      if (text !== undefined) failed.push({ ...row, text })
      return text === undefined
    })
    this.#set({ ...this.#state, failed }, true)
    return tried
  }

  /** After a fault of the whole, and a pause: whether the same is worth another try, or one by one. */
  async #mayGoOn(error: unknown, tries: number): Promise<boolean> {
    if (!(error instanceof CallError)) throw error
    if (error.code === codes.notFound && this.#many !== undefined) {
      this.#many = undefined
      return true
    }
    const pause = isPassing(error) ? pauses[tries] : undefined
    if (pause === undefined) {
      this.#state = { ...this.#state, fault: this.job.reasonOf(error) }
      return false
    }
    this.#size = Math.max(1, Math.floor(this.#size / 2))
    await sleep(pause)
    return true
  }

  readonly #one = (row: BulkRow): Promise<unknown> => {
    const holder = this.#holders.get(row.id) ?? {}
    this.#holders.set(row.id, holder)
    return this.job.one(row, holder)
  }

  async #send(rows: readonly BulkRow[]): Promise<readonly RowAnswer[]> {
    const begun = performance.now()
    const taken = () => Math.max(1, performance.now() - begun)
    if (this.#many !== undefined) {
      const answers = await this.#many(rows, this.#one)
      const fitting = Math.round((rows.length * goodTime) / taken())
      this.#size = Math.max(1, Math.min(sizes.most, fitting, this.#size * 2))
      return answers
    }
    const [row] = rows
    if (row === undefined) return []
    try {
      const answer = await this.#one(row)
      return [{ note: this.job.noteOf?.(answer) }]
    } catch (error) {
      const isRefused = error instanceof CallError && error.kind === 'refused' && !isPassing(error)
      if (!isRefused) throw error
      return [{ refused: this.job.reasonOf(error) }]
    } finally {
      await sleep(Math.max(0, pace - taken()))
    }
  }

  #note(rows: readonly BulkRow[], answers: readonly RowAnswer[]): void {
    const done: DoneRow[] = []
    const failed: FailedRow[] = []
    for (const [at, { refused, note }] of answers.entries()) {
      const row = rows[at]
      if (row === undefined) continue
      if (refused === undefined) done.push({ ...row, text: note })
      else failed.push({ ...row, text: refused })
    }
    const { state } = this
    this.#set({ ...state(), done: [...state().done, ...done], failed: [...state().failed, ...failed] })
  }

  #set(state: BulkState, atOnce = false): void {
    this.#state = state
    const now = performance.now()
    if (!atOnce && now - this.#notified < notifyEvery) return
    this.#notified = now
    this.#work?.progress(state.done.length + state.failed.length, state.total)
    this.#listeners.tell()
  }
}

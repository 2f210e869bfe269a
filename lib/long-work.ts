import { makeListeners } from './listeners'

/**
 * Work that goes on while the person does something else: its share that is done, how to stop it, what came of it. The title
 * bar shows what nobody looks at where it was begun.
 */
export interface Work {
  readonly id: number
  /** "Accounts, export" */
  readonly title: string
  readonly state: 'running' | 'done' | 'failed'
  readonly done: number
  /** How many there are, where that is known. */
  readonly total?: number | undefined
  readonly stop?: (() => void) | undefined
  /** What came of it, in a sentence. */
  readonly text?: string
  /** What can be done with what came of it: to look at the report, for one. */
  readonly action?: Action | undefined
  /** That is told nowhere else: nobody leaves without it by mistake. */
  readonly isOwed?: boolean | undefined
}
interface Action {
  label: string
  onPress: () => void
}

export interface Progress {
  progress: (done: number, total?: number) => void
  /** Where somebody looks at it, in a dialog of its own, nothing else shows it. Gives the release. */
  watch: () => () => void
  done: (text: string, action?: Action, isOwed?: boolean) => void
  failed: (text: string, action?: Action, isOwed?: boolean) => void
  /** It was stopped, and there is nothing to tell. */
  over: () => void
}

let all: readonly (Work & { watched: number })[] = []
let shown: readonly Work[] = []
let lastId = 0
const listeners = makeListeners()

function set(next: typeof all): void {
  all = next
  shown = next.filter(({ watched }) => watched === 0)
  listeners.tell()
}

export function beginWork({ title, total, stop }: Pick<Work, 'title' | 'total' | 'stop'>): Progress {
  lastId += 1
  const id = lastId
  const change = (more: Partial<(typeof all)[number]>) =>
    set(all.map((work) => (work.id === id ? { ...work, ...more } : work)))
  const end = (more: Pick<Work, 'state' | 'text' | 'action' | 'isOwed'>) => {
    const isWatched = all.some((work) => work.id === id && work.watched > 0)
    if (isWatched) endWork(id)
    else change({ ...more, stop: undefined })
  }
  set([...all, { id, title, total, stop, done: 0, state: 'running', watched: 0 }])
  return {
    progress: (done, total) => change({ done, ...(total !== undefined && { total }) }),
    watch: () => {
      // It may have ended before there was anything to look at.
      if (all.some((work) => work.id === id && work.state !== 'running')) endWork(id)
      const add = (count: number) =>
        change({ watched: (all.find((work) => work.id === id)?.watched ?? 0) + count })
      add(1)
      return () => add(-1)
    },
    done: (text, action, isOwed) => end({ state: 'done', text, action, isOwed }),
    failed: (text, action, isOwed) => end({ state: 'failed', text, action, isOwed }),
    over: () => endWork(id),
  }
}

/** What came of it has been seen. */
export function endWork(id: number): void {
  set(all.filter((work) => work.id !== id))
}

/** What goes on, or has ended, where nobody looks. */
export const shownWork = () => shown

export const onWork = listeners.listen

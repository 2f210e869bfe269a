import type { Appearance } from './appearance'
import type { Fault } from './fault'

/** Milliseconds that a page which says nothing gets to draw something, once its scripts have run, and between two looks. */
const silence = 1500
const glance = 250
/** What one has, once its scripts have run, of which something failed: many a page never needs what it missed. */
const patience = 3000

interface Page {
  look: () => Appearance
  ready: () => void
  fail: (fault: Fault) => void
}

export type StartWatch = ReturnType<typeof watchStart>

/**
 * Whether a page that says nothing has come up. One without the contract is shown as soon as it shows something; what failed
 * meanwhile ends only a start that draws nothing.
 */
export function watchStart({ look, ready, fail }: Page) {
  let known: Fault | undefined
  let isStarted = false
  let isWatched = false
  let timers: ReturnType<typeof setTimeout>[] = []
  const later = (act: () => void, delay: number) => timers.push(setTimeout(act, delay))

  const glanceAt = () => {
    if (look() === 'there') ready()
    else later(glanceAt, glance)
  }
  const giveUp = (fault: Fault) => (look() === 'there' ? ready() : fail(fault))
  return {
    /** Gives the end of it. */
    watch: () => {
      isWatched = true
      return () => {
        isWatched = false
        for (const timer of timers) clearTimeout(timer)
        timers = []
      }
    },
    /** All scripts have run. */
    started: () => {
      isStarted = true
      if (!isWatched) return
      later(glanceAt, silence)
      const fault = known
      if (fault) later(() => giveUp(fault), patience)
    },
    /** Something of it failed; the first fault is the one that is told. */
    missed: (fault: Fault) => {
      if (known !== undefined) return
      known = fault
      if (isWatched && isStarted) later(() => giveUp(fault), patience)
    },
    isStarted: () => isStarted,
    fault: () => known,
  }
}

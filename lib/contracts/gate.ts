/** Ends a piece of work; a second time it does nothing. */
export type Leave = () => void

export interface Bounds {
  /** Pieces of work at once, while the process keeps up. */
  most: number
  /** However late it is, so many go on. */
  least: number
  /** Milliseconds that one waits for a place. */
  patience: number
  /** Milliseconds by which the event loop may be late before there is less work at once; below half of it there is more again. */
  late: number
}

/** How many may wait for each place: a burst is no overload yet. */
const linePerPlace = 4

interface Waiting {
  whose: string
  begin: (leave: Leave | undefined) => void
  timer: NodeJS.Timeout
}

/**
 * Bounds the work of a process, so that more calls than it can answer are refused at once instead of making all of them
 * late. Signed-in people come before strangers, who never have more than half of the places, and half is theirs at any time. Of
 * those who wait, who has the least at work comes first, and nobody has more than half of the line: what one person asks for
 * without end keeps the others from nothing.
 */
export class Gate {
  readonly #bounds: Bounds
  #limit: number
  #working = 0
  /** Of these, those who are known to be signed in. */
  #knownWorking = 0
  /** Of these, each one's, where it is told whose they are. */
  readonly #workingOf = new Map<string, number>()
  readonly #known = new Set<Waiting>()
  readonly #strangers = new Set<Waiting>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#limit = bounds.most
  }

  /** A place, where one is free for anybody: then it need not be known who asks. */
  enterNow(): Leave | undefined {
    const isFree = this.#working < this.#limit / 2 && this.#known.size + this.#strangers.size === 0
    return isFree ? this.#begin() : undefined
  }

  /**
   * A place, maybe after a while; none where too many wait already, or wait too long.
   * @param whose of those who are known, where it matters
   */
  async enter(isKnown: boolean, whose = ''): Promise<Leave | undefined> {
    if (this.#isFree(isKnown)) return this.#begin(isKnown, whose)
    const line = isKnown ? this.#known : this.#strangers
    const longest = linePerPlace * (isKnown ? this.#limit : this.#limit / 2)
    if (line.size >= longest) return undefined
    if (whose !== '' && [...line].filter((one) => one.whose === whose).length >= longest / 2) return undefined
    return new Promise((resolve) => {
      const waiting: Waiting = {
        whose,
        begin: (leave) => {
          clearTimeout(waiting.timer)
          line.delete(waiting)
          resolve(leave)
        },
        timer: setTimeout(() => waiting.begin(undefined), this.#bounds.patience),
      }
      line.add(waiting)
    })
  }

  /** @param lateness of the event loop, in milliseconds, since it was last told */
  adjust(lateness: number): void {
    const { most, least, late } = this.#bounds
    if (lateness > late) this.#limit = Math.max(least, Math.floor(this.#limit * 0.7))
    else if (lateness < late / 2) this.#limit = Math.min(most, Math.ceil(this.#limit * 1.1))
    this.#callNext()
  }

  #isFree(isKnown: boolean): boolean {
    if (isKnown) return this.#hasPlace() && this.#known.size === 0
    return this.#working < this.#limit / 2 && this.#known.size + this.#strangers.size === 0
  }

  /** Half of the places are theirs, also where strangers hold more than there are since the process is late. */
  #hasPlace(): boolean {
    return this.#working < this.#limit || this.#knownWorking < this.#limit / 2
  }

  #begin(isKnown = false, whose = ''): Leave {
    this.#working += 1
    if (isKnown) this.#knownWorking += 1
    this.#count(whose, 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#working -= 1
      if (isKnown) this.#knownWorking -= 1
      this.#count(whose, -1)
      this.#callNext()
    }
  }

  #count(whose: string, more: 1 | -1): void {
    if (whose === '') return
    const count = (this.#workingOf.get(whose) ?? 0) + more
    if (count > 0) this.#workingOf.set(whose, count)
    else this.#workingOf.delete(whose)
  }

  /** Who has the least at work; of several, who came first. */
  #nextKnown(): Waiting | undefined {
    const workOf = ({ whose }: Waiting) => this.#workingOf.get(whose) ?? 0
    let next: Waiting | undefined
    for (const waiting of this.#known)
      if (next === undefined || workOf(waiting) < workOf(next)) next = waiting
    return next
  }

  #callNext(): void {
    for (;;) {
      const known = this.#nextKnown()
      const [stranger] = this.#strangers
      const next = known ?? stranger
      if (next === undefined) return
      if (next === known ? !this.#hasPlace() : this.#working >= this.#limit / 2) return
      next.begin(this.#begin(next === known, next.whose))
    }
  }
}

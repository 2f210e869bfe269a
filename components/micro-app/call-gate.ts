import type { plugin as Plugin } from 'wujie'
import { followed } from './followed-answer'

/**
 * A browser has six connections to a host by HTTP/1.1, and the console shares them with all systems: calls of one that
 * hangs must not take them all. What has no turn yet waits here.
 */

interface Bounds {
  system: number
  all: number
}
/** Two are left to other systems, and one to the shell. */
const narrow: Bounds = { system: 3, all: 5 }
/** One connection takes any number of calls; the servers behind it do not. */
const wide: Bounds = { system: 12, all: 48 }

export type Release = () => void
interface Waiting {
  code: string
  begin: (release: Release) => void
}

export function makeGate(bounds: Bounds) {
  const busy = new Map<string, number>()
  let all = 0
  let queue: Waiting[] = []

  const mayBegin = ({ code }: Waiting) => all < bounds.all && (busy.get(code) ?? 0) < bounds.system
  const next = () => {
    for (let one = queue.find(mayBegin); one !== undefined; one = queue.find(mayBegin)) {
      const { code, begin } = one
      queue = queue.filter((other) => other !== one)
      all += 1
      busy.set(code, (busy.get(code) ?? 0) + 1)
      begin(releaseOf(code))
    }
  }
  const releaseOf = (code: string): Release => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      all -= 1
      busy.set(code, (busy.get(code) ?? 1) - 1)
      next()
    }
  }
  /** Calls `begin` when it is the system's turn: at once, or later. Gives what takes it back while it waits. */
  return (code: string, begin: Waiting['begin']): Release => {
    const waiting = { code, begin }
    queue.push(waiting)
    next()
    return () => {
      queue = queue.filter((one) => one !== waiting)
    }
  }
}
type Gate = ReturnType<typeof makeGate>

let shared: Gate | undefined
function sharedGate(): Gate {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isMultiplexed = /^h[23]/.test(page?.nextHopProtocol ?? '')
  shared ??= makeGate(isMultiplexed ? wide : narrow)
  return shared
}

/** What takes a call back that waits, or gives its turn back. */
type Turns = Map<object, Release>

/**
 * A frame's calls, by `fetch` and by XMLHttpRequest. `end` gives back every turn: calls of a frame that is taken away end
 * without a word.
 */
export function gatedCalls(code: string, gate: () => Gate = sharedGate) {
  const turns: Turns = new Map()
  let isOver = false
  /** What a frame begins that is being taken away never gets a turn, which nobody would give back. */
  const take = (begin: Waiting['begin']): Release => (isOver ? () => {} : gate()(code, begin))
  const plugin: Plugin = {
    windowPropertyOverride(win) {
      gateRequests((win as Window & typeof globalThis).XMLHttpRequest.prototype, turns, take)
    },
  }
  const gone = new AbortController()
  const end = () => {
    isOver = true
    gone.abort()
    // The latest first: they wait, and would begin in the place of the earlier ones.
    for (const release of [...turns.values()].reverse()) release()
    turns.clear()
  }
  const inTurn = (load: typeof fetch) => gatedFetch(load, turns, take)
  /** Of files that are kept for all pages: what has begun goes on without its frame, and what waits fails, to be asked for again. */
  const loadInTurn = (load: typeof fetch): typeof fetch => {
    const begin = inTurn((input, { signal: _, ...init } = {}) => load(input, init))
    return (input, init) => begin(input, { ...init, signal: gone.signal })
  }
  return { plugin, end, inTurn, loadInTurn }
}

function gatedFetch(
  load: typeof fetch,
  turns: Turns,
  take: (begin: Waiting['begin']) => Release,
): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const call = {}
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
      let isWaiting = true
      const abort = () => {
        withdraw()
        turns.delete(call)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      const withdraw = take((release) => {
        isWaiting = false
        signal?.removeEventListener('abort', abort)
        turns.set(call, release)
        const end = () => {
          turns.delete(call)
          release()
        }
        load(input, init).then(
          (response) => resolve(followed(response, end)),
          (error: unknown) => {
            end()
            reject(error)
          },
        )
      })
      if (isWaiting) turns.set(call, withdraw)
      if (signal?.aborted) abort()
    })
}

type Send = (body?: Document | XMLHttpRequestBodyInit | null) => void

function gateRequests(
  prototype: XMLHttpRequest,
  turns: Turns,
  take: (begin: Waiting['begin']) => Release,
): void {
  const send: Send = prototype.send
  const { abort, open } = prototype
  const synchronous = new WeakSet<XMLHttpRequest>()
  const waiting = new WeakSet<XMLHttpRequest>()
  prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (given[2] === false) synchronous.add(this)
    else synchronous.delete(this)
    Reflect.apply(open, this, given)
  } as typeof open
  prototype.send = function (this: XMLHttpRequest, body) {
    // The page stands still meanwhile: there is nothing that could wait.
    if (synchronous.has(this)) return send.call(this, body)
    let thrown: unknown
    waiting.add(this)
    const withdraw = take((release) => {
      const end = () => {
        turns.delete(this)
        release()
      }
      waiting.delete(this)
      turns.set(this, end)
      this.addEventListener('loadend', end, { once: true })
      try {
        send.call(this, body)
      } catch (error) {
        thrown = error
        end()
      }
    })
    if (thrown !== undefined) throw thrown
    if (waiting.has(this)) turns.set(this, withdraw)
  }
  prototype.abort = function (this: XMLHttpRequest) {
    const isWaiting = waiting.delete(this)
    if (isWaiting) turns.get(this)?.()
    if (isWaiting) turns.delete(this)
    abort.call(this)
    if (!isWaiting) return
    for (const type of ['abort', 'loadend']) this.dispatchEvent(new Event(type))
  }
}

import 'server-only'
import { leavePlace } from './place'
import { TransportError } from './transport'

/**
 * How many exchanges are under way at once, until their answers begin, and how many wait for their turn: a picture for each
 * row of a page, but few whose body is held here. What is of one person leaves more than half of the platform's places.
 */
const bounds = {
  /** Of one person, with the platform. */
  call: { most: 6, waiting: 256 },
  write: { most: 4, waiting: 16 },
  /** Calls that do the work of many. */
  many: { most: 2, waiting: 16 },
  /** Long bodies: each has a connection for as long as it comes. */
  upload: { most: 4, waiting: 256 },
  /** Of one person, with one system. */
  person: { most: 12, waiting: 256 },
  /** Of everybody, with one system. */
  system: { most: 128, waiting: 256 },
} as const
export type Line = keyof typeof bounds

interface Turns {
  busy: number
  /** In their order. */
  waiting: Set<() => void>
}
// One for all routes, which Next bundles apart.
const shared = globalThis as typeof globalThis & { turnsOfLines?: Map<string, Turns> }
shared.turnsOfLines ??= new Map()
const lines = shared.turnsOfLines

/**
 * Runs an exchange when it is its turn: what hangs holds up its own calls, and no others'.
 * @param whose each has a line of its own
 * @param patience milliseconds for a turn to come
 * @throws TransportError when none came, or what `run` throws
 */
export async function inTurn<T>(
  line: Line,
  whose: string,
  { signal, patience }: { signal: AbortSignal; patience: number },
  run: () => Promise<T>,
): Promise<T> {
  const { most, waiting } = bounds[line]
  const key = `${line} ${whose}`
  const turns = lines.get(key) ?? { busy: 0, waiting: new Set() }
  if (turns.waiting.size >= waiting) throw new TransportError('busy')
  lines.set(key, turns)
  if (turns.busy >= most) await turnIn(turns, signal, patience)
  else turns.busy += 1
  try {
    return await run()
  } finally {
    const [next] = turns.waiting
    // The turn is handed on, so that nobody comes between.
    if (next !== undefined) next()
    else turns.busy -= 1
    if (turns.busy === 0) lines.delete(key)
  }
}

function turnIn(turns: Turns, signal: AbortSignal, patience: number): Promise<void> {
  leavePlace()
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      turns.waiting.delete(begin)
    }
    const begin = () => {
      leave()
      resolve()
    }
    const fail = (fault: 'busy' | 'clientGone') => {
      leave()
      reject(new TransportError(fault))
    }
    const giveUp = () => fail('clientGone')
    const timer = setTimeout(() => fail('busy'), patience)
    turns.waiting.add(begin)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
  })
}

import 'server-only'
import { TransportError } from './transport'

/** Calls of one person to one system that are under way at once, until their answers begin; the others wait. */
export const mostAtOnce = 12
/** Long bodies of one person that are on their way to the platform at once: each has a connection for as long as it comes. */
export const mostLongBodies = 4

interface Line {
  busy: number
  /** In their order. */
  waiting: Set<() => void>
}
const lines = new Map<string, Line>()

/**
 * Runs an exchange when it is its turn: a system that hangs holds up its own calls, and no others'.
 * @param key of what is bounded; with each goes the same `most`
 * @param patience milliseconds for a turn to come
 * @throws TransportError when none came, or what `run` throws
 */
export async function inTurn<T>(
  key: string,
  { signal, patience, most = mostAtOnce }: { signal: AbortSignal; patience: number; most?: number },
  run: () => Promise<T>,
): Promise<T> {
  const line = lines.get(key) ?? { busy: 0, waiting: new Set() }
  lines.set(key, line)
  if (line.busy >= most) await turnIn(line, signal, patience)
  else line.busy += 1
  try {
    return await run()
  } finally {
    const [next] = line.waiting
    // The turn is handed on, so that nobody comes between.
    if (next !== undefined) next()
    else line.busy -= 1
    if (line.busy === 0) lines.delete(key)
  }
}

function turnIn(line: Line, signal: AbortSignal, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      line.waiting.delete(begin)
    }
    const begin = () => {
      leave()
      resolve()
    }
    const fail = (fault: 'timeout' | 'clientGone') => {
      leave()
      reject(new TransportError(fault))
    }
    const giveUp = () => fail('clientGone')
    const timer = setTimeout(() => fail('timeout'), patience)
    signal.addEventListener('abort', giveUp, { once: true })
    line.waiting.add(begin)
  })
}

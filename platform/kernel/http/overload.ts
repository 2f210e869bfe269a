import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Gate } from '#contracts/gate'

/** Three times as many calls as there are connections with the database: they read and write in turns. */
export const platformBounds = { most: 30, least: 12, patience: 500, late: 40 }
/** Seconds after which a refused call may come again. */
export const retryAfter = 1

const resolution = 10
const every = 100

/** Tells a gate how late the process is. Gives what ends that. */
export function watchLateness(gate: Gate): () => void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const timer = setInterval(() => {
    gate.adjust(delay.count === 0 ? 0 : delay.mean / 1e6 - resolution)
    delay.reset()
  }, every).unref()
  return () => {
    clearInterval(timer)
    delay.disable()
  }
}

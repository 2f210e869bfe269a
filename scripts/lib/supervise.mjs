import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from './fault.mjs'

const firstPause = 500
const longestPause = 10_000
/** Whoever ran for so long begins again with the first pause. */
const settled = 10_000
const mostAttempts = 5

/**
 * Keeps services running: gives the function that starts one that ended unasked again, after pauses that grow. `say` is
 * told in sentences; the function's `giveUp` gets a Fault when the service cannot be started five times in a row.
 */
export function supervisor({ say, signal, first = firstPause }) {
  const pauses = new WeakMap()

  return async function revive(service, how, giveUp) {
    const last = pauses.get(service)
    let pause = last && Date.now() - last.ready < settled ? last.pause : first
    let told = `The ${service.name} ended unexpectedly (${how}).`
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      say(`${told} It is started again in ${pause / 1000} s.`)
      await sleep(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      pause = Math.min(pause * 2, longestPause)
      try {
        await service.start()
        pauses.set(service, { pause, ready: Date.now() })
        say(`The ${service.name} runs again.`)
        return
      } catch (fault) {
        if (signal.aborted) return
        told = `Attempt ${attempt} of ${mostAttempts} to start the ${service.name} again failed.`
        if (attempt < mostAttempts) continue
        giveUp(
          new Fault(
            `${mostAttempts} attempts in a row to start the ${service.name} again failed. ${fault.message}`,
          ),
        )
        return
      }
    }
  }
}

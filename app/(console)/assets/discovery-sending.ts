import { addAll, getAddStatus } from '#contracts/assets'
import { durations } from '#contracts/limits'
import { api } from '#lib/api'
import { CallError } from '#lib/request'
import type { KeyHolder } from '#lib/write-key'
import type { Found } from './discovery-state'

/** @throws CallError with the platform's message */
export async function send(systems: readonly Found[], holder: KeyHolder): Promise<void> {
  await api(addAll, { body: systems.map(({ code, resources }) => ({ code, resources })) }, holder)
}

/** Milliseconds before the first question: few resources are stored by then. */
const firstPatience = 300

const passing = new Set<CallError['kind']>(['timeout', 'offline', 'unavailable'])

/** Asks every 5 s until it is done; an answer that does not come is asked for again. @throws CallError for a refusal */
export async function untilStored(signal: AbortSignal) {
  for (let patience: number = firstPatience; ; patience = durations.statusPoll) {
    await new Promise((done) => setTimeout(done, patience))
    signal.throwIfAborted()
    try {
      const status = await api(getAddStatus, {})
      if (status.addIsDone === 1) return status
    } catch (error) {
      if (!(error instanceof CallError && passing.has(error.kind))) throw error
    }
  }
}

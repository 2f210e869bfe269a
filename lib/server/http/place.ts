import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Leave } from '#contracts/gate'

// Next bundles routes and what stands before them apart: what they share stands in the process.
const shared = globalThis as typeof globalThis & { placesOfCalls?: AsyncLocalStorage<Leave> }
shared.placesOfCalls ??= new AsyncLocalStorage()
const places = shared.placesOfCalls

/** Does the work of a call that has a place at the gate. */
export function inPlace<T>(leave: Leave, work: () => T): T {
  return places.run(leave, work)
}

/** Gives back the place of the call that is at work here: what waits for others keeps nobody from this process. */
export function leavePlace(): void {
  places.getStore()?.()
}

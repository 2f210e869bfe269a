import type { Consequences, ConsequencesOfMany, Effect, Impact, ImpactOfMany } from '#contracts/impact'
import { CallError } from '#lib/request'
import { holdPage } from '#lib/session-end'
import type { Calls } from './bulk'

/** The call failed: that is told, and the press is left to the person. */
export const unread = 'unread'

/** What is told of a change; nothing of a platform that does not tell. */
export type Reading<Told = Consequences> = Promise<Told | typeof unread | undefined>

/** How a list asks what a change to one of its records does to others. */
export interface Impacts {
  of: 'account' | 'role' | 'department' | 'organization' | 'menu'
  read: (id: string) => Promise<Impact>
  /** The same of many together. */
  readMany?: (ids: readonly string[]) => Promise<ImpactOfMany>
}

/** By the calls of its resource. */
export function impactsOf({ of, make }: Pick<Calls, 'make'> & Pick<Impacts, 'of'>): Impacts {
  return {
    of,
    read: (id) => make('impact', { params: { id } }) as Promise<Impact>,
    readMany: (ids) => make('impactOfMany', { body: { ids } }) as Promise<ImpactOfMany>,
  }
}

/** How many more stand behind the names. */
export const unnamedOf = ({ count, names, unnamed }: Effect): number =>
  names.length === 0 ? 0 : Math.max(0, unnamed ?? count - names.length)

/** Milliseconds that a question waits for what it touches: then it may be answered all the same. */
const patience = 2_000

/**
 * `answerable` is when the question may be answered: it gives whether the platform tells, as far as that is known by then; `barred`
 * gives whether it tells that it will refuse.
 */
export function readImpact<Told extends Consequences | ConsequencesOfMany>(
  call: () => Promise<{ [Which in keyof Impact]?: Told | null | undefined }>,
  which: keyof Impact,
): { reading: Reading<Told>; answerable: Promise<boolean>; barred: Promise<boolean> } {
  // A change is asked for: a page that proves to be behind says so, and is not loaded anew under the question.
  const release = holdPage()
  const reading: Reading<Told> = call()
    .finally(release)
    .then(
      (impact) => impact[which] ?? undefined,
      (error: unknown) => (error instanceof CallError && error.code === 404 ? undefined : unread),
    )
  const late = new Promise<true>((done) => setTimeout(() => done(true), patience))
  const isRefused = (told: Told | typeof unread | undefined) =>
    typeof told === 'object' && typeof told.refused === 'string' && told.refused !== ''
  return {
    reading,
    answerable: Promise.race([reading.then((told) => told !== undefined), late]),
    barred: Promise.race([reading.then(isRefused), late.then(() => false)]),
  }
}

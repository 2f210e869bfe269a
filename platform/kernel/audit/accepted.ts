import { sql } from 'kysely'
import * as z from 'zod'
import type { Queries } from '#platform/kernel/db/schema'
import { breakOf, entriesBehind, readEntries } from './entries.ts'
import { keyOf, type Link, linkBehind, type SealKey, type SealKeys } from './seal.ts'

/** What the operation log says of an acceptance. */
export const acceptance = {
  module: 'operation',
  type: 'update',
  method: 'CLI',
  path: 'audit accept',
} as const

/** Numbers whose entries, or gaps, somebody has accepted as they stand; `seq` and `seal` are the link that the log goes on behind. */
export interface Accepted extends Link {
  from: number
  /** Of what stood there, under the key that the acceptance was sealed with. */
  digest: string
  key: SealKey
  reason: string
  by: string
  /** Since 1970 in microseconds. */
  at: string
}

/** What was accepted, by the log itself: an acceptance is an entry, and counts only as the platform or its operator wrote it. */
export async function readAccepted(db: Queries, keys: SealKeys): Promise<Accepted[]> {
  const { module, type, path } = acceptance
  const isOne = sql`l.module = ${module} and l.type = ${type} and l.path = ${path}`
  const found = await readEntries(db, isOne, sql`l.seq, l.id`, 1000)
  return found.flatMap((stored) => {
    const told = fields.safeParse(Object.fromEntries(afterOf(stored.entry.changes)))
    const key = keyOf(stored.seal_key, keys)
    if (!told.success || key === undefined) return []
    const { acceptedFrom, acceptedTo, acceptedSeal, acceptedDigest, newestSeal, reason, by } = told.data
    // The entry before may be gone, and says nothing that the seal does not.
    if (breakOf(stored, { seq: (stored.seq ?? 0) - 1, seal: newestSeal }, keys) !== undefined) return []
    const link = { seq: acceptedTo, seal: acceptedSeal }
    return [
      { ...link, from: acceptedFrom, digest: acceptedDigest, key, reason, by, at: stored.entry.create_time },
    ]
  })
}

/** The fields of an acceptance, as its entry has them, which is written behind the seal `newestSeal`. */
const fields = z.object({
  acceptedFrom: z.number(),
  acceptedTo: z.number(),
  acceptedSeal: z.string(),
  acceptedDigest: z.string(),
  newestSeal: z.string(),
  reason: z.string(),
  by: z.string(),
})
export type AcceptedFields = z.output<typeof fields>

const afterOf = (changes: unknown) =>
  Object.entries((changes ?? {}) as Record<string, { after?: unknown }>).map(([name, { after }]) => [
    name,
    after,
  ])

/** What was accepted from the next number on. */
export const acceptedBehind = ({ seq }: Link, accepted: readonly Accepted[]) =>
  accepted.findLast(({ from }) => from === seq + 1)

/** A seal of all that stands in these numbers, whatever it is. */
export async function digestOf(db: Queries, from: number, to: number, key: SealKey): Promise<string> {
  let digest = ''
  for await (const { seq = 0, seal, seal_key, entry } of entriesBehind(db, from - 1)) {
    if (seq > to) break
    digest = linkBehind({ seq, seal: [digest, seal, seal_key].join(' ') }, entry, key).seal
  }
  return digest
}

/** Whether what was accepted still stands there as it did. */
export async function isAsAccepted(db: Queries, { from, seq, key, digest }: Accepted): Promise<boolean> {
  return (await digestOf(db, from, seq, key)) === digest
}

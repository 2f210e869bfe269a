import { createHash, createHmac } from 'node:crypto'

/** What the entries of the operation log are sealed with; neither it nor anything it is made of is in the database. */
export interface SealKey {
  /** Tells keys apart, and nothing of the key. */
  id: string
  seal(text: string): string
}
/** The first seals; all may have sealed before. */
export type SealKeys = readonly [SealKey, ...SealKey[]]

export function sealKeys(secrets: readonly [string, ...string[]]): SealKeys {
  const [first, ...others] = secrets
  return [sealKey(first), ...others.map(sealKey)]
}

function sealKey(secret: string): SealKey {
  return {
    id: createHash('sha256').update(`operation log\n${secret}`).digest('hex').slice(0, 8),
    seal: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
  }
}

/** Where an entry stands in the log: the first is 1, and each carries the seal of the one before. */
export interface Link {
  seq: number
  seal: string
}
export const beginning: Link = { seq: 0, seal: '' }

/** An entry as it is stored, by column, without what the seal itself adds. */
export type Entry = Readonly<Record<string, unknown>> & { create_time: Date | string }

/** The link of an entry behind another one. Of the columns those that hold something count, in the order of their names. */
export function linkBehind(before: Link, entry: Entry, key: SealKey): Link {
  const seq = before.seq + 1
  return { seq, seal: key.seal(`${seq}\n${before.seal}\n${canonical(entry)}`) }
}

/** The newest link, and the last one that retention took away, sealed in their turn. */
export interface Head extends Link {
  pruned_seq: number
  pruned_seal: string
  key: string
  mac: string
}

/** As the database gives it: numbers without a limit are texts. */
export type StoredHead = Record<keyof Head, string>

export function headOf(stored: StoredHead): Head {
  return { ...stored, seq: Number(stored.seq), pruned_seq: Number(stored.pruned_seq) }
}

/** The head moved on, under that key. One that somebody else has changed stays as it is found out: without a seal. */
export function movedHead(head: Head, to: Partial<Head>, keys: SealKeys, key = keys[0]): Head {
  const moved = { ...head, ...to, key: key.id }
  return { ...moved, mac: isWhole(head, keys) ? sealOf(moved, key) : '' }
}

/** The same, whatever became of it before: for a log that begins, or goes on with other keys. */
export function newHead(head: Head, [key]: SealKeys): Head {
  const own = { ...head, key: key.id }
  return { ...own, mac: sealOf(own, key) }
}

export function isWhole(head: Head, keys: SealKeys): boolean {
  const key = keyOf(head.key, keys)
  return key !== undefined && sealOf(head, key) === head.mac
}

export function keyOf(id: string | null, keys: SealKeys): SealKey | undefined {
  return keys.find((key) => key.id === id)
}

function sealOf({ seq, seal, pruned_seq, pruned_seal }: Head, key: SealKey): string {
  return key.seal(['head', seq, seal, pruned_seq, pruned_seal].join('\n'))
}

/** The same text for the same content, also after the database has kept it. */
function canonical({ create_time, ...columns }: Entry): string {
  const held = Object.entries(columns).filter(([, value]) => value !== null)
  return JSON.stringify(sorted({ ...Object.fromEntries(held), create_time: microseconds(create_time) }))
}

/** Since 1970, as the database counts; a Date has thousands of them. */
function microseconds(time: Date | string): string {
  return typeof time === 'string' ? time : String(time.getTime() * 1000)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, held]) => [name, sorted(held)]))
}

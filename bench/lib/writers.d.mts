import type pg from 'pg'

/** Codes of the departments, by what was told of each. */
export type Told = Record<'done' | 'unchanged' | 'unknown' | 'refused' | 'silent', string[]>

export interface Writing {
  told: Told
  /** When each write was acknowledged (`performance.now()`), in this order. */
  doneAt: number[]
  /** When each that was not acknowledged began. */
  failedAt: number[]
  /** Seconds until a write that began after now is acknowledged. */
  untilDone(limit: number): Promise<number | undefined>
  stop(): Promise<void>
}

export function startWriting(url: string, cookie: string, orgId: string): Writing

export interface Found {
  acknowledged: number
  lost: string[]
  twice: string[]
  'stored though told unchanged': string[]
  refused: string[]
  'told unchanged': number
  'told unknown': number
  'no answer': number
}

/** What the database holds against what the writers were told. */
export function compare(database: pg.Client, told: Told): Promise<Found>

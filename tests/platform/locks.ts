import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Platform } from './harness.ts'

/** Waits until one connection with the platform's database waits for the lock of another. */
export async function untilOneWaits({ db }: Pick<Platform, 'db'>): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
}

import type { Database } from '#platform/kernel/db/schema'

/** Who asks: a super administrator, somebody in an organization that nearly everybody belongs to, somebody in a small one. */
type Asker = 'super' | 'large' | 'small'
export const listCalls: readonly (readonly [name: string, asker: Asker, path: string])[]
export function addressOf(path: string, deep: number, now: Date): string
export function madeAskers(
  db: Database,
  url: string,
  now: Date,
): Promise<Record<Asker, Record<string, string>>>

import type { Endpoint } from '#contracts/endpoint'
import { isEmpty, type Scope } from '#platform/kernel/auth/authority'
import { hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import { countUnder, type Rule } from '#platform/kernel/quota'
import type { Change } from './operation-log.ts'

/** Entries of one person's refusals in an hour: many times what somebody at work comes upon, and nothing to fill a log with. */
const most = 500

/** Whoever may make a change leaves an entry with each; what they are refused, row by row of a bulk, is there whole. */
export function isBounded({ operation, permissions }: Endpoint, scope: Scope): boolean {
  return operation === undefined || permissions.length === 0 || isEmpty(scope)
}

/** What the entry of one more refusal tells besides: of the last one of the hour, that it is. Nothing where there is none to be. */
export async function countRefusal(db: Queries, personId: string, now: Date): Promise<Change | undefined> {
  const rule: Rule = { kind: 'refusal', subject: personId, window: hour, most }
  if ((await countUnder(db, [rule], now)) > 0) return undefined
  const { count } = await db
    .selectFrom('quota')
    .where('kind', '=', rule.kind)
    .where('subject', '=', personId)
    .select('count')
    .executeTakeFirstOrThrow()
  return count < most ? {} : { after: { refusalsKept: most } }
}

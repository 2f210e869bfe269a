import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { all, put } from '#contracts/preference'
import { ready } from '#platform/kernel/db/ready'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { countOwnChange } from '#platform/kernel/own-changes'
import { Refusal } from '#platform/kernel/refusal'

/** Everybody's own, and nobody else's. */
export const preferenceRoutes: readonly Route[] = [
  handle(all, async ({ db, person }) => {
    const rows = await db
      .selectFrom('preference')
      .where('account_id', '=', person.id)
      .orderBy('key')
      .select(['key', 'value'])
      .modifyEnd(ready)
      .execute()
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }),

  handle(put, async ({ db, person, now, body, changed }) => {
    const { key, value } = body
    // The row of the account is locked, so that nobody outruns the count. What was kept is the person's own, and in no log.
    await db.selectFrom('account').where('id', '=', person.id).select('id').forNoKeyUpdate().execute()
    await countOwnChange(db, person.id, now)
    changed({ subject: { id: key, name: key } })
    if (value === null) {
      await db.deleteFrom('preference').where('account_id', '=', person.id).where('key', '=', key).execute()
      return undefined
    }
    const kept = db.selectFrom('preference').where('account_id', '=', person.id)
    const others = await kept.where('key', '!=', key).select('key').execute()
    if (others.length >= limits.preferences) {
      throw new Refusal(codes.conflict, 'preferencesFull', { params: { most: limits.preferences } })
    }
    await db
      .insertInto('preference')
      .values({ account_id: person.id, key, value })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ value }))
      .execute()
    return undefined
  }),
]

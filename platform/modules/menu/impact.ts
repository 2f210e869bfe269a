import { sql } from 'kysely'
import { impact } from '#contracts/menu'
import { seesAccount } from '#platform/kernel/auth/authority'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { effectsOf, personName, refusedBy } from '#platform/kernel/impact'
import { inUse } from '#platform/kernel/refusal'
import { idsBelow, lockedEntry, rolesHolding } from './visible.ts'

export const impactRoutes: readonly Route[] = [
  handle(impact, async (call) => {
    const { db, locale, params } = call
    const node = await lockedEntry(call, params.id)
    const below = await idsBelow(db, node.id)
    const ids = [node.id, ...below]
    const holding = sql`select role_id from role_node where node_id = any(${ids})`
    const effects = await effectsOf(db, {
      entries: sql`select name from menu_node where id = any(${below})`,
      roles: sql`select name from role where id in (${holding})`,
      people: sql`select ${personName} as name from account a where ${seesAccount(call)} and a.id in (
        select ar.account_id from account_role ar where ar.role_id in (${holding}))`,
    })
    const refused = await refusedBy(locale, async () => {
      const roles = await rolesHolding(db, ids)
      if (roles > 0) throw inUse('menuInUse', { roles, nodes: below.length })
    })
    return { disable: { effects, refused: null }, remove: { effects, refused } }
  }),
]

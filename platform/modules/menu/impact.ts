import { sql } from 'kysely'
import { impact } from '#contracts/menu'
import { absent, seesAccount, within } from '#platform/kernel/auth/authority'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { effectsOf, personName, refusedBy } from '#platform/kernel/impact'
import { inUse } from '#platform/kernel/refusal'
import { idsBelow, managedNodes, requireEditable, rolesHolding } from './visible.ts'

export const impactRoutes: readonly Route[] = [
  handle(impact, async (call) => {
    const { db, person, scope, locale, params } = call
    const node = await managedNodes(call).where('n.id', '=', params.id).selectAll('n').executeTakeFirst()
    if (node === undefined) throw absent(person)
    const below = await idsBelow(db, node.id)
    const ids = [node.id, ...below]
    const holding = sql`
      select r.id from role r join role_node rn on rn.role_id = r.id
      where rn.node_id = any(${ids}) and ${within(scope, 'r.org_id')}`
    const effects = await effectsOf(db, {
      entries: sql`select name from menu_node where id = any(${below})`,
      roles: sql`select name from role where id in (${holding})`,
      people: sql`select ${personName} as name from account a where ${seesAccount(call)} and a.id in (
        select ar.account_id from account_role ar where ar.role_id in (${holding}))`,
    })
    const disabling = await refusedBy(locale, () => requireEditable(call, node))
    const removing = await refusedBy(locale, async () => {
      await requireEditable(call, node)
      const roles = await rolesHolding(db, ids)
      if (roles > 0) throw inUse('menuInUse', { roles, nodes: below.length })
    })
    return { disable: { effects, refused: disabling }, remove: { effects, refused: removing } }
  }),
]

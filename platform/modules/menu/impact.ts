import { sql } from 'kysely'
import * as menus from '#contracts/menu'
import { absent, seesAccount, within } from '#platform/kernel/auth/authority'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { type Impacts, impactOf, impactOfMany, personName } from '#platform/kernel/impact'
import { inUse } from '#platform/kernel/refusal'
import type { Node } from './record.ts'
import { idsBelow, managedNodes, requireEditable, requireSwitchable, rolesHolding } from './visible.ts'

const kinds: Impacts<Node>['remove']['kinds'] = async (call, ids) => {
  const all = await idsBelow(call.db, ...ids)
  const below = all.filter((id) => !ids.includes(id))
  const holding = sql`
    select r.id from role r join role_node rn on rn.role_id = r.id
    where rn.node_id = any(${[...ids, ...below]}) and ${within(call.scope, 'r.org_id')}`
  return {
    entries: sql`select name from menu_node where id = any(${below})`,
    roles: sql`select name from role where id in (${holding})`,
    people: sql`select ${await personName(call)} as name from account a where ${seesAccount(call)} and a.id in (
      select ar.account_id from account_role ar where ar.role_id in (${holding}))`,
  }
}
const impacts: Impacts<Node> = {
  visible: async (call, id) => {
    const node = await managedNodes(call).where('n.id', '=', id).selectAll('n').executeTakeFirst()
    if (node === undefined) throw absent(call.person)
    return node
  },
  disable: { by: menus.updateEnable, kinds, rules: requireSwitchable },
  remove: {
    by: menus.remove,
    kinds,
    rules: async (call, node, gone) => {
      await requireEditable(call, node)
      const below = (await idsBelow(call.db, node.id)).filter((id) => !gone.includes(id))
      const roles = await rolesHolding(call.db, [node.id, ...below])
      if (roles > 0) throw inUse('menuInUse', { roles, nodes: below.length })
    },
  },
}

export const impactRoutes: readonly Route[] = [
  handle(menus.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(menus.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),
]

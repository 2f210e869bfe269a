import type { Queries } from '#platform/db/schema'

/**
 * The nodes that a person's roles in one organization grant, where they and all that they hang under are enabled:
 * a tree is walked from its root, so that nothing below a disabled node is reached.
 */
export function grantedNodes(db: Queries, accountId: string, orgId: string) {
  return db
    .withRecursive('live', (query) =>
      query
        .selectFrom('menu_node')
        .where('pid', 'is', null)
        .where('enabled', '=', true)
        .select(['id', 'app_id'])
        .union((union) =>
          union
            .selectFrom('menu_node as child')
            .innerJoin('live', 'live.id', 'child.pid')
            .where('child.enabled', '=', true)
            .select(['child.id', 'child.app_id']),
        ),
    )
    .selectFrom('live as granted')
    .innerJoin('role_node as rn', 'rn.node_id', 'granted.id')
    .innerJoin('account_role as ar', 'ar.role_id', 'rn.role_id')
    .where('ar.account_id', '=', accountId)
    .where('ar.org_id', '=', orgId)
}

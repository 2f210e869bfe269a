import { sql } from 'kysely'
import { deleted, organization, restore } from '#contracts/organization'
import type { Reach } from '#platform/kernel/auth/authority'
import { grantableNodes } from '#platform/kernel/auth/nodes'
import { deletedRecords, keepDeleted, takeFromBin } from '#platform/kernel/bin'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { onDuplicate } from '#platform/kernel/refusal'

export const codeTaken = onDuplicate(organization, { organization_code_key: ['code', 'codeTaken'] })

/** Before its rows go. It was in nobody's use but the caller's, who alone, beside super administrators, may bring it back. */
export async function keepOrganization(
  call: Reach & { now: Date },
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { rows: roles } = await sql<{ id: string; name: string }>`
    select id, name from role where org_id = ${id}`.execute(call.db)
  const roleIds = roles.map((role) => role.id)
  await keepDeleted(call, {
    ...{ kind: 'organization', id, name, orgIds: [], names: roles },
    parts: [
      ['organization', 'id', [id]],
      ['membership', 'org_id', [id]],
      ['role', 'org_id', [id]],
      ['role_node', 'role_id', roleIds],
      ['account_role', 'org_id', [id]],
    ],
  })
}

export const organizationBinRoutes: readonly Route[] = [
  handle(deleted, (call) => deletedRecords(call, 'organization')),

  handle(restore, async (call) => {
    const { db, person, business, params, changed } = call
    const kept = await takeFromBin(call, 'organization', params.id)
    await kept.refer('membership', 'account_id', 'account')
    await kept.refer('account_role', 'account_id', 'account')
    await kept.refer('role_node', 'node_id', 'menu_node')
    await kept.forget('organization', 'made_in', 'organization')
    await kept.putBack('organization').catch(codeTaken)
    await kept.putBack('membership')
    await kept.putBack('role')
    if (!person.superIdentification) {
      // What has been taken from them where they work does not come back by this way.
      const { nodes } = await grantableNodes(db, person, business.orgId ?? '')
      kept.leave('role_node', (row) => !nodes.has(String(row.node_id)), 'role_id')
    }
    await kept.putBack('role_node')
    await kept.putBack('account_role')
    changed({ subject: { id: params.id, name: kept.name } })
    return { left: kept.left }
  }),
]

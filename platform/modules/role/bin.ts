import { sql } from 'kysely'
import { updateRoles } from '#contracts/account'
import { codes } from '#contracts/envelope'
import { deleted, restore, role } from '#contracts/role'
import { covers, type Reach, scopeOf } from '#platform/kernel/auth/authority'
import { deletedRecords, keepDeleted, takeFromBin } from '#platform/kernel/bin'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { onDuplicate, Refusal } from '#platform/kernel/refusal'
import { requireHeld } from '#platform/modules/account/roles'

export const nameTaken = onDuplicate(role, { role_name_key: ['name', 'nameTakenThere'] })

/** Before its rows go. */
export async function keepRole(
  call: Reach & { now: Date },
  role: { id: string; name: string; org_id: string },
): Promise<void> {
  const { id, name } = role
  const names = sql<{ id: string; name: string }>`
    select a.id, coalesce(a.name, a.account) as name from account_role ar join account a on a.id = ar.account_id
    where ar.role_id = ${id}
    union all select d.id, d.name from role r join department d on d.id = r.dept_id where r.id = ${id}
    union all select n.id, n.name from role_node rn join menu_node n on n.id = rn.node_id
    where rn.role_id = ${id}`
  await keepDeleted(call, {
    ...{ kind: 'role', id, name, orgIds: [role.org_id], names },
    parts: [
      ['role', 'id', [id]],
      ['role_node', 'role_id', [id]],
      ['account_role', 'role_id', [id]],
    ],
  })
}

export const roleBinRoutes: readonly Route[] = [
  handle(deleted, (call) => deletedRecords(call, 'role')),

  handle(restore, async (call) => {
    const { db, person, params, changed } = call
    const { id } = params
    const kept = await takeFromBin(call, 'role', id)
    await kept.refer('role', 'org_id', 'organization')
    const [orgId] = kept.ids('role', 'org_id')
    if (orgId === undefined) throw new Refusal(codes.conflict, 'restoreOrganization')
    await kept.forget('role', 'dept_id', 'department')
    await kept.refer('role_node', 'node_id', 'menu_node')
    const { rows: members } = await sql<{ id: string }>`
      select account_id as id from membership
      where org_id = ${orgId} and account_id = any(${kept.ids('account_role', 'account_id')}::text[])
      order by account_id for key share`.execute(db)
    // Giving it to anybody is a right of its own.
    const granting = await scopeOf(db, person, updateRoles.permissions)
    const known = new Set(covers(granting, orgId) ? members.map((member) => member.id) : [])
    kept.leave('account_role', (row) => !known.has(String(row.account_id)), 'account_id')
    await kept.putBack('role').catch(nameTaken)
    await kept.putBack('role_node')
    await kept.putBack('account_role')
    // Nobody grants by it what they could not grant themselves.
    await requireHeld(db, person, [[id, orgId]])
    changed({ subject: { id, name: kept.name } })
    return { left: kept.left }
  }),
]

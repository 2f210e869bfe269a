import { deleted, department, restore } from '#contracts/department'
import { codes } from '#contracts/envelope'
import type { Reach } from '#platform/kernel/auth/authority'
import { deletedRecords, keepDeleted, takeFromBin } from '#platform/kernel/bin'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { onDuplicate, Refusal } from '#platform/kernel/refusal'

export const codeTaken = onDuplicate(department, { department_code_key: ['code', 'codeTakenThere'] })

/** Before its row goes: nothing else does, for what is in use stays. */
export function keepDepartment(
  call: Reach & { now: Date },
  { id, name, org_id }: { id: string; name: string; org_id: string },
): Promise<void> {
  const parts = [['department', 'id', [id]]] as const
  return keepDeleted(call, { kind: 'department', id, name, orgIds: [org_id], parts, names: [] })
}

export const departmentBinRoutes: readonly Route[] = [
  handle(deleted, (call) => deletedRecords(call, 'department')),

  handle(restore, async (call) => {
    const kept = await takeFromBin(call, 'department', call.params.id)
    await kept.refer('department', 'org_id', 'organization')
    if (kept.rows('department').length === 0) throw new Refusal(codes.conflict, 'restoreOrganization')
    await kept.putBack('department').catch(codeTaken)
    call.changed({ subject: { id: call.params.id, name: kept.name } })
    return { left: kept.left }
  }),
]

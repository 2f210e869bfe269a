import { later } from '#components/form/later'
import type { OtherAction } from '#components/list/bulk'
import type { account } from '#contracts/account'
import type { May } from '#lib/list-result'

const ChooseRole = later(() => import('./account-bulk').then((module) => module.ChooseRole))
const ChooseDepartment = later(() => import('./account-bulk').then((module) => module.ChooseDepartment))

const roleInput =
  (held: 0 | 1): OtherAction['input'] =>
  (userId, { orgId, target }) => ({ body: { userId, orgId, roleId: target, held } })

/** What can be done with many accounts beyond what every list has, as far as the person may. */
export function accountBulkActions(may: May<typeof account>): readonly OtherAction[] {
  return [
    ...(may.setRole && may.listRole
      ? ([
          { key: 'addRole', name: 'setRole', choose: ChooseRole, input: roleInput(1) },
          { key: 'takeRole', name: 'setRole', choose: ChooseRole, input: roleInput(0) },
        ] as const)
      : []),
    ...(may.setDepartment
      ? ([
          {
            key: 'move',
            name: 'setDepartment',
            choose: ChooseDepartment,
            input: (userId, { orgId, target }) => ({ body: { userId, orgId, deptId: target } }),
          },
        ] satisfies OtherAction[])
      : []),
    ...(may.endSessions
      ? ([
          { key: 'endSessions', name: 'endSessions', input: (userId) => ({ body: { userId } }) },
        ] satisfies OtherAction[])
      : []),
  ]
}

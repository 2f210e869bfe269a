import { titleOf } from '../tests/security/abuse-case'
import { table } from '../tests/security/table'
import { test } from './security-stack'

for (const [group, cases] of Object.entries(table)) {
  test.describe(group, () => {
    for (const abuse of cases.slice(1)) test(titleOf(abuse), ({ attacker }) => abuse.try(attacker))
  })
}

import { expect } from 'playwright/test'
import { titleOf } from '../tests/security/abuse-case'
import { hostileSystem } from '../tests/security/hostile-system'
import { inBrowser } from '../tests/security/in-browser'
import { table } from '../tests/security/table'
import { unguarded } from '../tests/security/unguarded'
import { test } from './security-stack'

// One of each group; the others in security.long.spec.ts.
for (const [group, cases] of Object.entries(table)) {
  test.describe(group, () => {
    for (const abuse of cases.slice(0, 1)) test(titleOf(abuse), ({ attacker }) => abuse.try(attacker))
  })
}

test('the tables hold more than sixty abuse cases, each under an id of its own and with references', () => {
  const cases = [...Object.values(table).flat(), ...unguarded, ...hostileSystem, ...inBrowser]
  expect(cases.length).toBeGreaterThan(60)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  for (const { id, asvs } of cases) expect(asvs.join(), id).toMatch(/^\d+\.\d+\.\d+(,\d+\.\d+\.\d+)*$/)
})

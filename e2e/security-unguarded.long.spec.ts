import { titleOf } from '../tests/security/abuse-case'
import { createAttacker } from '../tests/security/attacker'
import { type Against, hostileSystem, startHostileSystem } from '../tests/security/hostile-system'
import { unguarded } from '../tests/security/unguarded'
import { test as base, targetAt } from './security-stack'
import { startUnguarded } from './unguarded-console'

/** A console without middleware, which loads sub-applications from a server in an attacker's hands. */
const test = base.extend<object, { against: Against }>({
  against: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const hostile = await startHostileSystem()
      const console = await startUnguarded([`http://127.0.0.1:${hostile.port}`])
      await use({ bare: createAttacker(await targetAt(console.origin)), hostile })
      await console.stop()
      await hostile.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

// One console for all of them.
test.describe.configure({ mode: 'default' })
test.describe('without the middleware', () => {
  for (const abuse of unguarded) test(titleOf(abuse), ({ against }) => abuse.try(against.bare))
})
test.describe('from the side of a system', () => {
  for (const abuse of hostileSystem) test(titleOf(abuse), ({ against }) => abuse.try(against))
})

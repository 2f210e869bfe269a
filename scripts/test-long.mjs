import { browserTests, documentLint, unitTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { elapsed } from './lib/steps.mjs'
import { closing, sum } from './lib/totals.mjs'

/** `npm run test:long`: what takes minutes, and what fetches tools of its own. `npm test` has the rest. */
command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  const total = sum([
    await documentLint(),
    await unitTests(['long', 'release', 'cluster']),
    await browserTests({ project: 'long' }),
  ])
  console.log(`\nAll in ${elapsed()}`)
  console.log(closing(total))
  return total.failures.length > 0 ? 1 : 0
})

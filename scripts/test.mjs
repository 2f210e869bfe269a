import { browserTests, lint, types, unitTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { elapsed } from './lib/steps.mjs'
import { closing, sum } from './lib/totals.mjs'

command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  const totals = [await types(), await lint(), await unitTests(['unit', 'platform'])]
  totals.push(await browserTests({ project: 'short', args: process.argv.slice(2) }))
  const total = sum(totals)
  console.log(`\nAll in ${elapsed()}`)
  console.log(closing(total))
  return total.failures.length > 0 ? 1 : 0
})

import { browserTests, lint, types, unitTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { elapsed } from './lib/steps.mjs'
import { lastLine, sum } from './lib/totals.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const totals = [await types(), await lint(), await unitTests(['unit', 'platform'])]
  totals.push(await browserTests({ project: 'short', args: process.argv.slice(2) }))
  const total = sum(totals)
  console.log(`\nAll in ${elapsed()}`)
  console.log(lastLine(total))
  return total.failed > 0 ? 1 : 0
})

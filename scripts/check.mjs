import { lint, types, unitTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { closing, sum } from './lib/totals.mjs'

command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  const total = sum([await types(), await lint(), await unitTests(['unit'], process.argv.slice(2))])
  console.log(closing(total))
  return total.failures.length > 0 ? 1 : 0
})

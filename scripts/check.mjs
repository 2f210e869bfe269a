import { lint, types, unitTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { lastLine, sum } from './lib/totals.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const total = sum([await types(), await lint(), await unitTests(['unit'], process.argv.slice(2))])
  console.log(lastLine(total))
  return total.failed > 0 ? 1 : 0
})

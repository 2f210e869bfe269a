import { browserTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { lastLine } from './lib/totals.mjs'

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const total = await browserTests({ args: process.argv.slice(2) })
  console.log(lastLine(total))
  return total.failed > 0 ? 1 : 0
})

import { browserTests } from './lib/checks.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { closing } from './lib/totals.mjs'

command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  const total = await browserTests({ args: process.argv.slice(2) })
  console.log(closing(total))
  return total.failures.length > 0 ? 1 : 0
})

import { ensureInstalled } from './install.mjs'
import { checkBeginning } from './node-version.mjs'
import { underNode24 } from './runtime.mjs'

/**
 * What every command does first: packages there, then Node 24. Gives an exit code when the command has run to its
 * end under another Node, and nothing when it is to go on here. `development` is for those that check, test and measure.
 */
export async function prepare({ development = false } = {}) {
  checkBeginning()
  await ensureInstalled({ development })
  return underNode24()
}

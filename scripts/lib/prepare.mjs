import { ensureInstalled } from './install.mjs'
import { checkBeginning } from './node-version.mjs'
import { underNode24 } from './runtime.mjs'

/**
 * What every command does first: packages there, then Node 24. Gives an exit code when the command has run to its
 * end under another Node, and nothing when it is to go on here.
 */
export async function prepare() {
  checkBeginning()
  await ensureInstalled()
  return underNode24()
}

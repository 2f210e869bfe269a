import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Has another process ask (`offer.mjs`), and gives what came of it. */
export async function ask(asked) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'offer.mjs'),
    JSON.stringify(asked),
  ])
  return JSON.parse(stdout)
}

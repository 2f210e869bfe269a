import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release, root } from '../../scripts/lib/paths.mjs'

/** One line for a report. */
export function version() {
  if (release === undefined) {
    const { version: number } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return `Atrium ${number} from a clone, Node ${process.versions.node}`
  }
  const { version: number, commit, made, postgresql, target } = release
  return `Atrium ${number} (${commit.slice(0, 12)}, ${made.slice(0, 10)}) for ${target}, Node ${process.versions.node}, PostgreSQL ${postgresql}`
}

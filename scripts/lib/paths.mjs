import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const modules = join(root, 'node_modules')
/** Results of the last test runs; Playwright empties test-results/ itself. */
export const results = join(modules, '.cache', 'atrium')

/** The script behind a package's command, to be run by this very Node instead of whichever comes first in PATH. */
export function tool(name, packageName = name) {
  const folder = join(modules, packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

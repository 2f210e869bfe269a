import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** What `npm run release` wrote beside the programs of an archive (tools/release); nothing in a clone. */
export const release = readRelease()
/** Where people type their commands: beside the `atrium` of an archive, or in the clone. */
export const home = release ? dirname(root) : root
export const modules = join(root, 'node_modules')
/** Results of the last test runs; Playwright empties test-results/ itself. */
export const results = join(modules, '.cache', 'atrium')

/** The script behind a package's command, to be run by this very Node instead of whichever comes first in PATH. */
export function tool(name, packageName = name) {
  const folder = join(modules, packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** A program of ours, from the root: TypeScript in a clone, bundled in an archive. */
export const program = (name) => `${name}.${release ? 'mjs' : 'ts'}`

const ownScripts = new Set(['platform', 'doctor', 'conformance'])

/** How people type one of our commands here. */
export function typed(name) {
  if (release) return `./atrium ${name}`
  if (name === 'start') return 'npm start'
  return ownScripts.has(name) ? `npm run ${name} --` : `npm run atrium -- ${name}`
}

function readRelease() {
  try {
    return JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

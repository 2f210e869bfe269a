import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'

/** The names of all settings: docs/operate/atrium.env says each of them once. */
export function knownVariables() {
  const text = readFileSync(join(root, 'docs', 'operate', 'atrium.env'), 'utf8')
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
}

/** Faults of a settings file that names what nobody reads. */
export function strangersAmong(envFile) {
  const known = new Set(knownVariables())
  const strangers = Object.keys(envFile?.said ?? {}).filter(
    (name) => !known.has(name) && !/^(NODE|OTEL)_/.test(name),
  )
  return strangers.map(
    (name) => `${envFile.path} sets ${name}, which nothing here reads. See docs/operate/atrium.env.`,
  )
}

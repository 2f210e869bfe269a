import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GivenFault } from './fault.mjs'
import { root } from './paths.mjs'

/** The names of all settings: docs/operate/atrium.env says each of them once. */
export function knownVariables() {
  const text = readFileSync(join(root, 'docs', 'operate', 'atrium.env'), 'utf8')
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
}

/** What Node, PostgreSQL's client, OpenTelemetry and the system read. */
const others = /^(NODE_|OTEL_|PG[A-Z]|SSL_CERT_|LC_|LANG$|TZ$|UV_)/

/** Faults of a settings file that names what nobody reads. */
export function strangersAmong(envFile) {
  const known = new Set(knownVariables())
  const strangers = Object.keys(envFile?.said ?? {}).filter((name) => !known.has(name) && !others.test(name))
  return strangers.map(
    (name) => `${envFile.path} sets ${name}, which nothing here reads. See docs/operate/atrium.env.`,
  )
}

/** @throws GivenFault for a settings file that names what nobody reads: a setting that is misspelt would be missing */
export function requireKnown(envFile) {
  const faults = strangersAmong(envFile)
  if (faults.length > 0) throw new GivenFault(faults.join('\n'))
}

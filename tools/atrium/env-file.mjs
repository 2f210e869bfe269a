import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvFile } from '../../scripts/lib/env-file.mjs'
import { home } from '../../scripts/lib/paths.mjs'

/**
 * Puts what the settings file says into `env`, where `env` does not say it already. The file is the one that ATRIUM_ENV
 * names, `atrium.env` beside the command, or /etc/atrium/atrium.env, whichever comes first.
 * @returns its path and the names in it; nothing where there is none
 */
export function readEnvFile(env, places = [join(home, 'atrium.env'), '/etc/atrium/atrium.env']) {
  const path = env.ATRIUM_ENV || places.find((place) => existsSync(place))
  if (path === undefined) return undefined
  const said = parseEnvFile(path)
  for (const [name, value] of Object.entries(said)) env[name] ??= value
  // Programs below know by this where it was.
  env.ATRIUM_ENV = path
  return { path, names: Object.keys(said) }
}

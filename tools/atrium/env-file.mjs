import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Fault } from '../../scripts/lib/fault.mjs'
import { home } from '../../scripts/lib/paths.mjs'

/**
 * Puts what the settings file says into `env`, where `env` does not say it already. The file is the one that ATRIUM_ENV
 * names, `atrium.env` beside the command, or /etc/atrium/atrium.env, whichever comes first.
 * @returns its path and the names in it; nothing where there is none
 */
export function readEnvFile(env, places = [join(home, 'atrium.env'), '/etc/atrium/atrium.env']) {
  const path = env.ATRIUM_ENV || places.find((place) => existsSync(place))
  if (path === undefined) return undefined
  const said = parse(path)
  for (const [name, value] of Object.entries(said)) env[name] ??= value
  // Programs below know by this where it was.
  env.ATRIUM_ENV = path
  return { path, names: Object.keys(said) }
}

function parse(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const fix =
      error.code === 'EACCES'
        ? 'Let this user read it (chown root:atrium and chmod 640, say).'
        : 'Set ATRIUM_ENV to the file with the settings, or leave it out.'
    throw new Fault(`${path} cannot be read (${error.code}). ${fix}`)
  }
  const wrong = text
    .split('\n')
    .findIndex((line) => line.trim() !== '' && !/^\s*(#|(export\s+)?\w+\s*=)/.test(line))
  if (wrong >= 0)
    throw new Fault(`${path}, line ${wrong + 1}: write NAME=value, with # at the beginning of a comment.`)
  return parseEnv(text)
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { GivenFault } from './fault.mjs'
import { home, release } from './paths.mjs'

/** Beside the command; that of the machine counts for what is installed on it, not for a clone. */
export const placesOf = (isArchive) => [
  join(home, 'atrium.env'),
  ...(isArchive ? ['/etc/atrium/atrium.env'] : []),
]

/** The settings file that `env` names in ATRIUM_ENV, or the first of the places where there is one. */
export const findEnvFile = (env, places = placesOf(release !== undefined)) =>
  env.ATRIUM_ENV || places.find((place) => existsSync(place))

/**
 * Puts what the settings file says into `env`, where `env` does not say it already.
 * @returns its path, what it said, and the names that `env` has from it; nothing where there is none
 */
export function readEnvFile(env, places) {
  const path = findEnvFile(env, places)
  if (path === undefined) return undefined
  const said = parseEnvFile(path)
  const taken = Object.keys(said).filter((name) => env[name] === undefined)
  for (const name of taken) env[name] = said[name]
  return { path, said, taken }
}

/** What a settings file says, by name. @throws Fault for one that cannot be read, or holds a line that says nothing */
export function parseEnvFile(path) {
  let text
  try {
    // Some editors put a mark before the first line.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const fix =
      error.code === 'EACCES'
        ? 'Let this user read it (chown root:atrium and chmod 640, say).'
        : 'Set ATRIUM_ENV to the file with the settings, or leave it out.'
    throw new GivenFault(`${path} cannot be read (${error.code}). ${fix}`)
  }
  const wrong = text
    .split('\n')
    .findIndex((line) => line.trim() !== '' && !/^\s*(#|(export\s+)?\w+\s*=)/.test(line))
  if (wrong >= 0)
    throw new GivenFault(
      `${path}, line ${wrong + 1}: write NAME=value, with # at the beginning of a comment.`,
    )
  const said = parseEnv(text)
  const open = Object.keys(said).find((name) => /^(["'`])(?!.*\1$)/s.test(said[name]))
  if (open !== undefined)
    throw new GivenFault(`${path}: the quotation mark before the value of ${open} is never closed.`)
  return said
}

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
  let bytes
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const fix =
      error.code === 'EACCES'
        ? 'Let this user read it (chown root:atrium and chmod 640, say).'
        : 'Set ATRIUM_ENV to the file with the settings, or leave it out.'
    throw new GivenFault(`${path} cannot be read (${error.code}). ${fix}`)
  }
  const said = {}
  // Line by line: a value over several would hold the settings behind it.
  for (const [index, line] of textOf(path, bytes).split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const wrong = (why) => new GivenFault(`${path}, line ${index + 1}: ${why}`)
    const [beginning, name] = /^\s*(?:export\s+)?(\w+)\s*=\s*/.exec(line) ?? []
    if (name === undefined) throw wrong('write NAME=value, with # at the beginning of a comment.')
    const given = line.slice(beginning.length)
    if (unclosed.test(given))
      throw wrong(`the quotation mark before the value of ${name} is not closed behind it.`)
    // Others read it as part of the value.
    if (cut.test(given))
      throw wrong(
        `a # follows the value of ${name} at once. Put the value in quotation marks if the # belongs to it, or a blank before the # if a comment begins there.`,
      )
    const [value] = Object.values(parseEnv(`${name}=${given}`))
    if (value.includes('\n')) throw wrong(`the value of ${name} holds a line break, which no setting takes.`)
    said[name] = value
  }
  return said
}

/** Some editors put a mark before the first line, and others write another encoding. */
function textOf(path, bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new GivenFault(`${path} is not written in UTF-8. Save it anew in that encoding.`)
  }
}

/** A quoted value that does not end where its line does, or a comment begins. */
const unclosed = /^(["'`])(?!((?!\1).)*\1\s*(#|$))/

/** A value without quotation marks that goes on with a #. */
const cut = /^[^"'`#][^#]*(?<!\s)#/

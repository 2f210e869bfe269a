import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Fault } from './fault.mjs'

/** What a settings file says, by name. @throws Fault for one that cannot be read, or holds a line that says nothing */
export function parseEnvFile(path) {
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

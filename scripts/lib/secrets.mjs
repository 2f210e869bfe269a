import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from './fault.mjs'

/** Makes the data folder. Root opens it for passing through (its files are closed one by one): PostgreSQL runs as another user. */
export function openDataFolder(folder) {
  try {
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/** Level by level: Node's own recursive form never ends on some file systems. */
function makeFolder(folder, mode) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), 0o755)
  mkdirSync(folder, { mode })
}

/** Reads the secret of that name in the data folder, or makes it: 32 random bytes, base64url, readable by the owner only. */
export function keepSecret(folder, name) {
  const file = join(folder, name)
  try {
    return readSecret(file) ?? makeSecret(file)
  } catch (error) {
    throw folderFault(folder, error)
  }
}

function readSecret(file) {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function makeSecret(file) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    // A link appears whole or not at all, and never over the one that another start made meanwhile.
    linkSync(draft, file)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const secret = readSecret(file)
  if (!secret) throw new Fault(`${file} is empty. Remove it and start again: a new one is made.`)
  return secret
}

function folderFault(folder, error) {
  if (error instanceof Fault) return error
  const reason =
    error.code === 'ENOSPC'
      ? 'no space is left on the disk'
      : error.code === 'EROFS'
        ? 'it is read-only'
        : error.code
  return new Fault(
    `The data folder ${folder} cannot be used (${reason}). Set DATA_DIR to a folder that this user can write.`,
  )
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault, GivenFault } from './fault.mjs'
import { placeFile } from './place-file.mjs'

/** What we make has 43 characters; an operator's own may have others, of those that one can type, but for what separates several. */
const pattern = /^[!-+\--~]{32,1000}$/
/** Of what is no key to anything stored: a new session secret signs people out, no more. */
const lostWithoutHarm = 'Put it back from a backup, or remove it and start again: a new one is made.'

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
export function keepSecret(folder, name, fix = lostWithoutHarm) {
  const file = join(folder, name)
  try {
    return readSecret(file, fix) ?? makeSecret(file, fix)
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/**
 * The same, of those that are there already, without making one.
 * @throws GivenFault for one that cannot be read or is damaged
 */
export function readSecret(file, fix = lostWithoutHarm) {
  let text
  try {
    // Asked before it is opened: opening a pipe would wait for whoever writes into it.
    if (!statSync(file).isFile()) throw new GivenFault(`${file} is not a file. ${fix}`)
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Fault) throw error
    if (error.code === 'ENOENT') return undefined
    throw new GivenFault(
      `${file} cannot be read (${error.code}). Give it to this user, readable (chown, chmod 600).`,
    )
  }
  const secrets = text.split(',').map((secret) => secret.trim())
  if (!secrets.every((secret) => pattern.test(secret)))
    throw new GivenFault(
      `${file} is damaged: it holds no secret of 32 characters or more (or several, separated by commas). ${fix}`,
    )
  return secrets.join(',')
}

function makeSecret(file, fix) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    // Never over the one that another start made meanwhile.
    placeFile(draft, file)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readSecret(file, fix)
  if (secret === undefined) throw new GivenFault(`${file} is a link that leads nowhere. ${fix}`)
  return secret
}

/** What a full disk says, which is no folder given wrongly: later it takes a start. */
const full = { ENOSPC: 'no space is left on the disk', EDQUOT: 'the disk quota is used up' }

/** A failure to read or write in the data folder, with its fix. */
export function folderFault(folder, error) {
  if (error instanceof Fault) return error
  const path = error.path ?? folder
  const of = path === folder ? '' : `: ${path}`
  const told = (reason, fix) => `The data folder ${folder} cannot be used (${reason}${of}). ${fix}`
  if (full[error.code]) return new Fault(told(full[error.code], 'Make room there.'))
  const other = 'DATA_DIR to a folder that this user can write.'
  if (error.code === 'EROFS')
    return new GivenFault(told('it is read-only', `Make it writable, or set ${other}`))
  const fix = path === folder ? `Set ${other}` : `Give it to this user (chown -R), or set ${other}`
  return new GivenFault(told(error.code, fix))
}

import { randomBytes } from 'node:crypto'
import { link, open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StorageFault } from './fault.ts'

const fileName = 'postgres-password'
const mostBytes = 1024
/** What we make has 43 characters. Whatever else stands there was broken on the way. */
const pattern = /^[\w-]{32,200}$/

/** The password of the database, made once; the file appears with its content or not at all. */
export async function keepPassword(folder: string, isNew: boolean): Promise<string> {
  return (await readPassword(folder, isNew)) ?? makePassword(join(folder, fileName))
}

/** The same, where there is one. @throws StorageFault for a file that cannot be read or is damaged */
export async function readPassword(folder: string, isNew = false): Promise<string | undefined> {
  const file = join(folder, fileName)
  const fix = isNew
    ? 'Remove it and start again: a new one is made.'
    : 'Put the file of this database back, from a backup or from where the folder was copied.'
  const text = await readSecret(file, fix)
  if (text !== undefined && !pattern.test(text))
    throw new StorageFault(`${file} is damaged: it holds no password. ${fix}`)
  return text
}

async function readSecret(file: string, fix: string): Promise<string | undefined> {
  try {
    // Asked before it is opened: opening a pipe would wait for whoever writes into it.
    if (!(await stat(file)).isFile()) throw new StorageFault(`${file} is not a file. ${fix}`)
    const opened = await open(file)
    try {
      const { bytesRead, buffer } = await opened.read(Buffer.alloc(mostBytes), 0, mostBytes, 0)
      return buffer.toString('utf8', 0, bytesRead).trim()
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof StorageFault) throw error
    throw new StorageFault(
      `${file} cannot be read (${codeOf(error)}). Give it to this user, readable (chown, chmod 600).`,
    )
  }
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await link(draft, file)
  await rm(draft)
  return password
}

import { accessSync, chmodSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFolder, StorageFault } from './fault.ts'

/**
 * Locks `folder` for the life of this process and gives the function that unlocks it.
 * Throws a StorageFault when another live process holds it.
 *
 * Node has no flock. An exclusive SQLite transaction on an empty file is one: the kernel holds the lock,
 * drops it when the process dies in whatever way, and grants it to exactly one of several at once.
 * A pid file can do none of that.
 */
export function lockFolder(folder: string): () => void {
  const holder = join(folder, 'platform.pid')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'lock'))
    // By path: opening the file once more and closing it would drop this process's locks.
    chmodSync(join(folder, 'lock'), 0o600)
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === 5) throw new StorageFault(takenMessage(folder, holder))
    throw explainFolder(refusalOf(folder, sqliteCode(error)), folder)
  }
  const held = lock
  try {
    // Only for the message of the next one; the lock does not depend on it.
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    held.close()
    throw explainFolder(error, folder)
  }
  return () => {
    if (!held.isOpen) return
    rmSync(holder, { force: true })
    held.close()
  }
}

function takenMessage(folder: string, holder: string): string {
  let pid = ''
  try {
    pid = ` (process ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    // the holder is between locking and writing its number
  }
  return `Another platform${pid} is running on the data folder ${folder}. Stop it, or set DATA_DIR to another folder for this one.`
}

/** SQLite only says that it cannot; the file system says why. */
function refusalOf(folder: string, code: number): Error {
  if (code === 13) return Object.assign(new Error(), { code: 'ENOSPC' })
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (error instanceof Error) return error
  }
  return Object.assign(new Error(), { code: 'EACCES' })
}

function sqliteCode(error: unknown): number {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return error.errcode & 0xff
  return 0
}

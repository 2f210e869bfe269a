import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFolder, StorageFault } from './fault.ts'

/** Of SQLite. */
const corrupt = 11
const notADatabase = 26

/** Another live process holds the folder. */
export class FolderTaken extends StorageFault {}

/**
 * Locks `folder` for the life of this process and gives the function that unlocks it.
 * Throws FolderTaken when another live process holds it.
 *
 * Node has no flock. An exclusive SQLite transaction on an empty file is one: the kernel holds the lock,
 * drops it when the process dies in whatever way, and grants it to exactly one of several at once.
 * A pid file can do none of that.
 */
export function lockFolder(folder: string): () => void {
  const holder = join(folder, 'platform.pid')
  const file = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    // By path: opening the file once more and closing it would drop this process's locks.
    chmodSync(file, 0o600)
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === 5) throw new FolderTaken(takenMessage(folder, holder))
    if (isDamaged(file, sqliteCode(error))) {
      throw new StorageFault(`${file} is damaged. It holds nothing: remove it and start again.`)
    }
    throw explainFolder(refusalOf(folder, sqliteCode(error)), folder)
  }
  const held = lock
  try {
    // Only for the message of the next one; the lock does not depend on it.
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    held.close()
    if (existsSync(holder) && !statSync(holder).isFile()) {
      throw new StorageFault(`${holder} is not a file. Remove it and start again.`)
    }
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

/** No file, or one with something in it. */
function isDamaged(file: string, code: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && (!stats.isFile() || [notADatabase, corrupt].includes(code))
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

import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. */
const beat = 1000
/** Longer than a holder ever is too busy to say that it is there. */
const longestSilence = 60_000

/**
 * Does work that only one process may do at a time; the others wait. What one that was killed left behind holds nobody up.
 * @param waiting called once where another one is at it
 */
export async function alone(lock, work, waiting = () => {}) {
  for (let hasTold = false; !take(lock); hasTold = true) {
    if (!hasTold) waiting()
    await sleep(200)
  }
  const alive = setInterval(() => touch(lock), beat)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    rmSync(lock, { force: true })
  }
}

/** The same with what a clone is made ready by. Where nothing can be written, the work itself says so. */
export async function makingIn(folder, work) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return work()
  }
  return alone(join(folder, '.making'), work, () =>
    console.log('• Another process is installing or building here; waiting for it …'),
  )
}

function take(lock) {
  try {
    mkdirSync(dirname(lock), { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isLeft(lock)) rmSync(lock, { force: true })
  return false
}

function isLeft(lock) {
  try {
    // In a container that starts again another process has the number of the one before.
    if (Date.now() - statSync(lock).mtimeMs > longestSilence) return true
    const holder = Number(readFileSync(lock, 'utf8'))
    // Just made, and not written yet.
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function touch(lock) {
  const now = new Date()
  try {
    utimesSync(lock, now, now)
  } catch {
    // Somebody has cleared the folder.
  }
}

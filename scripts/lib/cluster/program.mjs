import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../fault.mjs'
import { lastWords } from '../run.mjs'

/**
 * A program of somebody else's in the foreground, which ends when this process does. `account` is the user and group that
 */
export function createProgram({
  name,
  program,
  args,
  env = {},
  account,
  isReady,
  onLine = () => {},
  onDeath = () => {},
  stopSignal = 'SIGTERM',
  stopLimit = 15_000,
  startLimit = 60_000,
}) {
  let child
  let ended = Promise.resolve()
  let words = ''
  let isAsked = false

  async function start() {
    words = ''
    isAsked = false
    let hasEnded = false
    let serves = false
    const own = account ? ['--reuid', account.uid, '--regid', account.gid, '--clear-groups'] : []
    child = spawn('setpriv', ['--pdeathsig', 'TERM', ...own.map(String), program, ...args], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A Ctrl-C is ours to hand on, in the right order.
      detached: true,
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        words = (words + chunk).slice(-20_000)
        for (const line of chunk.split('\n').filter(Boolean)) onLine(line)
      })
    }
    ended = new Promise((resolve) => {
      child.once('error', (error) => {
        words += error.message
        resolve('it could not start')
      })
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    }).then((how) => {
      hasEnded = true
      if (serves && !isAsked) onDeath(how, running)
    })
    for (const limit = Date.now() + startLimit; !(await isReady()); await sleep(50)) {
      if (!hasEnded && Date.now() < limit) continue
      await stop()
      throw new Fault(
        `${name} ${hasEnded ? 'ended' : 'does not serve'}. Its last words:\n${lastWords(words)}`,
      )
    }
    serves = true
  }

  async function stop() {
    isAsked = true
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill(stopSignal)
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    await ended
    clearTimeout(timer)
  }

  const running = {
    name,
    start,
    stop,
    /** SIGKILL, waited for. */
    async kill() {
      isAsked = true
      child?.kill('SIGKILL')
      await ended
    },
    get pid() {
      return child?.pid
    },
    get words() {
      return words
    },
  }
  return running
}

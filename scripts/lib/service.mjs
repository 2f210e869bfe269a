import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from './fault.mjs'
import { root } from './paths.mjs'
import { environment, lastWords } from './run.mjs'
import { followParent } from './runtime.mjs'

/**
 * A server of ours as a child process that can be stopped and started again.
 * `probe` is an address that answers below 500 once it serves, which takes `startLimit` at most, counted anew each time that
 * the program says that it still starts; with `saysReady` it has said `{ ready: true }` by then, too; `onLine` gets its words line by line;
 * `onDeath` gets a Fault with its last words, how it ended, and the service, when it ends unasked after it was ready.
 */
export function createService({
  name,
  args,
  env,
  probe,
  onLine = () => {},
  onDeath = () => {},
  startLimit = 120_000,
  stopLimit,
  answerLimit = 5_000,
  endLimit = 5_000,
  saysReady = false,
}) {
  let child
  let ended = Promise.resolve()
  let words = ''
  let isAsked = false
  let isReady = false
  let questions = 0

  const describe = (code, signal) =>
    new Fault(
      `The ${name} ${isReady ? 'stopped unexpectedly' : 'could not start'} (${signal ?? `exit code ${code}`}). Its last words:\n${lastWords(words) || '(none)'}`,
    )

  async function start() {
    words = ''
    isAsked = false
    isReady = false
    await untilFree()
    child = spawn(process.execPath, [...followParent, ...args], {
      cwd: root,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches a whole process group; in one of its own, each server waits for its turn to stop.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    // Where no more files can be opened there is none, and the error below says so.
    for (const stream of [child.stdout, child.stderr]) if (stream) readLines(stream)
    let death
    ended = new Promise((resolve) => {
      child.once('error', (error) => {
        death = new Fault(`The ${name} could not start: ${error.message}`)
        resolve(death)
      })
      child.once('close', (code, signal) => {
        death ??= describe(code, signal)
        if (isReady && !isAsked) onDeath(death, signal ?? `exit code ${code}`, service)
        resolve(death)
      })
    })
    // Not by the clock, which may be put right just then.
    let limit = performance.now() + startLimit
    let hasSaid = !saysReady
    child.on('message', (message) => {
      if (message?.starting) limit = performance.now() + startLimit
      if (message?.ready) hasSaid = true
    })
    for (; !isReady; await sleep(20)) {
      if (death) throw isAsked ? new Fault(`The ${name} was stopped while it started`) : death
      if (performance.now() > limit) {
        await stop()
        throw new Fault(
          `The ${name} does not answer at ${probe} after ${startLimit / 1000} s. Its last words:\n${lastWords(words)}`,
        )
      }
      // Another one may answer there, to which this one lost the address or the data folder meanwhile. Not asked before: a
      // question that goes out from the very port would keep the program from listening there.
      isReady = hasSaid && (await answers(probe)) && !death
    }
  }

  /** Whoever answers there already would be taken for this one; what is just ending is waited for. */
  async function untilFree() {
    for (const limit = performance.now() + endLimit; await answers(probe); await sleep(100)) {
      if (performance.now() > limit)
        throw new Fault(`The ${name} could not start: another program answers at ${probe}.`)
    }
  }

  function readLines(stream) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk) => {
      words = (words + chunk).slice(-20_000)
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      for (const line of lines) onLine(line)
    })
  }

  async function stop() {
    isAsked = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    await ended
    clearTimeout(timer)
  }

  function keep(settings) {
    for (const [name, value] of Object.entries(settings)) env[name] = value ?? undefined
  }

  async function ask(settings) {
    if (!isReady || !child.connected)
      throw new Fault(`The ${name} does not run at this moment. Reload again when it does.`)
    const { promise, resolve, reject } = Promise.withResolvers()
    const asking = child
    const asked = ++questions
    const answered = ({ reloaded, fault } = {}) => {
      if (reloaded !== asked) return
      if (fault === undefined) resolve()
      else reject(new Fault(`The ${name} does not take its settings: ${fault}`))
    }
    const silent = () => reject(new Fault(`The ${name} does not say whether it takes its settings.`))
    const timer = setTimeout(silent, answerLimit)
    asking.on('message', answered).once('disconnect', silent)
    asking.send({ reload: settings, asked }, (error) => error && silent())
    return promise.finally(() => {
      clearTimeout(timer)
      asking.off('message', answered).off('disconnect', silent)
    })
  }

  const service = {
    name,
    start,
    stop,
    kill: () => child?.kill('SIGKILL'),
    /**
     * Settings that have another value from now on (null: none), also for a start that follows.
     * @throws Fault when the program does not take them, and has changed nothing; or does not say whether it does
     */
    async change(settings) {
      await ask(settings)
      keep(settings)
    },
    /** Settings as they were before a change, whatever the program says to that. */
    async takeBack(settings) {
      keep(settings)
      await ask(settings).catch(() => {})
    },
    get pid() {
      return child?.pid
    },
    get words() {
      return words
    },
  }
  return service
}

function answers(address) {
  return new Promise((resolve) => {
    const request = get(address, { agent: false, timeout: 10_000 }, (response) => {
      response.resume()
      resolve(response.statusCode < 500)
    })
    request.on('timeout', () => request.destroy())
    // What changes the protocol (101) ends without an error.
    for (const end of ['error', 'close']) request.on(end, () => resolve(false))
  })
}

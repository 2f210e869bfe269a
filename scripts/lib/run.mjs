import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { onOrphaned } from './orphan.mjs'
import { modules, root } from './paths.mjs'

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Programs that our children start find this Node and the installed commands first. */
export function environment(extra = {}) {
  const path = [dirname(process.execPath), join(modules, '.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: '1', ...extra }
}

/**
 * Runs a program to its end: exit code (-1 if it could not start) and what it said.
 * `show` lets its words through as they come; otherwise they are only kept.
 */
export function run(program, args, { show = true, env = {}, cwd = root, quiet = () => false } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      // Where no more files can be opened there is none, and the error below says so.
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output = (output + chunk).slice(-100_000)
        if (show && !quiet(chunk)) target.write(chunk)
      })
    }
    // Left behind, it would go on, and hold its locks: it ends first, then we do.
    let endedBy
    const end = (signal) => {
      endedBy = signal
      child.kill(signal)
    }
    for (const signal of endings) process.on(signal, end)
    const unwatch = onOrphaned(() => end('SIGTERM'))
    const done = (outcome) => {
      unwatch()
      for (const signal of endings) process.off(signal, end)
      if (endedBy) process.kill(process.pid, endedBy)
      resolve(outcome)
    }
    child.on('error', (error) => done({ code: -1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? -1, output }))
  })
}

/** The last lines that say something. */
export const lastWords = (output, count = 15) =>
  output
    .split('\n')
    .filter((line) => line.trim())
    .slice(-count)
    .join('\n')

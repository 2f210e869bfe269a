import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { modules, root } from './paths.mjs'

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
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-100_000)
        if (show && !quiet(String(chunk))) target.write(chunk)
      })
    }
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** The last lines that say something. */
export const lastWords = (output, count = 15) =>
  output
    .split('\n')
    .filter((line) => line.trim())
    .slice(-count)
    .join('\n')

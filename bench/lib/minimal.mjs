import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tool } from '../../scripts/lib/paths.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'

const folder = resolve(import.meta.dirname, '../minimal')

/** The least that a Next server can do (`bench/minimal`), built once: a page of ten rows at /, a constant answer at /constant. */
export async function startMinimal() {
  if (!existsSync(resolve(folder, '.next/BUILD_ID'))) await next(['build', folder]).done
  const port = await freePort()
  const server = next(['start', folder, '-H', '127.0.0.1', '-p', String(port)])
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return { url, stop: () => server.child.kill() }
    await sleep(50)
  }
  throw new Error('the minimal page does not answer')
}

function next(args) {
  const child = spawn(process.execPath, [tool('next'), ...args], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const done = new Promise((finished, failed) =>
    child.on('exit', (code) => (code === 0 ? finished() : failed(new Error(`next ${args[0]}: ${code}`)))),
  )
  done.catch(() => {})
  return { child, done }
}

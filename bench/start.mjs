import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { benchFolder } from './lib/bench-folder.mjs'
import { median, table } from './lib/figures.mjs'

const runs = 5
const root = resolve(import.meta.dirname, '..')

/** Seconds from `npm start` to the console's answer, npm's own start included; the first run also makes the database. */
export async function benchStart() {
  const { dataDir, removeFolder } = benchFolder()
  const seconds = []
  for (let run = 0; run <= runs; run += 1) seconds.push(await oneStart(dataDir))
  removeFolder()
  const [first, ...later] = seconds
  console.log(
    table(
      ['npm start', 'seconds until ready'],
      [
        ['empty data folder', first.toFixed(2)],
        [`later, median of ${runs}`, median(later).toFixed(2)],
        ['later, slowest', Math.max(...later).toFixed(2)],
      ],
    ),
  )
}

async function oneStart(dataDir) {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PLATFORM_PORT: String(await freePort()),
  }
  const begun = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true })
  for (;;) {
    // The captcha comes from the platform, through the console: it takes both, and the database.
    const address = `http://127.0.0.1:${port}/api/authorization/captcha?key=${Date.now()}`
    const answer = await fetch(address, { headers: { 'x-console': '1' } }).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error('npm start ended by itself')
    await new Promise((done) => setTimeout(done, 20))
  }
  const taken = (performance.now() - begun) / 1000
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
  return taken
}

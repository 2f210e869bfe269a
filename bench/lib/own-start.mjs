import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../../scripts/lib/paths.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { benchFolder, databaseAddress } from './bench-folder.mjs'
import { captcha } from './bench-stack.mjs'

/** `npm start` as an operator has it, in a data folder and on ports of its own, to be started again and again (Linux). */
export async function ownStart() {
  const { dataDir, removeFolder } = benchFolder()
  const ports = {
    PORT: await freePort(),
    PLATFORM_PORT: await freePort(),
    EMS_PORT: await freePort(),
    WMS_PORT: await freePort(),
  }
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: dataDir,
    CAPTCHA_FIXED: captcha,
    DEMO: '1',
    RATE_LIMIT: '0',
    DATABASE_URL: '',
    PLATFORM_URL: '',
    PUBLIC_ORIGIN: '',
  }
  let npm
  let words = ''

  return {
    url: `http://127.0.0.1:${ports.PORT}`,
    /** The last of what it said. */
    words: () => words.slice(-4000),
    start() {
      npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [npm.stdout, npm.stderr]) {
        stream.on('data', (chunk) => {
          words = (words + chunk).slice(-20_000)
        })
      }
    },
    /** SIGTERM for npm, as a service manager sends it. Gives the seconds until every process is gone. */
    async stop() {
      const all = this.processes()
      const since = performance.now()
      npm.kill('SIGTERM')
      while (all.some(isAlive)) await sleep(20)
      return (performance.now() - since) / 1000
    },
    /** Everything below npm, PostgreSQL included. */
    processes: () => [npm.pid, ...below(npm.pid)],
    launcher: () => parentOf(numberIn('platform.pid')),
    platform: () => numberIn('platform.pid'),
    postmaster: () => numberIn('postgres/cluster/postmaster.pid'),
    /** Processes that still name the data folder, whoever is their parent now. */
    leftOver: () => everyProcess().filter((pid) => mentions(pid, dataDir)),
    /** A connection that goes past the platform. */
    async database() {
      const client = new pg.Client(databaseAddress(dataDir))
      client.on('error', () => {})
      await client.connect()
      return client
    },
    remove: removeFolder,
  }

  function numberIn(name) {
    return Number(readFileSync(join(dataDir, name), 'utf8').split('\n')[0])
  }
}

const everyProcess = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

function below(pid) {
  const parents = everyProcess().map((child) => [child, parentOf(child)])
  const of = (parent) => parents.filter(([, above]) => above === parent).map(([child]) => child)
  const found = of(pid)
  for (const child of found) found.push(...of(child))
  return found
}

function parentOf(pid) {
  try {
    // The name in brackets may hold anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1])
  } catch {
    return undefined
  }
}

export function isAlive(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)[0] !== 'Z'
  } catch {
    return false
  }
}

function mentions(pid, text) {
  try {
    return (
      readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text) ||
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    )
  } catch {
    return false
  }
}

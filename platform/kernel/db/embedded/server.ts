import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { explainFolder, StorageFault } from './fault.ts'
import { guard } from './guard.ts'
import { type Home, socketFolder, socketName } from './home.ts'
import { cleanEnvironment, run } from './run.ts'

/** Space that a new cluster and its first log files take, with room to begin working. */
const spaceForNewCluster = 200 * 1024 * 1024
const stopLimit = 5_000
/** The kernel's limit for a socket's path (108 bytes on Linux, 104 on macOS), less PostgreSQL's own file name. */
const longestSocketFolder = 103 - `/${socketName}`.length

/** Makes the cluster unless it is there; refuses one of another major version without touching it. */
export async function ensureCluster(home: Home, binaries: Binaries, password: string): Promise<void> {
  if (existsSync(home.cluster)) return requireMajor(home.cluster, binaries.major)
  const { bavail, bsize } = await statfs(home.folder)
  if (bavail * bsize < spaceForNewCluster)
    throw explainFolder(Object.assign(new Error(), { code: 'ENOSPC' }), home.folder)
  await initialise(home, binaries, password)
}

/** @throws StorageFault for a cluster of another major version than the programs' */
export async function requireMajor(cluster: string, major: string): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (made === major) return
  throw new StorageFault(
    /^\d+$/.test(made)
      ? `The database in ${cluster} was made by PostgreSQL ${made}, and this version of Atrium brings PostgreSQL ${major}. Nothing was changed. Move the data with pg_dump of version ${made}, or serve the folder with that version and set DATABASE_URL.`
      : `${cluster} is no PostgreSQL data folder (PG_VERSION is missing or damaged). Nothing was changed. Put the data back from a backup, or move the folder away to begin with an empty one.`,
  )
}

/** Beside the final place and renamed at the end: a first start that is cut short leaves no half cluster. */
async function initialise(home: Home, binaries: Binaries, password: string): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (name.startsWith('new-')) await rm(join(home.folder, name), { recursive: true, force: true })
  }
  const fresh = await mkdtemp(join(home.folder, 'new-'))
  const passwordFile = join(fresh, 'password')
  const cluster = join(fresh, 'cluster')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await own(fresh, home)
  await own(passwordFile, home)
  const { code, output } = await run(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    home.account,
  )
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true })
    throw explainOutput(output, home.folder, 'The database could not be made')
  }
  await rename(cluster, home.cluster)
  const folder = await open(home.folder)
  await folder.sync()
  await folder.close()
  await rm(fresh, { recursive: true, force: true })
}

async function own(path: string, { account }: Home): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
}

export interface Address {
  /** Host part of a connection string, an encoded socket folder or `127.0.0.1`, with the port: PGPORT is that of others. */
  host: string
  settings: string[]
}

/** A socket in a folder closed to others; a loopback port where there are no sockets or the path is too long for one. */
export async function chooseAddress(home: Home): Promise<Address> {
  const folder = socketFolder(home)
  if (process.platform === 'win32' || Buffer.byteLength(folder) > longestSocketFolder) {
    const port = await freePort()
    return {
      host: `127.0.0.1:${port}`,
      settings: ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='],
    }
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await own(folder, home)
  return {
    host: `${encodeURIComponent(folder)}:5432`,
    settings: [
      'listen_addresses=',
      'port=5432',
      // A list, whose names may stand in quotes.
      `unix_socket_directories="${folder.replaceAll('"', '""')}"`,
      'unix_socket_permissions=0700',
    ],
  }
}

/** Where the server of a cluster listens, by what it has written itself: the port, its sockets' folder, its address. */
export async function runningAddress(home: Home): Promise<string> {
  const file = join(home.cluster, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  const [port, folder, address] = lines.slice(3, 6)
  if (folder && port) return `${encodeURIComponent(folder)}:${port}`
  if (address && port) return `${address}:${port}`
  throw new StorageFault(`The database in ${home.cluster} is starting or ending: try again in a moment.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const megabyte = 2 ** 20

/** Megabytes of the pages that the server keeps at hand: a sixteenth of the memory, which it takes as it needs it. */
export function sharedBuffers(memory: number): number {
  return Math.round(Math.min(1024, Math.max(128, memory / 16 / megabyte)))
}

/** Bytes: the machine's, or what a container may use of it. */
function totalMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

export interface Server {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL and resolves when it takes connections (after recovery, if it was killed before). It ends with this
 * process, whatever ends that.
 * @param cancelled gives the start up
 */
export async function launch(
  home: Home,
  binaries: Binaries,
  address: Address,
  log: (line: string) => void,
  cancelled: AbortSignal,
): Promise<Server> {
  cancelled.throwIfAborted()
  const settings = [
    ...address.settings,
    'fsync=on',
    'max_connections=200',
    `shared_buffers=${sharedBuffers(totalMemory())}MB`,
    'lc_messages=C',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_destination=stderr',
    'logging_collector=off',
    'log_min_messages=log',
    'log_checkpoints=off',
  ]
  const child = spawn(
    binaries.postgres,
    ['-D', home.cluster, ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: home.cluster.startsWith('/') ? '/' : undefined,
      uid: home.account.uid,
      gid: home.account.gid,
      env: cleanEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      // In its own process group, for Ctrl-C reaches the whole group: the platform finishes first, then its database.
      detached: process.platform !== 'win32',
      windowsHide: true,
    },
  )
  const dismiss = guard(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).finally(dismiss)
  const cancel = () => void child.kill('SIGINT')
  cancelled.addEventListener('abort', cancel)
  try {
    await ready(child, ended, home, log)
  } finally {
    cancelled.removeEventListener('abort', cancel)
  }
  return { ended, stop: () => stop(child, ended) }
}

async function ready(
  child: ChildProcess,
  ended: Promise<string>,
  home: Home,
  log: (line: string) => void,
): Promise<void> {
  const lines: string[] = []
  let rest = ''
  const listening = new Promise<void>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        if (lines.length < 50) lines.push(line)
        if (/FATAL|PANIC|automatic recovery|was terminated by|No space left/.test(line))
          log(`PostgreSQL: ${line}`)
        if (line.includes('ready to accept connections')) resolve()
      }
    })
  })
  // However long it takes: one that was interrupted while it recovers would begin anew.
  const early = await Promise.race([listening, ended])
  if (early !== undefined) {
    const output = [...lines, rest].filter(Boolean).join('\n') || early
    throw explainOutput(output, home.folder, 'PostgreSQL could not start')
  }
}

/** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopLimit)
  await ended
  clearTimeout(timer)
}

function explainOutput(output: string, folder: string, what: string): Error {
  const codes: [RegExp, string][] = [
    [/No space left/i, 'ENOSPC'],
    [/quota exceeded/i, 'EDQUOT'],
    [/Read-only file system/i, 'EROFS'],
    [/Permission denied/i, 'EACCES'],
  ]
  if (/could not look up effective user ID/.test(output)) {
    return new StorageFault(
      `This user (uid ${process.geteuid?.()}) has no name on this machine, and PostgreSQL makes no database for a number: give it one in /etc/passwd, run as another user, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const code = codes.find(([pattern]) => pattern.test(output))?.[1]
  if (code) return explainFolder(Object.assign(new Error(), { code }), folder)
  return new StorageFault(
    `${what}. Its last words:\n${output.split('\n').slice(-8).join('\n')}\nSet DATABASE_URL to use a PostgreSQL of your own instead.`,
  )
}

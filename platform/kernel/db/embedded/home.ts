import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { accountForNew, accountOf, canReach, isRoot } from './account.ts'
import { codeOf, StorageFault } from './fault.ts'
import type { OsAccount } from './run.ts'

/** Where root keeps what must not lie below a closed home folder. */
export const sharedFolder = '/var/lib/atrium'

export interface Home {
  /** Holds `cluster` and the socket's folder; belongs to the account. */
  folder: string
  /** PostgreSQL's own data folder. */
  cluster: string
  account: OsAccount
}

export const socketName = '.s.PGSQL.5432'

/** Where the server's socket is, unless the path is too long for one. */
export const socketFolder = (home: Home): string => join(home.folder, 'socket')

const ours =
  /^(lock|console-|platform\.pid|postgres|session-secret|platform-client-secret|audit-key|operation-log-head)/

/**
 * Finds or makes the folder of the database for this data folder (an absolute, real path).
 * A place once used stays the place: a changed mode of some folder above must never look like an empty database.
 */
export async function findHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const near = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres-location')
  const far = await farHome(dataDir, pointer, log)
  const used = far ?? (existsSync(join(near, 'cluster')) ? near : undefined)
  if (used) {
    const account = await accountOf(join(used, 'cluster'))
    if (!(await canReach(used, account))) {
      throw new StorageFault(
        `The database in ${used} belongs to uid ${account.uid}, which cannot reach it: open the folders above it (chmod a+x), or move DATA_DIR to a folder it can reach.`,
      )
    }
    return { folder: used, cluster: join(used, 'cluster'), account }
  }
  const account = await accountForNew()
  await openToAccount(dataDir)
  if (await canReach(dataDir, account)) return makeHome(near, account)

  const folder = join(sharedFolder, fingerprint(dataDir))
  log(`The user "postgres" cannot reach ${dataDir}, so the database is kept in ${folder}`)
  const home = await makeHome(folder, account)
  await writeFile(join(folder, 'of'), `${dataDir}\n`)
  await writeFile(pointer, `${folder}\n`, { flush: true })
  return home
}

/** The cluster that a data folder holds or leads to, where there is one; nothing is made. */
export async function usedCluster(dataDir: string): Promise<string | undefined> {
  const far = await readLine(join(dataDir, 'postgres-location'))
  return [far ?? '', join(dataDir, 'postgres')]
    .filter(Boolean)
    .map((folder) => join(folder, 'cluster'))
    .find(existsSync)
}

/** The place outside the data folder, when one was chosen earlier. A copied data folder gets a database of its own. */
async function farHome(
  dataDir: string,
  pointer: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  if (!existsSync(pointer)) return undefined
  const folder = await readLine(pointer)
  // Taken for none, it would let an empty database stand in for the one that it led to.
  if (!folder || !isAbsolute(folder)) {
    throw new StorageFault(
      `${pointer} is damaged: it names the folder of this database, below ${sharedFolder}. Write that into it, or remove it to begin with an empty one.`,
    )
  }
  if (!existsSync(join(folder, 'cluster'))) {
    // A first start that was cut short leaves a folder without a cluster; a missing folder is lost data.
    if (existsSync(folder)) return undefined
    throw new StorageFault(
      `The database of this data folder was in ${folder}, which is gone. Put it back, or remove ${pointer} to begin with an empty one.`,
    )
  }
  const owner = await readLine(join(folder, 'of'))
  if (owner === dataDir) return folder
  if (owner && (await readLine(join(owner, 'postgres-location'))) === folder) {
    log(
      `${dataDir} is a copy of ${owner}, whose database stays with it: this one begins with an empty database`,
    )
    return undefined
  }
  await writeFile(join(folder, 'of'), `${dataDir}\n`)
  return folder
}

async function makeHome(folder: string, account: OsAccount): Promise<Home> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o700)
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
  return { folder, cluster: join(folder, 'cluster'), account }
}

/** As root: lets others pass through a data folder that holds nothing but our own files (each closed by itself). */
async function openToAccount(dataDir: string): Promise<void> {
  if (!isRoot()) return
  const { mode, uid } = await stat(dataDir)
  const strangers = (await readdir(dataDir)).filter((name) => !ours.test(name))
  if (uid === 0 && (mode & 0o011) !== 0o011 && strangers.length === 0)
    await chmod(dataDir, (mode & 0o777) | 0o011)
}

const fingerprint = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16)

async function readLine(path: string): Promise<string | undefined> {
  return (await readFile(path, 'utf8').catch(() => '')).trim() || undefined
}

/** The data folder as an absolute path without symbolic links, made if missing. */
export async function openDataFolder(dataDir: string): Promise<string> {
  await makeFolder(resolve(dataDir), isRoot() ? 0o711 : 0o700)
  return realpath(dataDir)
}

/** Level by level: Node's own recursive form never ends on some file systems and hides why it failed on others. */
async function makeFolder(path: string, mode: number): Promise<void> {
  if (existsSync(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), 0o755)
  await mkdir(path, { mode }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

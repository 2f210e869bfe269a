import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Debian's `nobody`, whose home is not there. */
export const nobody = { uid: 65_534, gid: 65_534 }

/** What the launcher, PostgreSQL's account and its watch need of a machine; there is no Node among it. */
const programs = ['sh', 'dirname', 'readlink', 'uname', 'id', 'chmod']

export interface Sandbox {
  /** `nobody` may write in it. */
  folder: string
  remove: () => void
}

/** A folder that `nobody` owns, in one that everybody can reach. */
export function makeSandbox(name: string): Sandbox {
  const outer = mkdtempSync(join(tmpdir(), 'atrium-release-test-'))
  chmodSync(outer, 0o755)
  const folder = join(outer, name)
  mkdirSync(folder)
  chownSync(folder, nobody.uid, nobody.gid)
  mkdirSync(join(outer, 'bin'))
  for (const program of programs) {
    const path = ['/usr/bin', '/bin'].map((place) => join(place, program)).find((file) => existsSync(file))
    if (path) symlinkSync(path, join(outer, 'bin', program))
  }
  copyFileSync(join(import.meta.dirname, 'within.mjs'), join(outer, 'within.mjs'))
  return { folder, remove: () => rmSync(outer, { recursive: true, force: true }) }
}

/** Why no place without a network can be made here; nothing where it can. */
export function noNamespaces(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make a place without a network, and be nobody in it'
  const { status, stderr } = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : `unshare --net ip does not work here: ${stderr}`
}

export interface Seen {
  /** From the start to being ready, as `atrium start` says it. Missing when it was never ready. */
  seconds?: number
  /** Of all that ran, on whatever machine: what a quiet one needs at most. */
  processorSeconds: number
  code: number
  /** Of the network: none. */
  routes: number
  answers: Record<string, { status: number; text: string }>
  words: string
}

/**
 * Runs `atrium start` of an unpacked archive as `nobody`, with no network but loopback, no Node, no home, and no environment
 * but `env`; asks it for these paths, and stops it.
 */
export function runWithin(
  { folder }: Sandbox,
  env: Record<string, string>,
  origin: string,
  paths: readonly string[],
): Seen {
  const outer = dirname(folder)
  const command = join(folder, 'atrium')
  const own = join(dirname(realpathSync(command)), 'bin', 'node')
  const variables = Object.entries({ PATH: join(outer, 'bin'), ...env }).map((entry) => entry.join('='))
  const { stdout, stderr } = spawnSync(
    'unshare',
    [
      ...['--net', 'sh', '-c', 'ip link set lo up && cd / && exec "$@"', 'sh'],
      ...['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups', '--no-new-privs'],
      ...['env', '-i', ...variables, own, join(outer, 'within.mjs'), command, origin, ...paths],
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  if (!stdout.trim()) throw new Error(`nothing was seen: ${stderr}`)
  return JSON.parse(stdout)
}

import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageFault } from './fault.ts'
import { type Home, socketFolder, socketName } from './home.ts'
import { run } from './run.ts'

const fastShutdown = 10_000
const immediateShutdown = 15_000

/**
 * Ends a PostgreSQL that outlived its platform (kill -9), or what a killed one of `whose` left, so that ours may start, and
 * clears away the locks that one left.
 * Call it with the folder's lock held: then whoever runs on this cluster has no platform any more. It is never killed
 * with SIGKILL; an immediate shutdown (SIGQUIT) at worst means recovery from the log, which loses no acknowledged row.
 */
export async function endLeftovers(
  home: Home,
  log: (line: string) => void,
  whose: 'an earlier platform' | 'this platform' = 'an earlier platform',
): Promise<void> {
  const { cluster } = home
  const first = await serversOn(cluster)
  if (first.length > 0) {
    log(
      whose === 'this platform'
        ? `Ending what is left of the PostgreSQL that ended (process ${first[0]})`
        : `Ending the PostgreSQL that an earlier platform left running (process ${first[0]})`,
    )
    // What is left of a killed one serves nobody, and has nobody to hand an orderly shutdown on.
    const isWhole = first[0] === postmaster(cluster)
    if (isWhole) signal(first.slice(0, 1), 'SIGINT')
    if (!isWhole || !(await gone(cluster, fastShutdown))) {
      signal(await serversOn(cluster), 'SIGQUIT')
      if (!(await gone(cluster, immediateShutdown))) {
        throw new StorageFault(
          `A PostgreSQL from an earlier start (processes ${(await serversOn(cluster)).join(', ')}) still runs on ${cluster} and does not stop. End it, then start again.`,
        )
      }
    }
  }
  // What the files name now is dead or, after a reboot or in a container, a stranger with the same number, for whose sake
  // PostgreSQL would refuse to start. The cluster's only where all processes were looked at: elsewhere PostgreSQL's own
  // check is the better one. The socket's everywhere: it guards no data.
  if (process.platform === 'linux') rmSync(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of [socketName, `${socketName}.lock`]) {
    rmSync(join(socketFolder(home), name), { force: true, recursive: true })
  }
}

async function gone(cluster: string, limit: number): Promise<boolean> {
  for (const end = performance.now() + limit; performance.now() < end; await sleep(20)) {
    if ((await serversOn(cluster)).length === 0) return true
  }
  return false
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // ended meanwhile
    }
  }
}

/** The processes of PostgreSQL that work in this cluster, the postmaster first. */
async function serversOn(cluster: string): Promise<number[]> {
  const main = postmaster(cluster)
  if (process.platform !== 'linux')
    return main !== undefined && (await looksLikeServer(main, cluster)) ? [main] : []
  // Every process of a server has its cluster as working folder, the children of a killed postmaster too.
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && workingFolder(name) === cluster)
  return found.map(Number).sort((a, b) => Number(b === main) - Number(a === main) || a - b)
}

function postmaster(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function workingFolder(pid: string): string | undefined {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`)
    return /\/postgres( \(deleted\))?$/.test(program) ? readlinkSync(`/proc/${pid}/cwd`) : undefined
  } catch {
    return undefined
  }
}

async function looksLikeServer(pid: number, cluster: string): Promise<boolean> {
  const { code, output } = await run('ps', ['-o', 'command=', '-p', String(pid)])
  return code === 0 && output.includes('postgres') && output.includes(cluster)
}

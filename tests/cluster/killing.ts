import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { captcha, signIn } from '../../bench/lib/bench-stack.mjs'
import { compare, type Found, startWriting } from '../../bench/lib/writers.mjs'
import { type Cluster, startCluster } from '../../scripts/lib/cluster/cluster.mjs'
import { type Read, signedOutOf, startReading } from './reading.ts'

export interface Outcome {
  kills: number
  found: Found
  reads: number
  failed: Read[]
  signedOut: number
}

export const startForKilling = () =>
  startCluster({ env: { CAPTCHA_FIXED: captcha, RATE_LIMIT: '0', PASSWORD_COST: '8' } })

/** A connection of its own to what the cluster stores, and the organization that is written to. */
export async function databaseOf(cluster: Cluster) {
  const database = new pg.Client(await cluster.databaseUrl())
  database.on('error', () => {})
  await database.connect()
  const { rows } = await database.query<{ id: string }>(`select id from organization where code = 'EAST'`)
  return { database, orgId: rows[0]?.id ?? '' }
}

/** Kills a console and a platform, those of a and those of b in turns, for so many milliseconds, under reads and writes. */
export async function killInTurns(cluster: Cluster, duration: number): Promise<Outcome> {
  const { url } = cluster
  const cookies = await Promise.all(Array.from({ length: 4 }, () => signIn(url)))
  const { database, orgId } = await databaseOf(cluster)
  const writing = startWriting(url, cookies[0] ?? '', orgId)
  const reading = startReading(url, cookies)
  let kills = 0
  try {
    await writing.untilDone(60)
    for (const until = Date.now() + duration; Date.now() < until; kills += 1) {
      await killOne(cluster, kills)
    }
  } finally {
    await Promise.all([writing.stop(), reading.stop()])
  }
  const signedOut = await signedOutOf(url, cookies)
  const found = await compare(database, writing.told)
  await database.end()
  const failed = reading.reads.filter(({ fault }) => fault !== undefined)
  return { kills, found, reads: reading.reads.length, failed, signedOut }
}

async function killOne({ consoles, platforms }: Cluster, turn: number): Promise<void> {
  // Of one machine, then of two.
  const site = consoles[turn % 2]
  const platform = platforms[(turn >> 1) % 2]
  if (site === undefined || platform === undefined) throw new Error('a cluster has two machines')
  site.kill()
  await sleep(Math.random() * 300)
  platform.kill()
  await Promise.all([
    back(`http://127.0.0.1:${site.settings.port}/healthz`),
    back(`${platform.settings.platformUrl}/healthz`),
  ])
  await sleep(500)
}

/** Gone, and there again. */
async function back(address: string): Promise<void> {
  const isThere = () =>
    fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (await isThere()) await sleep(20)
  for (const limit = Date.now() + 60_000; !(await isThere()); await sleep(50)) {
    if (Date.now() > limit) throw new Error(`${address} does not come back`)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { captcha, signIn } from '../../bench/lib/bench-stack.mjs'
import { compare, type Found, startWriting, type Writing } from '../../bench/lib/writers.mjs'
import { type Cluster, type Database, startCluster } from '../../scripts/lib/cluster/cluster.mjs'
import { type Reading, signedOutOf, startReading } from './reading.ts'

/** PostgreSQL alone is killed, or Patroni too, as when the machine is gone. */
export type Kind = 'crash' | 'vanish'

interface Failover {
  kind: Kind
  /** Seconds from the kill until there is a new primary. */
  primary: number
  /** Seconds from there until the first read and the first write that succeed. */
  read: number
  write: number
  /** Seconds from there until the last read that failed, and the last write that was not acknowledged, began; 0 for none. */
  lastFailure: number
}

export interface Outcome {
  failovers: Failover[]
  found: Found
  /** Reads in all, those that failed from a kill on until there was a new primary, and those that failed at any other time. */
  reads: number
  readsWithoutPrimary: number
  failedReads: number
  signedOut: number
}

/** May read all of it, wherever they stand. */
const readers = Array.from({ length: 4 }, () => 'admin')
const seconds = (milliseconds: number) => milliseconds / 1000
/** Milliseconds. */
const patience = 120_000

/** What people do goes on with every program: HAProxy leads one platform to the primary, the other one finds it by itself. */
export const startForFailover = (onLine: (name: string, line: string) => void = () => {}) =>
  startCluster({
    env: { CAPTCHA_FIXED: captcha, RATE_LIMIT: '0', PASSWORD_COST: '8' },
    hosts: ['b'],
    onLine,
  })

/** Kills the primary, again and again, under writes and reads. `tell` hears of each. */
export async function killPrimaries(
  cluster: Cluster,
  kinds: readonly Kind[],
  tell: (failover: Failover) => void = () => {},
): Promise<Outcome> {
  const { url } = cluster
  const cookies = await Promise.all(readers.map((name) => signIn(url, name)))
  const database = async () => {
    const client = new pg.Client(await cluster.databaseUrl())
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const before = await database()
  const { rows } = await before.query(`select id from organization where code = 'EAST'`)
  await before.end()
  const writing = startWriting(url, cookies[0] ?? '', rows[0].id)
  const reading = startReading(url, cookies)
  const failovers: Failover[] = []
  const outages: [number, number][] = []
  try {
    await writing.untilDone(60)
    for (const kind of kinds) {
      await sleep(500 + Math.random() * 1500)
      const { outage, ...failover } = await failOver(cluster.databases, kind, writing, reading)
      outages.push(outage)
      failovers.push(failover)
      tell(failover)
    }
  } finally {
    await Promise.all([writing.stop(), reading.stop()])
  }
  const signedOut = await signedOutOf(url, cookies)
  const after = await database()
  const found = await compare(after, writing.told)
  await after.end()
  const { reads } = reading
  const failed = reads.filter(isFailed)
  const without = failed.filter(({ began, ended }) =>
    outages.some(([killed, promoted]) => ended > killed && began < promoted),
  )
  return {
    failovers,
    found,
    reads: reads.length,
    readsWithoutPrimary: without.length,
    failedReads: failed.length - without.length,
    signedOut,
  }
}

const isFailed = ({ fault }: { fault: string | undefined }) => fault !== undefined

async function failOver(
  databases: readonly Database[],
  kind: Kind,
  writing: Writing,
  reading: Reading,
): Promise<Failover & { outage: [number, number] }> {
  const [primary, replica] = await inOrder(databases)
  await until(() => replica.isSynchronous(), 'the replica does not follow')
  const killed = performance.now()
  await primary[kind]()
  await until(() => replica.isPrimary(), 'there is no new primary')
  const promoted = performance.now()
  const firstOf = (times: () => (number | undefined)[]) =>
    until(() => times().find((time) => time !== undefined && time > promoted), 'nothing succeeds again')
  const [read, write] = await Promise.all([
    firstOf(() => reading.reads.filter((one) => !isFailed(one)).map(({ ended }) => ended)),
    firstOf(() => writing.doneAt),
  ])
  // What fails after that would be seen here.
  await sleep(2_000)
  const failed = reading.reads.filter((one) => isFailed(one) && one.began > promoted)
  const last = Math.max(
    promoted,
    ...failed.map(({ began }) => began),
    ...writing.failedAt.filter((began) => began > promoted),
  )
  if (kind === 'vanish') await primary.start()
  return {
    outage: [killed, promoted],
    kind,
    primary: seconds(promoted - killed),
    read: seconds(read - promoted),
    write: seconds(write - promoted),
    lastFailure: seconds(last - promoted),
  }
}

async function inOrder(databases: readonly Database[]): Promise<[Database, Database]> {
  const [a, b] = databases
  if (a === undefined || b === undefined) throw new Error('a cluster has two databases')
  return until(async () => {
    if (await a.isPrimary()) return [a, b]
    return (await b.isPrimary()) ? [b, a] : undefined
  }, 'there is no primary')
}

async function until<T>(look: () => Promise<T> | T, fault: string): Promise<NonNullable<Exclude<T, false>>> {
  for (const limit = Date.now() + patience; Date.now() < limit; await sleep(10)) {
    const found = await look()
    if (found) return found as NonNullable<Exclude<T, false>>
  }
  throw new Error(`${fault} within ${seconds(patience)} s`)
}

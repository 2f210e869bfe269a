import { ensureClusterPrograms } from '../scripts/lib/cluster/packages.mjs'
import { Fault } from '../scripts/lib/fault.mjs'
import { table } from './lib/figures.mjs'

const kills = Number(process.env.FAILOVER_KILLS ?? 20)
const figure = (seconds) => seconds.toFixed(1)

/** The primary of a whole cluster, killed under writes and reads through nginx; nothing is mended by hand. */
export async function benchFailover() {
  await ensureClusterPrograms()
  const { killPrimaries, startForFailover } = await import('../tests/cluster/failover.ts')
  const cluster = await startForFailover()
  try {
    const kinds = Array.from({ length: kills }, (_, at) => (at % 2 === 0 ? 'crash' : 'vanish'))
    const outcome = await killPrimaries(cluster, kinds, ({ kind, primary, read, write, lastFailure }) =>
      console.log(
        `${kind}: new primary ${figure(primary)} s, read ${figure(read)} s, write ${figure(write)} s, last failure ${figure(lastFailure)} s`,
      ),
    )
    report(outcome)
  } finally {
    await cluster.stop()
  }
}

export function report({ failovers, found, reads, readsWithoutPrimary, failedReads, signedOut }) {
  const rows = ['crash', 'vanish'].flatMap((kind) => {
    const of = failovers.filter((failover) => failover.kind === kind)
    if (of.length === 0) return []
    const spread = (read) => {
      const sorted = of.map(read).toSorted((a, b) => a - b)
      return `${figure(sorted[Math.floor((sorted.length - 1) / 2)])} / ${figure(sorted.at(-1))}`
    }
    const fromKill = (to) => (failover) => failover.primary + failover[to]
    return [
      [
        kind,
        String(of.length),
        spread(({ primary }) => primary),
        spread(({ read }) => read),
        spread(({ write }) => write),
        spread(fromKill('read')),
        spread(fromKill('write')),
      ],
    ]
  })
  const names = ['killed', 'times', 'new primary', 'then read', 'then write', 'kill to read', 'kill to write']
  console.log(`\nseconds, median / most\n\n${table(names, rows)}\n`)
  for (const [name, value] of Object.entries(found)) {
    console.log(`writes, ${name}: ${Array.isArray(value) ? `${value.length} ${value.slice(0, 5)}` : value}`)
  }
  console.log(
    `reads: ${reads}, failed while there was no primary: ${readsWithoutPrimary}, failed later: ${failedReads}; signed out: ${signedOut}`,
  )
  const late = failovers.filter(({ read, write, lastFailure }) => Math.max(read, write, lastFailure) >= 2)
  const faults = found.lost.length + found.twice.length + found['stored though told unchanged'].length
  if (faults + signedOut + late.length > 0) {
    throw new Fault(
      'Writes were lost, done twice or told wrongly, people signed out, or it took longer than 2 s.',
    )
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cluster } from '../../scripts/lib/cluster/cluster.mjs'
import { type Kind, killPrimaries, startForFailover } from './failover.ts'

/** `npm run bench -- failover` kills twenty times. */
const kills = Number(process.env.FAILOVER_KILLS ?? 4)
const kinds = Array.from({ length: kills }, (_, at): Kind => (at % 2 === 0 ? 'crash' : 'vanish'))

describe('a primary that is killed under load', () => {
  let cluster: Cluster | undefined
  beforeAll(async () => {
    cluster = await startForFailover()
  })
  afterAll(() => cluster?.stop())

  test('HOLD-1 HOLD-2 loses no acknowledged write, does none twice, signs nobody out, and the next one serves within 2 s', async () => {
    if (cluster === undefined) throw new Error('the cluster has not started')
    const { failovers, found, signedOut } = await killPrimaries(cluster, kinds)
    expect(found.acknowledged).toBeGreaterThan(kills)
    expect(found).toMatchObject({ lost: [], twice: [], 'stored though told unchanged': [], refused: [] })
    expect(signedOut).toBe(0)
    expect(failovers).toHaveLength(kills)
    const late = failovers.filter(({ read, write, lastFailure }) => Math.max(read, write, lastFailure) >= 2)
    expect(late).toEqual([])
  })
})

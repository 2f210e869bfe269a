import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '#contracts/registry'
import { testPlatform } from '../harness.ts'
import { crossedBorders } from './borders.ts'
import { undoChanges, watchChanges } from './changes.ts'
import { type Outcome, succeeded } from './outcome.ts'
import { type Generated, modules, requestTo, shown, writeOf } from './requests.ts'
import { brokenAnswer, brokenRules, faultsOf } from './rules.ts'
import { answerTo, faultsSince, outcomeOf, settledChanges } from './send.ts'
import { dependsOn, type Standing, standingOf } from './standing.ts'
import { type Actor, ordinary, prepareWorld, type World } from './world.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** Requests before, and after, the one that a case is about; then everything is put back. */
const longestBeside = 1
const casesAtOnce = 8
/** Different requests that are sent at the same moment. */
const atOnce = 3
/** How long an answer may take, in milliseconds. */
const patience = 2_000

/**
 * Sends generated requests to every call of the contract, `FUZZ_RUNS` or else so many in all. `FUZZ_SEED=7
 * FUZZ_RUNS=10000` sends other ones, and more of them; what came of them is then shown.
 */
export function fuzzEveryCall(usual: number): void {
  const wanted = Number(process.env.FUZZ_RUNS ?? usual)
  const platform = testPlatform()
  let world: World
  const standings = new Map<Actor, Standing>()
  beforeAll(async () => {
    world = await prepareWorld(platform)
    for (const actor of ordinary) standings.set(actor, await standingOf(platform.db, actor))
    await watchChanges(platform.db)
  })

  const names = Object.keys(endpoints) as EndpointName[]
  const answers = new Map<string, Map<string, number>>()
  const timeout = Math.max(20_000, wanted * 20)

  test.each(names)(
    'whatever anybody sends to %s: no fault, no hang, no row changes that may not',
    async (name) => {
      const share = wanted / names.length
      let sent = 0
      const isQuick = async (steps: readonly Generated[]) => {
        sent += steps.length
        return inOrder(steps)
      }
      const property = fc.asyncProperty(casesOf(name), async (steps) => {
        // Sent twice from the same state, for a busy machine may have held up the first.
        if (!(await isQuick(steps)) && !(await isQuick(steps))) throw new Error('answers too late')
      })
      for (let round = 0; sent < share; round += 1) {
        await fc.assert(property, { seed: seedOf(round), numRuns: casesAtOnce })
      }
    },
    timeout,
  )

  /** Neighbouring seeds begin alike, hence far apart. A failure's own seed, as FUZZ_SEED, is that of the first round. */
  function seedOf(round: number): number {
    return round === 0 ? seed : Math.imul(seed + round, 0x9e3779b1)
  }

  /** Requests to one call, with some to others before and after them. */
  function casesOf(name: EndpointName): fc.Arbitrary<Generated[]> {
    const others = fc.array(requestTo(world), { maxLength: longestBeside })
    return fc
      .tuple(others, requestTo(world, name), others)
      .map(([before, own, after]) => [...before, own, ...after])
  }

  /** Sends them one after the other and puts everything back. Throws for a broken rule; tells whether all came in time. */
  async function inOrder(steps: readonly Generated[]): Promise<boolean> {
    let isFirstState = true
    let slowest = 0
    try {
      for (const step of steps) {
        const outcome = await outcomeOf(platform, step)
        const standing = isFirstState ? standings.get(step.actor) : undefined
        const broken = [...brokenRules(outcome), ...(standing ? crossedBorders(outcome, standing) : [])]
        if (broken.length > 0) throw new Error(`${broken.join('\n')}\n${shown(step)}`)
        count(outcome)
        isFirstState &&= !outcome.changes.some(({ table }) => dependsOn.includes(table))
        slowest = Math.max(slowest, outcome.milliseconds)
      }
    } finally {
      await undoChanges(platform.db)
    }
    return slowest <= patience
  }

  test.each(modules)(
    'calls of %s at the same moment are all answered, whoever comes first',
    async (module) => {
      const cases = fc.array(writeOf(world, module), { minLength: 1, maxLength: atOnce })
      const property = fc.asyncProperty(cases, async (requests) => {
        const logged = platform.log.length
        try {
          // Each twice, as by a double click.
          const twice = [...requests, ...requests]
          const outcomes = await Promise.all(twice.map((request) => answerTo(platform, request)))
          await settledChanges(platform)
          const broken = [
            ...outcomes.flatMap(brokenAnswer),
            ...faultsOf({ faults: faultsSince(platform, logged) }),
          ]
          if (broken.length > 0) throw new Error(broken.join('\n'))
        } finally {
          await undoChanges(platform.db)
        }
      })
      await fc.assert(property, { seed, numRuns: Math.ceil(wanted / 400) })
    },
    timeout,
  )

  /** Else the rules above would hold for want of requests that get far. Only the demo's energy system tells of alarms. */
  test.each(names.filter((name) => name !== 'alarm.count'))(
    'generated requests to %s can succeed',
    async (name) => {
      const requests = fc.sample(requestTo(world, name, fc.constant('valid')), { seed, numRuns: 200 })
      for (const request of requests.filter(({ actor }) => actor === 'admin')) {
        const outcome = await outcomeOf(platform, request)
        await undoChanges(platform.db)
        if (succeeded(outcome)) return
      }
      expect.unreachable('none of them has succeeded')
    },
  )

  afterAll(() => {
    if (process.env.FUZZ_RUNS !== undefined) console.log(table())
  })

  function count(outcome: Outcome): void {
    const known = answers.get(outcome.request.name) ?? new Map<string, number>()
    const result = succeeded(outcome) ? 'success' : String(outcome.status)
    answers.set(outcome.request.name, known.set(result, (known.get(result) ?? 0) + 1))
  }

  function table(): string {
    const all = [...answers.values()].flatMap((results) => [...results.values()])
    const lines = Array.from(answers, ([name, results]) => {
      const counts = Array.from(results, ([result, times]) => `${result} ${times}`).sort()
      return `${name}: ${counts.join(', ')}`
    })
    return [`${all.reduce((sum, times) => sum + times, 0)} requests`, ...lines.sort()].join('\n')
  }
}

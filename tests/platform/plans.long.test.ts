import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { fillDatabase } from '../../bench/lib/generated.mjs'
import { addressOf, listCalls, madeAskers } from '../../bench/lib/list-calls.mjs'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  Plans?: Plan[]
}

async function planOf({ sql, parameters }: CompiledQuery): Promise<Plan> {
  const asked = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters])
  const { rows } = await platform.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(asked)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error(`no plan: ${sql}`)
  return plan
}

/** What grows with people and with time. */
const large = [
  'account',
  'membership',
  'account_role',
  'session',
  'role',
  'department',
  'login_log',
  'operation_log',
]

/** The large tables that are read from one end to the other, and for what. */
function readWhole({ 'Node Type': type, 'Relation Name': table = '', Filter, Plans = [] }: Plan): string[] {
  const isWhole = type === 'Seq Scan' && large.includes(table)
  return [...(isWhole ? [`${table} for ${Filter ?? 'all'}`] : []), ...Plans.flatMap(readWhole)]
}

/** A count goes as far as the planner thinks that it costs little (`countedPage`), whichever way that is. */
const isCount = ({ sql }: CompiledQuery) => /^\s*(select count\(\*\)|explain)/.test(sql)

test('HOLD-7 no list and no search reads a large table from one end to the other', async () => {
  const url = platform.address()
  const [few, some, many] = [2_000, 20_000, 60_000]
  const people = { roles: some, accounts: 2 * some, sessions: some }
  const sizes = { organizations: few, departments: some, ...people, entries: many, operations: many }
  await fillDatabase(url, sizes, 'none')
  const headers = await madeAskers(platform.db, url, platform.now())
  const whole: string[] = []
  for (const [name, person, path] of listCalls) {
    const asked = await platform.queriesOf(async () => {
      const address = addressOf(path, 100, platform.now())
      const response = await platform.send('GET', address, { headers: headers[person] })
      expect(response.status, name).toBe(200)
    })
    expect(asked, name).not.toHaveLength(0)
    for (const query of asked.filter((one) => !isCount(one))) {
      whole.push(...readWhole(await planOf(query)).map((table) => `${name}: ${table}: ${query.sql}`))
    }
  }
  expect(whole).toEqual([])
})

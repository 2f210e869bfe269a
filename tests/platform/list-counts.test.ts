import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { limits } from '#contracts/limits'
import * as organizations from '#contracts/organization'
import { countedPage } from '#platform/kernel/db/list'
import { ask, platform } from './list-calls.ts'
import { makeOrganization } from './records.ts'

test.each([
  ['ACC-1', accounts.list, { account: 'operator' }],
  ['DEPT-1', departments.list, { name: 'safety' }],
  ['ORG-1', organizations.list, { name: '储能' }],
] as const)('%s the enabled state narrows the list, together with the text', async (_, endpoint, text) => {
  const counts = async (query: object) => {
    const { content, meta } = await ask(endpoint, { limit: 100, ...query })
    if ('enabled' in query && query.enabled !== '') {
      const isOn = ['1', 'true'].includes(String(query.enabled))
      for (const row of content) expect(row.enabled).toBe(isOn)
    }
    return meta.count
  }
  for (const search of [{}, text]) {
    const [on, off] = [await counts({ ...search, enabled: 1 }), await counts({ ...search, enabled: 'false' })]
    expect(on).toBeGreaterThan(0)
    expect(on + off).toBe(await counts({ ...search, enabled: '' }))
    expect([await counts({ ...search, enabled: 'true' }), await counts({ ...search, enabled: 0 })]).toEqual([
      on,
      off,
    ])
  }
  expect(await counts({ enabled: 0 })).toBeGreaterThan(0)
})

test('VALID-2 a repeated parameter, an unknown one and __proto__ do no harm', async () => {
  const operator = { as: 'operator', org: 'EAST' }
  const send = async (query: string) => {
    const response = await platform.send('GET', `${accounts.list.path}?${query}`, operator)
    return { status: response.status, body: await response.json() }
  }
  for (const field of ['page', 'account']) {
    const body = { data: [{ field }] }
    expect(await send(`${field}=1&${field}=2`)).toMatchObject({ status: 400, body })
  }
  const plain = await send('limit=5')
  expect(await send('limit=5&__proto__=x&constructor=y&nothing=z&=')).toEqual(plain)
  expect((await send('account=%00')).status).toBe(400)
  expect((await send('account=%E0%A4%A')).status).toBe(200)
})

test('HOLD-7 LIST-3 a very long list says that there are more rows than it counts, and its deep pages are there', async () => {
  const organization = await makeOrganization(platform)
  const rows = limits.exactCount + 20
  const numbers = Array.from({ length: rows }, (_, at) => String(at).padStart(5, '0'))
  const created_time = platform.now()
  for (let from = 0; from < rows; from += 5_000) {
    const batch = numbers.slice(from, from + 5_000).map((number) => {
      const one = { id: `long-${number}`, code: `L${number}`, name: `long ${number}` }
      return { ...one, org_id: organization.id, enabled: true, created_time }
    })
    await platform.db.insertInto('department').values(batch).execute()
  }
  const page = async (asked: number) =>
    ask(departments.list, { name: 'long', sort: 'code', page: asked, limit: 10 })
  expect((await page(1)).meta).toMatchObject({ count: limits.exactCount, atLeast: true })
  const deep = await page(1_001)
  expect(deep.meta).toMatchObject({ count: limits.exactCount + 10, atLeast: true })
  expect(deep.content.map(({ code }) => code)).toEqual(
    numbers.slice(10_000, 10_010).map((number) => `L${number}`),
  )
  await platform.delete('department', { org_id: organization.id })
  expect((await page(1)).meta).toMatchObject({ count: 0 })
})

test('HOLD-7 a count ends earlier where it takes very many rows to find one', async () => {
  const page = { page: 1, limit: 10 }
  const count = (one: number) =>
    countedPage(platform.db, page, 10, sql`select 1 from generate_series(1, 3000000) n where n % ${one} = 0`)
  const sparse = await count(7)
  expect(sparse).toEqual({ ...page, count: limits.exactCount / 200, atLeast: true })
  const few = countedPage(platform.db, page, 10, sql`select 1 from generate_series(1, 1500) n`)
  expect(await few).toEqual({ ...page, count: 1500 })
})

test('HOLD-7 a page and its count take one statement, and its rows one that is planned once, whatever is sought', async () => {
  const page = (query: object) =>
    platform.queriesOf(() => ask(accounts.list, { page: 1, limit: 2, ...query }))
  const asked = async (query: object) => {
    // What counting may cost is asked the first time.
    await page(query)
    const told = (await page(query)).map(({ sql: text }) => text).filter((text) => !/token_hash/.test(text))
    return { found: told.slice(0, -1), rows: told.at(-1) }
  }
  const every = await asked({})
  const some = await asked({ account: 'o', phone: '1' })
  expect([every.found.length, some.found.length]).toEqual([1, 1])
  expect(every.rows).toMatch(/ready/)
  expect(some.rows).toBe(every.rows)
})

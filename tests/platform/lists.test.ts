import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import type { Endpoint } from '#contracts/endpoint'
import { searchTextsOf } from '#contracts/list-search'
import { listEntries, listOperations } from '#contracts/log'
import * as online from '#contracts/online'
import { endpoints } from '#contracts/registry'
import { beginSession } from '#platform/kernel/auth/tokens'
import { contains } from '#platform/kernel/db/list'
import type { Schema } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import type { Context } from './harness.ts'
import { admin, ask, platform } from './list-calls.ts'
import { fresh, makePerson } from './records.ts'
import { describedResources } from './resources.ts'

interface List {
  /** The requirement's row. */
  row: string
  endpoint: Endpoint
  /** Its search field. */
  search: string
  /** Stores what the search finds by that text. */
  hold(text: string): Promise<void>
  /** The table and the column whose newest comes first. */
  stored?: [table: keyof Schema & string, column: string]
  /** Stores one in that organization and gives a text by which its row is known; without it, everybody sees all. */
  place?(orgCode: string): Promise<string>
  /** Stores one that only super administrators see. */
  hidden?(): Promise<string>
}

/** Signs somebody in, and gives their account's name. */
async function signedIn(person: { id: string; account: string }): Promise<string> {
  const visitor = { address: '203.0.113.20', agent: 'tests', now: platform.now() }
  await beginSession(platform.db, person.id, visitor)
  return person.account
}
async function entry(user_name: string, account_id?: string): Promise<string> {
  const row = { id: newId(platform.now()), request_ip: '192.0.2.1', agent: '', login_result: '1' }
  const login_time = platform.now()
  await platform.insert('login_log', { ...row, user_name, login_time, account_id: account_id ?? null })
  return user_name
}
async function operation(username: string, org_id: string | null = null): Promise<string> {
  const row = { id: newId(platform.now()), account_id: 'x', module: 'role', type: 'add', method: 'POST' }
  const where = { path: '/x', request_ip: '192.0.2.1', status: '1', create_time: platform.now() }
  await platform.insert('operation_log', { ...row, ...where, username, org_id })
  return username
}
const person = (orgCode: string) => makePerson(platform, { [orgCode]: [] })
const root = () => makePerson(platform, { EAST: [] }, { super: true })
const unique = () => `seen-${fresh()}`

/** The lists of what has records of its own, found as they are stored. */
const recordLists = describedResources(platform).flatMap(
  ({ key, row = key, endpoints, table, make, unknown }): List[] => {
    if (endpoints.list === undefined) return []
    const [[search, [field]] = ['', []]] = searchTextsOf(endpoints.list)
    return [
      {
        ...{ row, endpoint: endpoints.list, search },
        hold: async (text) => platform.set(table, { id: await make() }, { [String(field)]: text }),
        // The menu's table holds applications and what stands below them.
        ...(table !== 'menu_node' && { stored: [table, 'created_time'] }),
        ...(unknown === 403 && { place: make }),
        ...(key === 'account' && { hidden: async () => (await root()).id }),
      },
    ]
  },
)

const lists: List[] = [
  ...recordLists,
  {
    ...{ row: 'ONLINE-1', endpoint: online.list, search: 'filter' },
    hold: async (name) => {
      const { id } = await person('EAST')
      const account = `${name}-online`
      await platform.set('account', { id }, { account })
      await signedIn({ id, account })
    },
    place: async (orgCode) => signedIn(await person(orgCode)),
    hidden: async () => signedIn(await root()),
  },
  {
    ...{ row: 'LLOG-1', endpoint: listEntries, search: 'userName', stored: ['login_log', 'login_time'] },
    hold: async (name) => void (await entry(name)),
    place: async (orgCode) => entry(unique(), (await person(orgCode)).id),
    hidden: () => entry(unique()),
  },
  {
    ...{ row: 'OLOG-1', endpoint: listOperations, search: 'userName' },
    stored: ['operation_log', 'create_time'],
    hold: async (name) => void (await operation(name)),
    place: async (orgCode) => operation(unique(), await platform.orgId(orgCode)),
    hidden: () => operation(unique()),
  },
]

test('every list of a page is among these', () => {
  const paged = Object.entries<Endpoint>(endpoints).filter(([name]) => name.endsWith('.list'))
  expect(lists.map(({ endpoint }) => endpoint)).toEqual(
    expect.arrayContaining(paged.map(([, endpoint]) => endpoint)),
  )
})

describe.each(lists)(
  'the list of $endpoint.path',
  ({ row, endpoint, search, stored, hold, place, hidden }) => {
    test(`${row} LIST-3 has ten rows a page without page and limit; pages follow each other, newest first, exactly counted`, async () => {
      await hold(unique())
      const ids: unknown[] = []
      let count = 1
      for (let page = 1; ids.length < count; page += 1) {
        const { content, meta } = await ask(endpoint, { page, limit: 30 })
        expect(content.length).toBeGreaterThan(0)
        ids.push(...content.map(({ id }) => id))
        count = meta.count
      }
      expect(new Set(ids).size).toBe(count)
      const first = await ask(endpoint)
      expect(first.meta).toEqual({ page: 1, limit: 10, count })
      expect(first.content.map(({ id }) => id)).toEqual(ids.slice(0, 10))
      if (stored === undefined) return
      const [table, column] = stored
      const rows = await platform.db
        .selectFrom(table as 'login_log')
        .select('id')
        .orderBy(column as 'login_time', 'desc')
        .orderBy('id', 'desc')
        .execute()
      expect(ids).toEqual(rows.map(({ id }) => id))
    })

    test(`${row} LIST-8 is empty beyond its last page, and still tells the count`, async () => {
      const { count } = (await ask(endpoint)).meta
      expect(await ask(endpoint, { page: 1_000_000, limit: 100 })).toMatchObject({
        content: [],
        meta: { count },
      })
    })

    test(`${row} LIST-3 refuses pages and limits that are no whole number in range`, async () => {
      const pages = ['0', '-1', '1.5', 'x', '99999999999999999999', '1e400'].map((page) => ({ page }))
      for (const query of [...pages, ...['0', '101', 'ten', 'NaN'].map((limit) => ({ limit }))]) {
        const [field] = Object.keys(query)
        const data = [{ field, message: 'Must be a whole number within the allowed range' }]
        const answer = await platform.call(endpoint, admin, { query })
        expect(answer, JSON.stringify(query)).toMatchObject({ status: 400, code: 400, data })
      }
    })

    test(`${row} LIST-6 VALID-2 searches are data, in any spelling: what has a meaning in patterns matches itself`, async () => {
      const fields = searchTextsOf(endpoint).map(([param]) => param)
      expect(fields).toContain(search)
      await hold('50%_\\Half')
      for (const field of fields) {
        for (const text of ['%', '_', '\\', '.*', "' or '1'='1", "'||pg_sleep(5)||'"]) {
          const { content } = await ask(endpoint, { [field]: text, limit: 100 })
          const holds = content.filter((found) =>
            Object.values(found).some((value) => String(value).includes(text)),
          )
          expect(holds, `${field} ${text}`).toEqual(content)
        }
        const tooLong = await platform.call(endpoint, admin, { query: { [field]: 'a'.repeat(51) } })
        expect(tooLong).toMatchObject({ code: 400, data: [{ field, message: 'At most 50 characters' }] })
      }
      for (const text of ['%_\\half', ' 50%_\\HALF ']) {
        expect((await ask(endpoint, { [search]: text })).content).toHaveLength(1)
      }
    })

    test(`${row} PERM-5 shows what is of the organizations in which the right is held, to super administrators all`, async () => {
      const viewer = await makePerson(platform, { EAST: endpoint.permissions, NORTH: [] })
      const seen = async (who: Context) => JSON.stringify(await ask(endpoint, { limit: 100 }, who))
      const who = { as: viewer.account, org: 'EAST' }
      if (place === undefined) {
        const all = await ask(endpoint, { limit: 100 })
        expect((await ask(endpoint, { limit: 100 }, who)).meta).toEqual(all.meta)
        return
      }
      platform.forward(1000)
      const [east, north] = [await place('EAST'), await place('NORTH')]
      const both = await makePerson(platform, { EAST: endpoint.permissions, NORTH: endpoint.permissions })
      const secret = await hidden?.()
      const wide = { as: both.account, org: 'NORTH' }
      const expected: [Context, boolean[]][] = [
        [who, [true, false, false]],
        [wide, [true, true, false]],
        [admin, [true, true, true]],
      ]
      for (const [one, shown] of expected) {
        const text = await seen(one)
        const [, , root] = shown
        expect([text.includes(east), text.includes(north)], one.as).toEqual(shown.slice(0, 2))
        if (secret !== undefined) expect(text.includes(secret), one.as).toBe(root)
      }
      const elsewhere = await platform.call(endpoint, { as: viewer.account, org: 'NORTH' })
      expect(elsewhere).toMatchObject({ status: 403, code: 403, data: { orgId: expect.any(String) } })
    })
  },
)

// Some of what it finds, the searches above have stored.
test('HOLD-7 ACC-1 a text of two letters is not looked up among trigrams, of which it has none', async () => {
  await platform.db.transaction().execute(async (own) => {
    await sql`set local enable_seqscan = off`.execute(own)
    const planned = async (text: string) =>
      JSON.stringify(
        (await sql`explain select 1 from account a where ${contains(text, 'a.account')}`.execute(own)).rows,
      )
    expect(await planned('abc')).toContain('account_account_trigram')
    expect(await planned('77')).not.toContain('trigram')
  })
  for (const text of ['ad', 'D', '_', '%']) {
    const found = (await ask(accounts.list, { account: text })).content.map(({ account }) => account)
    expect(found.length, text).toBeGreaterThan(0)
    for (const account of found) expect(String(account).toLowerCase()).toContain(text.toLowerCase())
  }
})

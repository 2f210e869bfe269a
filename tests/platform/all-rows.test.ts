import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as accounts from '#contracts/account'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { rowsType } from '#contracts/rows'
import { hour } from '#platform/kernel/clock'
import { longestReading } from '#platform/kernel/http/all-rows'
import { admin, type Context, testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()
const headers = { accept: rowsType }

async function open(call: Endpoint, query = '', context: Context = admin) {
  return platform.send('GET', `${call.path}?${query}`, { ...context, headers })
}
async function all(call: Endpoint, query = '', context: Context = admin) {
  const answer = await open(call, query, context)
  expect(answer.headers.get('content-type')).toBe(rowsType)
  const lines = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { begin: lines[0].begin, rows: lines.slice(1, -1).flat(), end: lines.at(-1).end }
}
const logged = () =>
  platform.db.selectFrom('operation_log').where('type', '=', 'export').orderBy('seq').selectAll().execute()
const right = ['uia.account.search']
const lists = Object.values<Endpoint>(endpoints).filter(({ columns }) => columns)

describe('EDGE-12 all rows of a list at once', () => {
  afterEach(async () => {
    vi.restoreAllMocks()
    await expect.poll(busy).toBe(0)
  })
  /** So many milliseconds pass, whatever the clock says. */
  const later = (milliseconds: number) => {
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  }
  const busy = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(platform.db)
    return rows[0]?.count
  }

  test.each(lists.map((call) => [call.path, call] as const))(
    'are the rows of its pages, at %s',
    async (_, call) => {
      const paged = await platform.ok(call, admin, { query: { limit: 100 } })
      const { rows, end } = await all(call)
      const { content, meta } = paged as { content: object[]; meta: { count: number } }
      expect(end).toEqual({ rows: rows.length })
      expect(rows.length).toBeGreaterThanOrEqual(meta.count)
      const shown = (call.data as unknown as typeof accounts.list.data).shape.content.parse(rows)
      // What reads the log leaves its own entries there.
      const known = new Set(
        shown.map((row) => JSON.stringify({ ...row, number: undefined, seal: undefined })),
      )
      expect(content.filter((row) => !known.has(JSON.stringify(row)))).toEqual([])
    },
  )

  test('are within the right and the reach of the list, and narrowed by its filters', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search'] })
    const east = { as: person.account, org: 'EAST' }
    const listed = await platform.ok(accounts.list, east, { query: { limit: 1 } })
    expect((await all(accounts.list, '', east)).end).toEqual({ rows: listed.meta.count })
    expect((await all(accounts.list, `account=${person.account}`)).rows).toHaveLength(1)
    const refused = await open(accounts.list, '', { as: 'orphan', org: 'EAST' })
    expect([refused.status, (await refused.json()).code]).toEqual([403, 403])
  })

  test('are those of one moment: what is added meanwhile is not among them', async () => {
    const reader = (await open(accounts.list)).body?.getReader()
    await reader?.read()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const { account } = await makePerson(platform, { EAST: [] })
    let rest = first
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += new TextDecoder().decode(part.value)
    }
    expect(rest).toContain('"end"')
    expect(rest).not.toContain(`"${account}"`)
  })

  test('leave an entry in the log: who, what was searched for, how many, whole or broken off', async () => {
    const { begin, end } = await all(accounts.list, 'phone=13812345678&enabled=true')
    const reader = (await open(accounts.list)).body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    const entries = (await logged()).slice(-2)
    expect(entries.map(({ username, module, status }) => [username, module, status])).toEqual([
      ['admin', 'account', '1'],
      ['admin', 'account', '2'],
    ])
    expect(entries[0]).toMatchObject({
      id: begin.id,
      changes: { rows: { after: end.rows }, filters: { after: 'phone=138****5678 enabled=true' } },
    })
    expect(Object.keys(entries[1]?.changes ?? {})).toEqual(['rowsUntilBreak'])
  })

  test('end with the session of whoever reads them', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search'] })
    const context = { as: person.account, org: 'EAST' }
    const reader = (await open(accounts.list, '', context)).body?.getReader()
    await reader?.read()
    await reader?.read()
    await platform.delete('session', { account_id: person.id })
    later(6_000)
    await expect(reader?.read()).rejects.toThrow()
  })

  test.each([
    ['is taken', { EAST: right }, 'EAST'],
    ['is taken in one of two organizations', { EAST: right, WEST: right }, 'WEST'],
  ] as const)('EDGE-8 end when the right to them %s', async (_, rights, taken) => {
    const person = await makePerson(platform, rights)
    const context = { as: person.account, org: 'EAST' }
    const reader = (await open(accounts.list, '', context)).body?.getReader()
    await reader?.read()
    await reader?.read()
    await platform.delete('role_node', { role_id: person.roles[taken] ?? '' })
    later(6_000)
    await expect(reader?.read()).rejects.toThrow('notPermitted')
    expect(Object.keys((await logged()).at(-1)?.changes ?? {})).toEqual(['rowsUntilBreak'])
  })

  test('HOLD-7 end where they are read for very long, and leave nothing open', async () => {
    const reader = (await open(accounts.list)).body?.getReader()
    await reader?.read()
    await reader?.read()
    later(longestReading + 1)
    await expect(reader?.read()).rejects.toThrow('too slowly')
    expect(Object.keys((await logged()).at(-1)?.changes ?? {})).toEqual(['rowsUntilBreak'])
  })

  test('EDGE-12 HOLD-9 go on though the clock is an hour ahead meanwhile', async () => {
    const reader = (await open(accounts.list)).body?.getReader()
    await reader?.read()
    await reader?.read()
    platform.forward(hour)
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
  })

  test('are answered to few at a time; the others hear of it, and pages go on', async () => {
    const first = await open(accounts.list)
    const second = await open(accounts.list, '', { ...admin, locale: 'zh-cn' })
    expect([second.status, (await second.json()).msg]).toEqual([429, '已有导出正在进行，请等待其完成后再试'])
    expect(await platform.code(accounts.list, admin)).toBe(0)
    await first.body?.cancel()
    expect((await all(accounts.list)).end.rows).toBeGreaterThan(0)
  })

  test('HOLD-8 are counted by the hour, so that nobody fills the log by breaking them off; the next hour they go on', async () => {
    const { account } = await makePerson(platform, { EAST: right })
    const context = { as: account, org: 'EAST' }
    const answers = []
    for (let asked = 0; asked <= 200; asked += 1) {
      const { status, body } = await open(accounts.list, '', context)
      answers.push(status)
      await body?.cancel()
    }
    expect(answers).toEqual([...Array(200).fill(200), 429])
    expect(await platform.code(accounts.list, context), 'pages go on').toBe(0)
    platform.forward(hour)
    expect((await all(accounts.list, '', context)).end.rows).toBeGreaterThan(0)
  })
})

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as assets from '#contracts/assets'
import { limits } from '#contracts/limits'
import { newId } from '#platform/kernel/ids'
import {
  codesOf,
  finished,
  listed,
  makeSystem,
  operations,
  page,
  plain,
  platform,
  send,
  status,
  store,
} from './discoveries.ts'
import { admin } from './harness.ts'
import { makePerson } from './records.ts'

/** An application takes a resource, as platform/apply makes it. */
async function take(resourceCode: string): Promise<string> {
  const resource = await platform.row('pool_resource', { code: resourceCode })
  const appId = await platform.systemId('ems')
  const id = newId(platform.now())
  const { name, code, path, method, type } = resource
  await platform.insert('menu_node', {
    ...{ id, app_id: appId, pid: appId, name, code, path, method, type, sort: 1, enabled: true },
    ...{ resource_id: resource.id, created_time: platform.now() },
  })
  return id
}
async function node(id: string) {
  return platform.row('menu_node', { id })
}

describe('systems and their resources', () => {
  test('RES-2 RES-4 a system is not discovered, discovered, disabled or deleted', async () => {
    const fresh = await makeSystem()
    const known = await makeSystem()
    const off = await makeSystem()
    const away = await makeSystem()
    await store([known, off, away].map((code) => ({ code, resources: [page(code, 'list')] })))
    await platform.set('system_config', { code: off }, { enable: false })
    await platform.delete('system_config', { code: away })
    const data = await platform.ok(assets.findSystem, admin)
    const shown = new Map(data.map((system) => [system.code, system]))
    expect([fresh, known, off, away].map((code) => shown.get(code))).toEqual([
      { code: fresh, name: `System ${fresh}`, status: 0, isControl: 1 },
      { code: known, name: `System ${known}`, status: 1, isControl: 1 },
      { code: off, name: `System ${off}`, status: 2, isControl: 1 },
      { code: away, name: away, status: 3, isControl: 0 },
    ])
    expect(data.at(-1)?.code, 'what is deleted comes last').toBe(away)
  })

  test('RES-3 LIST-3 the rows are flat, an operation after its page; name search and pages narrow them', async () => {
    const code = await makeSystem()
    const resources = [
      page(code, 'stations', { description: 'All stations' }),
      plain(code, 'alarms', { children: [page(code, 'detail')] }),
    ]
    await store([{ code, resources }])
    const { content, meta } = await listed({ code })
    expect(meta.count).toBe(5)
    expect(content.map(({ id: _, ...row }) => row).slice(0, 2)).toEqual([
      {
        ...{ name: 'stations', type: 2, method: null, path: `/${code}/stations` },
        ...{ code: `${code}.page.stations`, description: 'All stations', systemName: `System ${code}` },
        parent: null,
      },
      {
        ...{ name: 'search', type: 3, method: 'GET', path: `/${code}/stations` },
        ...{ code: `${code}.stations.search`, description: null, systemName: `System ${code}` },
        parent: `${code}.page.stations`,
      },
    ])
    expect(content.map((row) => row.name)).toEqual(['stations', 'search', 'alarms', 'detail', 'search'])
    expect((await listed({ code, resourceName: 'STAT' })).content.map((row) => row.name)).toEqual([
      'stations',
    ])
    expect((await listed({ code, resourceName: '%' })).content).toEqual([])
    const second = await listed({ code, limit: 2, page: 2 })
    expect(second.content.map((row) => row.name)).toEqual(['alarms', 'detail'])
    expect(second.meta).toEqual({ page: 2, limit: 2, count: 5 })
    const other = await makeSystem()
    expect((await listed({ code: other })).content).toEqual([])
  })
})

describe('storing what was collected', () => {
  test('RES-5 RES-6 addAll answers 200; what is new, changed and gone is counted and stored', async () => {
    const code = await makeSystem()
    const first = [page(code, 'a'), page(code, 'b'), plain(code, 'c')]
    expect(await store([{ code, resources: first }])).toEqual({
      ...{ addIsDone: 1, added: 5, changed: 0, gone: 0, failed: [] },
    })
    const same = await store([{ code, resources: first }])
    expect(same).toMatchObject({ added: 0, changed: 0, gone: 0 })
    const before = new Map((await listed({ code })).content.map((row) => [row.code, row.id]))
    const next = [
      plain(code, 'd'),
      page(code, 'b', { name: 'Renamed', description: 'x' }),
      // The same code, below another page.
      plain(code, 'c', { operations: page(code, 'a').operations }),
    ]
    expect(await store([{ code, resources: next }])).toMatchObject({ added: 1, changed: 2, gone: 1 })
    const rows = (await listed({ code })).content
    expect(rows.map((row) => row.name)).toEqual(['d', 'Renamed', 'search', 'c', 'search'])
    const parents = [null, null, 'page.b', null, 'page.c'].map((parent) => parent && `${code}.${parent}`)
    expect(rows.map(({ parent }) => parent)).toEqual(parents)
    const after = new Map(rows.map((row) => [row.code, row.id]))
    for (const kept of ['page.b', 'b.search', 'page.c', 'a.search']) {
      expect(after.get(`${code}.${kept}`), kept).toBe(before.get(`${code}.${kept}`))
    }
  })

  test('RES-5 an empty report empties the pool, and an operation is never deleted with a page that it left', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a'), plain(code, 'b')] }])
    const moved = [plain(code, 'b', { operations: page(code, 'a').operations })]
    expect(await store([{ code, resources: moved }])).toMatchObject({ changed: 1, gone: 1 })
    expect(await codesOf(code)).toEqual([`${code}.page.b`, `${code}.a.search`])
    expect(await store([{ code, resources: [] }])).toMatchObject({ added: 0, gone: 2 })
    expect(await codesOf(code)).toEqual([])
  })

  test('RES-5 two resources that change their paths with each other are stored', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [plain(code, 'a'), plain(code, 'b')] }])
    const [one, other] = [`/${code}/a`, `/${code}/b`]
    const swapped = [plain(code, 'a', { path: other }), plain(code, 'b', { path: one })]
    expect(await store([{ code, resources: swapped }])).toMatchObject({ changed: 2, failed: [] })
    expect((await listed({ code })).content.map((row) => row.path)).toEqual([other, one])
  })

  test('RES-5 a gone resource that an application uses stays with the pages above it; the rest is deleted', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a'), page(code, 'b'), plain(code, 'c')] }])
    const id = await take(`${code}.a.search`)
    const appId = await platform.systemId('ems')
    await sql`insert into application_resource (resource_id, app_id)
      select id, ${appId} from pool_resource where code = ${`${code}.page.c`}`.execute(platform.db)
    // Another resource has the path of one that stays.
    const next = [plain(code, 'new', { path: `/${code}/a` })]
    expect(await store([{ code, resources: next }])).toMatchObject({ added: 1, gone: 5, failed: [] })
    expect((await codesOf(code)).sort()).toEqual(
      ['a.search', 'page.a', 'page.c', 'page.new'].map((rest) => `${code}.${rest}`),
    )
    expect(await node(id)).toMatchObject({ code: `${code}.a.search`, path: `/${code}/a` })
    expect((await operations(`System ${code}`)).at(-1)?.changes).toMatchObject({
      gone: { after: { count: 5 } },
      kept: { after: { count: 3 } },
    })
  })

  test('RES-5 what a menu made of a resource follows its name, path and method, not what people wrote themselves', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a'), page(code, 'b')] }])
    const follows = await take(`${code}.page.a`)
    const own = await take(`${code}.b.search`)
    await platform.set('menu_node', { id: own }, { name: 'Mine' })
    const search = { name: 'find', path: '/moved', code: `${code}.b.search`, method: 'POST' as const }
    const next = [
      page(code, 'a', { name: 'Alarms', path: '/alarms' }),
      page(code, 'b', { operations: [search] }),
    ]
    await store([{ code, resources: next }])
    expect(await node(follows)).toMatchObject({ name: 'Alarms', path: '/alarms' })
    expect(await node(own)).toMatchObject({ name: 'Mine', path: '/moved', method: 'POST' })
  })

  test('RES-6 5,000 resources are stored in as many statements as ten, and again', async () => {
    const resources = (code: string, pages: number, mark: string) =>
      Array.from({ length: pages }, (_, at) =>
        plain(code, `p${at}`, {
          description: mark,
          operations: Array.from({ length: 9 }, (_, of) => ({
            ...{ name: `${mark}${of}`, path: `/${code}/p${at}/${of}`, method: 'GET' as const },
            code: `${code}.p${at}.o${of}`,
          })),
        }),
      )
    await platform.token('admin')
    const perPoll = await platform.statementsOf(() => status())
    const twice = async (pages: number) => {
      const code = await makeSystem()
      const statements: number[] = []
      for (const mark of ['one', 'two']) {
        const body = [{ code, resources: resources(code, pages, mark) }]
        let polls = 0
        const all = await platform.queriesOf(async () => {
          expect((await send(body)).code).toBe(200)
          for (polls = 1; (await status()).addIsDone !== 1; polls += 1) await wait(10)
        })
        // The end of what is stored shows before the one who stored it hears that it is committed.
        const heard = all.filter((query) => query.sql !== 'commit')
        statements.push(heard.length - polls * perPoll)
        const count = pages * 10
        expect(await status()).toMatchObject(
          mark === 'one' ? { added: count, changed: 0 } : { added: 0, changed: count },
        )
      }
      return statements
    }
    const few = await twice(1)
    expect(await twice(limits.resourceNodes / 10)).toEqual(few)
  })

  test('RES-6 two people who send the same system at once: both end, and it is stored once', async () => {
    const code = await makeSystem()
    const other = await makePerson(platform, {}, { super: true })
    const body = [{ code, resources: [page(code, 'a'), page(code, 'b')] }]
    const both = await Promise.all([send(body), send(body, { as: other.account })])
    expect(both.map((answer) => answer.code)).toEqual([200, 200])
    const [mine, theirs] = [await finished(), await finished({ as: other.account })]
    expect([mine.failed, theirs.failed]).toEqual([[], []])
    expect((mine.added ?? 0) + (theirs.added ?? 0)).toBe(4)
    expect(await codesOf(code)).toHaveLength(4)
  })
})

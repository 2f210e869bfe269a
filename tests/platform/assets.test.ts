import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CollectedResource } from '#contracts/assets'
import * as assets from '#contracts/assets'
import { limits } from '#contracts/limits'
import { newId } from '#platform/kernel/ids'
import { testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
let made = 0

async function makeSystem(given: { code?: string; enable?: boolean } = {}): Promise<string> {
  made += 1
  const code = given.code ?? `sys${made}`
  await platform.insert('system_config', {
    ...{ id: newId(platform.now()), code, name: `System ${code}`, version: '1', type: 0 },
    ...{ enable: given.enable !== false, created_time: platform.now() },
  })
  return code
}

/** A page with a search operation, and whatever else is wanted. */
function page(code: string, name: string, more: Partial<CollectedResource> = {}): CollectedResource {
  const path = `/${code}/${name}`
  const search = { name: 'search', path, code: `${code}.${name}.search`, method: 'GET' as const }
  return { name, type: 2, path, code: `${code}.page.${name}`, operations: [search], ...more }
}
function plain(code: string, name: string, more: Partial<CollectedResource> = {}): CollectedResource {
  return page(code, name, { operations: [], ...more })
}

async function send(systems: { code: string; resources: unknown[] }[], context: object = admin) {
  return platform.call(assets.addAll, { ...admin, ...context }, { body: systems })
}
async function status(context: object = admin) {
  return await platform.ok(assets.getAddStatus, { ...admin, ...context })
}
async function finished(context: object = admin) {
  for (let tries = 0; tries < 500; tries += 1) {
    const now = await status(context)
    if (now.addIsDone === 1) return now
    await wait(10)
  }
  throw new Error('the job does not end')
}
async function store(systems: { code: string; resources: unknown[] }[]) {
  platform.forward(1)
  const answer = await send(systems)
  expect([answer.status, answer.code], answer.msg).toEqual([200, 200])
  return finished()
}
async function listed(query: Record<string, unknown>) {
  return await platform.ok(assets.findAll, admin, { query: { limit: 100, ...query } })
}
async function codesOf(code: string) {
  return (await listed({ code })).content.map((row) => row.code)
}
async function operations(subject: string) {
  return platform.db
    .selectFrom('operation_log')
    .where('module', '=', 'assets')
    .where('subject_name', '=', subject)
    .orderBy('create_time')
    .selectAll()
    .execute()
}
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
      },
      {
        ...{ name: 'search', type: 3, method: 'GET', path: `/${code}/stations` },
        ...{ code: `${code}.stations.search`, description: null, systemName: `System ${code}` },
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
        const all = await platform.statementsOf(async () => {
          expect((await send(body)).code).toBe(200)
          for (polls = 1; (await status()).addIsDone !== 1; polls += 1) await wait(10)
        })
        statements.push(all - polls * perPoll)
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

describe('what is refused', () => {
  const repeated = (code: string) => [plain(code, 'a'), plain(code, 'b', { path: `/${code}/a` })]
  test.each([
    [
      'unknown',
      (code: string) => [plain(code, 'a')],
      'The system {code} is not registered',
      '系统 {code} 未登记',
    ],
    ['disabled', (code: string) => [plain(code, 'a')], 'The system {code} is disabled', '系统 {code} 已停用'],
    [
      'fresh',
      (code: string) => [plain(code, 'a', { code: 'other.a' }), plain(code, 'b', { code: `${code}x.b` })],
      '2 resource codes of {code} do not begin with "{code}."',
      '系统 {code} 有 2 个资源编码不以“{code}.”开头',
    ],
    [
      'fresh',
      repeated,
      'The system {code} has 1 repeated paths and 0 repeated codes',
      '系统 {code} 存在 1 个重复路径、0 个重复编码',
    ],
    [
      'fresh',
      (code: string) => [page(code, 'a'), page(code, 'a', { path: '/x' })],
      'The system {code} has 1 repeated paths and 2 repeated codes',
      '系统 {code} 存在 1 个重复路径、2 个重复编码',
    ],
  ])('RES-5 VALID-2 a system that is %s or reports badly: %#', async (kind, resources, en, zh) => {
    const code = kind === 'unknown' ? 'nowhere' : await makeSystem({ enable: kind !== 'disabled' })
    const body = [{ code, resources: resources(code) }]
    const msg = en.replaceAll('{code}', code)
    expect(await send(body)).toMatchObject({ status: 409, msg, data: [{ code, message: msg }] })
    expect((await send(body, chinese)).msg).toBe(zh.replaceAll('{code}', code))
    expect(await codesOf(code)).toEqual([])
  })

  test('RES-5 the console’s own resources are built in', async () => {
    expect(await send([{ code: 'uia', resources: [plain('uia', 'a')] }])).toMatchObject({
      status: 409,
      msg: 'The resources of uia are built in and cannot be replaced',
    })
  })

  test('RES-5 paths that a registered system has already are counted; what a deleted one left stands in nobody’s way', async () => {
    const [owner, code] = [await makeSystem(), await makeSystem()]
    await store([{ code: owner, resources: [page(owner, 'a', { path: '/shared' })] }])
    const resources = [plain(code, 'a', { path: '/shared' }), plain(code, 'b')]
    expect(await send([{ code, resources }])).toMatchObject({
      status: 409,
      msg: `1 paths and 0 codes of the system ${code} belong to another system already`,
    })
    // The other gives it up in the same call.
    const both = [
      { code: owner, resources: [] },
      { code, resources },
    ]
    expect(await store(both)).toMatchObject({ added: 2, gone: 2, failed: [] })
    const third = await makeSystem()
    await platform.delete('system_config', { code })
    const taken = [plain(third, 'a', { path: '/shared' })]
    expect(await store([{ code: third, resources: taken }])).toMatchObject({ added: 1, failed: [] })
  })

  test('RES-5 RES-7 of several systems the good ones are stored; those that share a path are all left out, and told', async () => {
    const [good, one, other] = [await makeSystem(), await makeSystem(), await makeSystem()]
    const body = [
      { code: good, resources: [page(good, 'a')] },
      { code: one, resources: [plain(one, 'a', { path: '/both' })] },
      { code: other, resources: [plain(other, 'a', { path: '/both' })] },
      { code: 'nowhere', resources: [] },
    ]
    const done = await store(body)
    expect(done).toMatchObject({ added: 2 })
    expect(done.failed).toEqual([
      { code: one, message: `The system ${one} has 1 repeated paths and 0 repeated codes` },
      { code: other, message: `The system ${other} has 1 repeated paths and 0 repeated codes` },
      { code: 'nowhere', message: 'The system nowhere is not registered' },
    ])
    expect((await status(chinese)).failed?.[2]).toEqual({ code: 'nowhere', message: '系统 nowhere 未登记' })
    expect(await codesOf(one)).toEqual([])
    const refused = await send(body.slice(1))
    expect(refused).toMatchObject({ status: 409, msg: 'None of the systems could be taken' })
    expect(refused.data).toHaveLength(3)
  })

  test.each([
    ['no system', () => [], ''],
    ['a system twice', (code: string) => [0, 1].map(() => ({ code, resources: [] })), ''],
    ['no resources', (code: string) => [{ code }], '0.resources'],
    [
      'another type',
      (code: string) => [{ code, resources: [{ ...plain(code, 'a'), type: 4 }] }],
      '0.resources.0.type',
    ],
    [
      'another method',
      (code: string) => [{ code, resources: [{ ...plain(code, 'a'), method: 'EVAL' }] }],
      '0.resources.0.method',
    ],
    ['a blank name', (code: string) => [{ code, resources: [plain(code, ' ')] }], '0.resources.0.name'],
    [
      'a long path',
      (code: string) => [{ code, resources: [plain(code, 'a', { path: 'x'.repeat(301) })] }],
      '0.resources.0.path',
    ],
    [
      'a code with a script',
      (code: string) => [{ code, resources: [plain(code, 'a', { code: `${code}.<script>` })] }],
      '0.resources.0.code',
    ],
    [
      '5,001 resources',
      (code: string) => [{ code, resources: Array.from({ length: 5001 }, (_, at) => plain(code, `p${at}`)) }],
      '0.resources',
    ],
  ])('RES-5 VALID-2 %s is refused, and nothing is stored', async (_, body, field) => {
    const code = await makeSystem()
    const answer = await platform.call(assets.addAll, admin, { body: body(code) })
    expect(answer).toMatchObject({ status: 400, data: [{ field }] })
    expect(await codesOf(code)).toEqual([])
  })

  test('RES-5 a report that is nested without end is refused', async () => {
    const code = await makeSystem()
    let resource: CollectedResource = plain(code, 'deepest')
    for (let level = 0; level < limits.resourceDepth; level += 1) {
      resource = plain(code, `l${level}`, { children: [resource] })
    }
    expect((await send([{ code, resources: [resource] }])).status).toBe(400)
    expect((await send([{ code, resources: resource.children ?? [] }])).code).toBe(200)
    await finished()
  })
})

describe('jobs', () => {
  beforeAll(async () => {
    // A fault of the database for one system, as a full disk would be one.
    await sql`create function refuse_broken() returns trigger language plpgsql as $$
      begin
        if new.system_code = 'broken' then raise exception 'no'; end if;
        return new;
      end $$`.execute(platform.db)
    await sql`create trigger refuse_broken before insert on pool_resource
      for each row execute function refuse_broken()`.execute(platform.db)
  })

  test('RES-7 a system whose storing fails stops no other, is told as failed and leaves nothing half stored', async () => {
    const good = await makeSystem()
    const broken = await makeSystem({ code: 'broken' })
    const body = [broken, good].map((code) => ({ code, resources: [page(code, 'a')] }))
    expect(await store(body)).toMatchObject({
      ...{ addIsDone: 1, added: 2, failed: [{ code: broken, message: 'System error' }] },
    })
    expect(await codesOf(broken)).toEqual([])
    expect(await codesOf(good)).toHaveLength(2)
    expect(await operations(broken)).toMatchObject([{ type: 'discover', status: '2' }])
    expect(platform.log.some((line) => line.includes('discovery failed'))).toBe(true)
  })

  test('RES-6 a system that others are storing is waited for, and the job is not done meanwhile', async () => {
    const code = await makeSystem()
    await platform.db.transaction().execute(async (transaction) => {
      await sql`select id from system_config where code = ${code} for update`.execute(transaction)
      expect((await send([{ code, resources: [page(code, 'a')] }])).code).toBe(200)
      await wait(100)
      expect(await status()).toEqual({ addIsDone: 0, added: 0, changed: 0, gone: 0, failed: [] })
    })
    expect(await finished()).toMatchObject({ addIsDone: 1, added: 2 })
  })

  test('RES-6 a job is its person’s; without one there is nothing to wait for', async () => {
    const stranger = await makePerson(platform, {}, { super: true })
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a')] }])
    expect(await status({ as: stranger.account })).toEqual({ addIsDone: 1 })
    await store([{ code, resources: [] }])
    expect(await status()).toMatchObject({ added: 0, gone: 2 })
    const rows = await platform.rows('discovery_job', { account_id: await platform.accountId('admin') })
    expect(rows).toHaveLength(1)
  })

  test('RES-6 a job whose process died is under way for two minutes, and then over with what was left of it failed', async () => {
    const person = await makePerson(platform, {}, { super: true })
    const code = await makeSystem()
    const left = await platform.db.transaction().execute(async (transaction) => {
      const { beginJob } = await import('#platform/modules/assets/jobs')
      return beginJob(transaction, person.id, { waiting: [code], failed: [] }, platform.now())
    })
    expect(await status({ as: person.account })).toMatchObject({ addIsDone: 0, failed: [] })
    platform.forward(121_000)
    const message = `The synchronization of ${code} broke off, please discover it again`
    expect(await status({ as: person.account })).toMatchObject({ addIsDone: 1, failed: [{ code, message }] })
    await send([{ code, resources: [page(code, 'a')] }], { as: person.account })
    expect(await finished({ as: person.account })).toMatchObject({ added: 2, failed: [] })
    const old = platform.db.selectFrom('discovery_job').where('id', '=', left).select('id')
    expect(await old.execute()).toEqual([])
  })

  test('OLOG-1 EDGE-4 the call and each system leave a row with their counts and codes', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a')] }])
    await store([{ code, resources: [plain(code, 'a', { description: 'x' })] }])
    const rows = await operations(`System ${code}`)
    expect(rows.map((row) => [row.type, row.status, row.username])).toEqual([
      ['discover', '1', 'admin'],
      ['discover', '1', 'admin'],
    ])
    expect(rows[1]?.changes).toEqual({
      added: { after: { count: 0 } },
      changed: { after: { count: 1, names: [`${code}.page.a`] } },
      gone: { after: { count: 1, names: [`${code}.a.search`] } },
    })
    const call = await platform.db
      .selectFrom('operation_log')
      .where('path', '=', assets.addAll.path)
      .where('subject_name', 'is', null)
      .where('status', '=', '1')
      .orderBy('create_time', 'desc')
      .select('changes')
      .executeTakeFirst()
    expect(call?.changes).toEqual({ systems: { after: { count: 1, names: [code] } } })
  })
})

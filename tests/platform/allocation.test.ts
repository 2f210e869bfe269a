import { describe, expect, test } from 'vitest'
import * as systems from '#contracts/allocation'
import { admin, type Context, chinese, testPlatform } from './harness.ts'
import { giveTo, logged, makePerson, makeRole } from './records.ts'

const platform = testPlatform()
let made = 0

function form(given: Record<string, unknown> = {}) {
  made += 1
  return {
    name: `新系统${made}`,
    version: '1.2.0',
    type: 0,
    code: `made${made}`,
    port: '4200',
    hostName: '127.0.0.1',
    enable: true,
    ...given,
  }
}
async function stored(code: string) {
  return platform.find('system_config', { code })
}
async function idOf(code: string): Promise<string> {
  return (await stored(code))?.id ?? ''
}
/** Stores one and gives its row. */
async function system(given: Record<string, unknown> = {}): Promise<systems.SystemRow> {
  const body = form(given)
  await platform.ok(systems.add, admin, { body })
  const data = await platform.ok(systems.list, admin, { query: { code: body.code } })
  const row = data.content.find((one) => one.code === body.code)
  if (row === undefined) throw new Error(body.code)
  return row
}
/** One that was added in EAST. */
async function ofEast(): Promise<systems.SystemRow> {
  const row = await system()
  await giveTo(platform, 'EAST', 'system_config', row.id)
  return row
}
const update = (body: unknown, who: Context = admin) => platform.call(systems.update, who, { body })
async function found(query: Record<string, unknown>) {
  const data = await platform.ok(systems.list, admin, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content.map((row) => row.code)
}
describe('the list of systems', () => {
  test('SYS-1 code and full name narrow it together, in any spelling', async () => {
    expect(await found({ code: 'EM' })).toEqual(['ems'])
    expect(await found({ name: '管理系统' })).toContain('crm')
    expect(await found({ name: '管理系统', code: 'ms' })).toEqual(['ems', 'wms', 'bms', 'fms', 'qms'])
    expect(await found({ name: 'document' })).toEqual(['dms'])
    expect(await found({ name: 'document', code: 'ems' })).toEqual([])
  })

  test('EDGE-8 its rows are as they were stored', async () => {
    const row = await system({ type: '1', port: 4300, hostName: ' 10.0.0.1 ', enable: 0 })
    expect(row).toMatchObject({
      ...{ version: '1.2.0', type: 1, port: '4300', hostName: '10.0.0.1', enable: false },
    })
    expect(row.recordVersion).toBeTruthy()
    expect(await system({ port: '', hostName: '' })).toMatchObject({ port: null, hostName: null })
    expect(await system({ port: '0080' })).toMatchObject({ port: '80' })
  })
})

describe('the listing of sub-applications', () => {
  const listed = async (who: Context, query = {}) => {
    const answer = await platform.call(systems.listConfig, who, { query })
    return answer.data.map((row) => row.code)
  }

  test('NAV-3 PERM-5 people get the systems of which they hold something where they are, switched off or not, and no others', async () => {
    const { orgId } = platform
    const plain = await makePerson(platform, {
      EAST: ['ems.stations.search', 'report.analysis'],
      WEST: ['uia.role.search'],
      NORTH: [],
      PILOT: ['ems.alarms.search'],
    })
    const as = plain.account
    expect(await listed({ as, org: 'EAST' })).toEqual(['ems'])
    expect(await listed({ as, org: 'EAST', system: 'ems' })).toEqual(['ems'])
    expect(await listed({ as, org: 'EAST', system: 'uia' })).toEqual([])
    expect(await listed({ as, org: 'WEST' })).toEqual(['uia'])
    expect(await listed({ as }), 'before any is entered').toEqual(['ems', 'uia'])
    for (const org of ['NORTH', 'SOUTH', 'PILOT']) expect(await listed({ as, org }), org).toEqual([])
    expect(await listed({ as: 'orphan' })).toEqual([])
    expect(await listed({ as: 'orphan', org: 'EAST' })).toEqual([])
    await platform.set('system_config', { code: 'ems' }, { enable: false })
    expect(await listed({ as, org: 'EAST' }), 'their shell says that it is switched off').toEqual(['ems'])
    expect(await listed({ as, org: 'WEST' }), 'whoever holds nothing of it is not told').toEqual(['uia'])
    await platform.set('system_config', { code: 'ems' }, { enable: true })
    const held = { account_id: plain.id, org_id: await orgId('EAST') }
    await platform.delete('account_role', { account_id: held.account_id })
    expect(await listed({ as, org: 'EAST' })).toEqual([])
    const role_id = await makeRole(platform, 'EAST', ['ems.operation', 'ems'])
    await platform.insert('account_role', { ...held, role_id })
    expect(await listed({ as, org: 'EAST' }), 'directories and applications open nothing').toEqual([])
  })

  test('NAV-3 who discovers resources gets what is theirs to discover as well; the permission adds all others', async () => {
    const off = await system({ enable: false })
    const mine = await ofEast()
    const finder = await makePerson(platform, { EAST: ['uia.assets.addAll'], WEST: ['uia.assets.index'] })
    const found = await platform.call(systems.listConfig, { as: finder.account, org: 'EAST' })
    expect(found.data.map(({ code, isControl }) => [code, isControl])).toEqual([
      // The demo's EAST has added one.
      ['cmms', 1],
      [mine.code, 1],
      ['uia', 0],
    ])
    expect(await listed({ as: finder.account, org: 'WEST' })).toEqual(['uia'])
    const wide = await makePerson(platform, { EAST: ['uia.allocation.listConfig'], WEST: [] })
    const all = await platform.db.selectFrom('system_config').orderBy('code').select('code').execute()
    const codes = all.map((row) => row.code)
    expect((await listed({ as: wide.account, org: 'EAST' })).sort()).toEqual(codes.sort())
    expect(await listed({ as: wide.account, org: 'WEST' })).toEqual([])
    expect(await listed({ as: wide.account })).toEqual(['uia'])
    expect(await listed(admin)).toContain(off.code)
    expect(await platform.code(systems.listConfig, {})).toBe(102001)
  })

  test('GUARD-9 the systems of the standalone pages are told to everybody signed in, and no other system with them', async () => {
    const yard = await system({ code: 'ems-yr' })
    const plain = await makePerson(platform, { EAST: [] })
    for (const who of [{ as: plain.account, org: 'EAST' }, { as: 'orphan' }, admin]) {
      expect(await listed(who, { standalone: true })).toEqual(['ems', 'ems-yr'])
    }
    await platform.call(systems.updateEnable, admin, { query: { id: yard.id, enabled: 0 } })
    expect(await listed(admin, { standalone: true })).toEqual(['ems'])
    await platform.call(systems.remove, admin, { params: { id: yard.id } })
    expect(await platform.code(systems.listConfig, {}, { query: { standalone: true } })).toBe(102001)
  })

  test('NAV-3 MICRO-1 it lists a hundred unless the call says less, and never more, and the rest page by page', async () => {
    const ems = await stored('ems')
    if (ems === undefined) throw new Error('no ems')
    const many = Array.from({ length: 101 }, (_, at) => ({ ...ems, id: `many${at}`, code: `many${at}` }))
    await platform.insert('system_config', many)
    expect(await listed(admin)).toHaveLength(100)
    expect(await listed(admin, { limit: 7 })).toHaveLength(7)
    const all = await platform.db.selectFrom('system_config').select('code').execute()
    const pages = [await listed(admin), await listed(admin, { page: 2 })].flat()
    expect(pages.toSorted(), 'the next page goes on').toEqual(all.map(({ code }) => code).toSorted())
    expect(await listed(admin, { page: 3 })).toEqual([])
    expect(await platform.code(systems.listConfig, admin, { query: { limit: 101 } })).toBe(400)
    await platform.db.deleteFrom('system_config').where('id', 'like', 'many%').execute()
  })

  test('EDGE-8 it is answered 304 until a system, or what the person may see, changes', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const ask = async (known = '') => {
      const headers = { 'if-none-match': known }
      const who = { as: person.account, org: 'EAST', headers }
      const response = await platform.send('GET', systems.listConfig.path, who)
      return { status: response.status, etag: response.headers.get('etag') ?? '' }
    }
    let { etag } = await ask()
    expect(etag).not.toBe('')
    const one = await system()
    const { id: node_id } = await platform.row('menu_node', { code: 'uia.allocation.listConfig' })
    const changes = [
      () => system(),
      () => platform.call(systems.updateEnable, admin, { query: { id: one.id, enabled: 0 } }),
      () => update({ ...one, name: 'Renamed', recordVersion: null }),
      () => platform.call(systems.remove, admin, { params: { id: one.id } }),
      () => platform.insert('role_node', { role_id: person.roles.EAST ?? '', node_id }),
    ]
    for (const change of changes) {
      expect((await ask((await ask()).etag)).status).toBe(304)
      await change()
      const next = await ask(etag)
      expect(next.status).toBe(200)
      etag = next.etag
    }
    expect((await ask(etag)).status).toBe(304)
    const other = await platform.send('GET', systems.listConfig.path, {
      as: 'field',
      org: 'EAST',
      headers: { 'if-none-match': etag },
    })
    expect(other.status).toBe(200)
  })
})

describe('adding, updating, switching and deleting', () => {
  test('SYS-3 the console’s own system stays registered and enabled under its code; name and version change', async () => {
    const id = await idOf('uia')
    const data = await platform.ok(systems.list, admin, { query: { code: 'uia' } })
    const row = { ...data.content[0], recordVersion: null }
    const fixed = {
      status: 409,
      msg: 'The built-in system cannot be disabled or deleted, and its code is fixed',
    }
    expect(await update({ ...row, code: 'other' })).toMatchObject(fixed)
    expect(await update({ ...row, enable: false })).toMatchObject(fixed)
    const off = { query: { id, enabled: 0 } }
    expect(await platform.call(systems.updateEnable, admin, off)).toMatchObject(fixed)
    expect(await platform.call(systems.remove, admin, { params: { id } })).toMatchObject(fixed)
    expect((await platform.call(systems.remove, chinese, { params: { id } })).msg).toBe(
      '内置系统不能停用或删除，其编码不可修改',
    )
    expect((await update({ ...row, name: '控制台', version: '1.1' })).code).toBe(0)
    expect(await stored('uia')).toMatchObject({ name: '控制台', version: '1.1', enable: true })
  })

  test('SYS-2 SYS-3 RES-2 a system keeps its code while resources or menu entries bear it', async () => {
    const { recordVersion: _, ...row } = await system()
    const own = {
      id: row.code,
      system_code: row.code,
      code: `${row.code}.page.a`,
      name: 'a',
      type: 2,
      sort: 1,
    }
    await platform.insert('pool_resource', { ...own, created_time: platform.now() })
    const named = (uses: string) => ({
      status: 409,
      data: [
        {
          field: 'code',
          message: `The code cannot be changed while it is used by ${uses}`,
        },
      ],
    })
    expect(await update({ ...row, code: `${row.code}x` })).toMatchObject(
      named('1 resource and 0 menu entries'),
    )
    expect((await update({ ...row, name: 'Same code' })).code).toBe(0)
    const entry = await platform.row('menu_node', { code: 'uia.allocation.listConfig' })
    const its = { id: `${row.code}entry`, code: `${row.code}.page.b`, path: null, resource_id: null }
    await platform.insert('menu_node', { ...entry, ...its })
    expect(await update({ ...row, code: `${row.code}x` })).toMatchObject(named('1 resource and 1 menu entry'))
    await platform.db.deleteFrom('menu_node').where('id', '=', its.id).execute()
    await platform.db.deleteFrom('pool_resource').where('id', '=', own.id).execute()
    expect((await update({ ...row, code: `${row.code}x` })).code).toBe(0)
  })

  test('SYS-3 EDGE-4 the log holds the changed fields of a system, before and after', async () => {
    const body = form()
    const added = await logged(platform, () => platform.ok(systems.add, admin, { body }))
    const id = await idOf(body.code)
    expect(added).toMatchObject({
      ...{ module: 'allocation', type: 'add', status: '1', subject_id: id, subject_name: body.name },
      changes: { code: { after: body.code }, port: { after: 4200 }, enable: { after: true } },
    })
    const change = { ...body, id, code: `${body.code}x`, port: '4201', hostName: null, enable: 0, type: 1 }
    expect((await logged(platform, () => update(change))).changes).toEqual({
      code: { before: body.code, after: change.code },
      type: { before: 0, after: 1 },
      port: { before: 4200, after: 4201 },
      hostName: { before: '127.0.0.1', after: null },
      enable: { before: true, after: false },
    })
    const gone = await logged(platform, () => platform.ok(systems.remove, admin, { params: { id } }))
    expect(gone).toMatchObject({ type: 'delete', subject_id: id, changes: { name: { before: body.name } } })
  })
})

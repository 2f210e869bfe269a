import { describe, expect, test } from 'vitest'
import * as systems from '#contracts/allocation'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { type Answer, type Context, testPlatform } from './harness.ts'
import { makePerson } from './people.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
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
  return platform.db.selectFrom('system_config').where('code', '=', code).selectAll().executeTakeFirst()
}
async function idOf(code: string): Promise<string> {
  return (await stored(code))?.id ?? ''
}
/** Stores one and gives its row. */
async function system(given: Record<string, unknown> = {}): Promise<systems.SystemRow> {
  const body = form(given)
  const answer = await platform.call(systems.add, admin, { body })
  if (answer.code !== 0) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  const { data } = await platform.call(systems.list, admin, { query: { code: body.code } })
  const row = data.content.find((one) => one.code === body.code)
  if (row === undefined) throw new Error(body.code)
  return row
}
const update = (body: unknown, who: Context = admin) => platform.call(systems.update, who, { body })
const codeOf = (answer: Answer) => answer.code
async function found(query: Record<string, unknown>) {
  const { data } = await platform.call(systems.list, admin, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content.map((row) => row.code)
}
/** The row that the call leaves in the operation log; the clock moves first, so that it is the newest. */
async function logged(work: () => Promise<unknown>) {
  platform.forward(1)
  await work()
  return platform.db
    .selectFrom('operation_log')
    .where('create_time', '=', platform.now())
    .selectAll()
    .executeTakeFirstOrThrow()
}

describe('the list of systems', () => {
  test('SYS-1 code and full name narrow it together, in any spelling; patterns are data', async () => {
    expect(await found({ code: 'EM' })).toEqual(['ems'])
    expect(await found({ name: '管理系统' })).toContain('crm')
    expect(await found({ name: '管理系统', code: 'ms' })).toEqual(['ems', 'wms', 'bms', 'fms', 'qms'])
    expect(await found({ name: 'document' })).toEqual(['dms'])
    expect(await found({ name: 'document', code: 'ems' })).toEqual([])
    for (const text of ['%', '_', '\\']) {
      expect([...(await found({ code: text })), ...(await found({ name: text }))]).toEqual([])
    }
    const tooLong = await platform.call(systems.list, admin, { query: { name: 'x'.repeat(51) } })
    expect(tooLong.code).toBe(400)
  })

  test('SYS-1 LIST-3 it has pages, the newest first', async () => {
    const page = async (number: number) =>
      (await platform.call(systems.list, admin, { query: { page: number, limit: 10 } })).data
    const all = (await platform.call(systems.list, admin, { query: { limit: 100 } })).data
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.flatMap(({ content }) => content.map((row) => row.id))).toEqual(
      all.content.slice(0, 30).map((row) => row.id),
    )
    expect(pages[0]?.meta).toEqual({ page: 1, limit: 10, count: all.content.length })
    const newest = await system()
    expect((await page(1)).content[0]?.code).toBe(newest.code)
  })

  test('EDGE-8 its rows are as they were stored', async () => {
    const row = await system({ type: '1', port: 4300, hostName: ' 10.0.0.1 ', enable: 0 })
    expect(row).toMatchObject({
      ...{ version: '1.2.0', type: 1, port: '4300', hostName: '10.0.0.1', enable: false },
    })
    expect(row.edition).toBeTruthy()
    expect(await system({ port: '', hostName: '' })).toMatchObject({ port: null, hostName: null })
    expect(await system({ port: '0080' })).toMatchObject({ port: '80' })
  })
})

describe('the listing of sub-applications', () => {
  const listed = async (who: Context, query = {}) => {
    const answer = await platform.call(systems.listConfig, who, { query })
    return answer.data.map((row) => row.code)
  }

  test('NAV-3 everybody signed in gets the enabled systems; its code adds the disabled ones, where it is held', async () => {
    const off = await system({ enable: false })
    const plain = await makePerson(platform, { EAST: [] })
    const wide = await makePerson(platform, { EAST: ['uia.allocation.listConfig'], WEST: [] })
    for (const who of [
      { as: plain.account, org: 'EAST' },
      { as: 'orphan' },
      { as: wide.account, org: 'WEST' },
      { as: wide.account },
    ]) {
      const seen = await listed(who)
      expect(seen).toEqual(expect.arrayContaining(['uia', 'ems', 'wms']))
      expect(seen).not.toContain('qms')
      expect(seen).not.toContain(off.code)
    }
    const all = await platform.db.selectFrom('system_config').orderBy('code').select('code').execute()
    const codes = all.map((row) => row.code)
    expect((await listed({ as: wide.account, org: 'EAST' })).sort()).toEqual(codes.sort())
    expect(await listed(admin)).toContain(off.code)
    expect((await platform.call(systems.listConfig, {})).code).toBe(102001)
  })

  test('NAV-3 it lists a hundred unless the call says less, and never more', async () => {
    const ems = await stored('ems')
    if (ems === undefined) throw new Error('no ems')
    const many = Array.from({ length: 101 }, (_, at) => ({ ...ems, id: `many${at}`, code: `many${at}` }))
    await platform.db.insertInto('system_config').values(many).execute()
    expect(await listed({ as: 'field' })).toHaveLength(100)
    expect(await listed({ as: 'field' }, { limit: 7 })).toHaveLength(7)
    expect((await platform.call(systems.listConfig, admin, { query: { limit: 101 } })).code).toBe(400)
    await platform.db.deleteFrom('system_config').where('id', 'like', 'many%').execute()
  })

  test('EDGE-8 it is answered 304 until a system, or what the person may see, changes', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const { db } = platform
    const ask = async (known = '') => {
      const headers = { 'if-none-match': known }
      const who = { as: person.account, org: 'EAST', headers }
      const response = await platform.send('GET', systems.listConfig.path, who)
      return { status: response.status, etag: response.headers.get('etag') ?? '' }
    }
    let { etag } = await ask()
    expect(etag).not.toBe('')
    const one = await system()
    const node = db.selectFrom('menu_node').where('code', '=', 'uia.allocation.listConfig').select('id')
    const changes = [
      () => system(),
      () => platform.call(systems.updateEnable, admin, { query: { id: one.id, enabled: 0 } }),
      () => update({ ...one, name: 'Renamed', edition: null }),
      () => platform.call(systems.remove, admin, { params: { id: one.id } }),
      () =>
        db
          .insertInto('role_node')
          .values({ role_id: person.roles.EAST ?? '', node_id: node })
          .execute(),
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
  test('SYS-3 a system is added, changed, switched and deleted; each is seen at the next call', async () => {
    const row = await system()
    const { edition } = row
    const change = { ...row, edition, name: '改名', version: '2.0', type: 1, port: null, hostName: 'a:1/b' }
    expect((await update(change)).code).toBe(0)
    expect(await stored(row.code)).toMatchObject({
      ...{ name: '改名', version: '2.0', type: 1, port: null, host_name: 'a:1/b', enable: true },
    })
    expect((await update({ ...change, edition: null, code: `${row.code}x` })).code).toBe(0)
    expect(await stored(row.code)).toBeUndefined()
    const { path } = systems.updateEnable
    const switched = await platform.send('POST', `${path}?id=${row.id}&enabled=0`, admin)
    expect([switched.status, (await stored(`${row.code}x`))?.enable]).toEqual([200, false])
    const params = { id: row.id }
    expect((await platform.call(systems.remove, admin, { params })).code).toBe(0)
    expect(await stored(`${row.code}x`)).toBeUndefined()
  })

  test('SYS-3 the switch is understood from the query, from the body and from both, and refused when they differ', async () => {
    const { id, code } = await system()
    const send = async (query: object, body: object) => {
      const answer = await platform.call(systems.updateEnable, admin, { query, body })
      return [answer.status, (await stored(code))?.enable]
    }
    expect(await send({ id, enabled: 0 }, {})).toEqual([200, false])
    expect(await send({}, { id, enable: 1 })).toEqual([200, true])
    expect(await send({ id, enabled: 0 }, { id, enable: 0 })).toEqual([200, false])
    expect(await send({ id, enabled: 0 }, { id, enable: 1 })).toEqual([400, false])
    expect(await send({ id }, {})).toEqual([400, false])
    expect(await send({ enabled: 1 }, {})).toEqual([400, false])
  })

  test.each([
    ['name', { name: '' }, 'Enter the full name of the system', '请输入系统全称'],
    ['name', { name: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['name', { name: 'a&b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['version', { version: '' }, 'Enter the version', '请输入版本号'],
    [
      'version',
      { version: '.1' },
      'Letters, digits and dots only, no leading dot',
      '只能包含字母、数字和点，且不能以点开头',
    ],
    ['version', { version: '1'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['type', { type: 2 }, 'Select a type', '请选择类型'],
    ['type', { type: undefined }, 'Select a type', '请选择类型'],
    ['code', { code: ' ' }, 'Enter a code', '请输入编码'],
    ['code', { code: 'c'.repeat(31) }, 'At most 30 characters', '最多 30 个字符'],
    ['code', { code: 'a;b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['port', { port: '4a' }, 'The port takes digits only', '端口只能包含数字'],
    ['port', { port: '65536' }, 'The port must not exceed 65535', '端口不能大于 65535'],
    [
      'hostName',
      { hostName: '10.0.0.1?' },
      'The local IP takes letters, digits and . : / \\ only',
      '本地 IP 只能包含字母、数字和 . : / \\',
    ],
    ['enable', { enable: 'yes' }, 'Must be enabled or disabled', '只能是启用或停用'],
  ])(
    'SYS-2 VALID-2 %s of %j is refused in both languages, and nothing is stored',
    async (field, given, en, zh) => {
      const row = await system()
      const count = async () => (await found({})).length
      const before = [await count(), await stored(row.code)]
      const body = form(given)
      for (const [endpoint, sent] of [
        [systems.add, body],
        [systems.update, { ...body, id: row.id }],
      ] as const) {
        for (const [who, message] of [
          [admin, en],
          [chinese, zh],
        ] as const) {
          const answer = await platform.call(endpoint, who, { body: sent })
          expect(answer).toMatchObject({ status: 400, code: 400, data: [{ field, message }] })
        }
      }
      expect([await count(), await stored(row.code)]).toEqual(before)
    },
  )

  test('SYS-2 a code is taken in any spelling, by two at once as well, and the field says so', async () => {
    const body = form({ code: 'Once' })
    const both = await Promise.all([
      platform.call(systems.add, admin, { body }),
      platform.call(systems.add, admin, { body: { ...body, code: 'ONCE' } }),
    ])
    expect(both.map(codeOf).sort()).toEqual([0, 409])
    const taken = { status: 409, msg: '系统编码已存在', data: [{ field: 'code', message: '系统编码已存在' }] }
    expect(await platform.call(systems.add, chinese, { body })).toMatchObject(taken)
    const other = await system()
    expect(await update({ ...other, code: 'oncE' }, chinese)).toMatchObject(taken)
    expect((await update({ ...other, code: 'oncE' })).msg).toBe('The system code exists already')
    expect((await update({ ...other, code: other.code.toUpperCase() })).code).toBe(0)
  })

  test('SYS-3 the console’s own system stays registered and enabled under its code; name and version change', async () => {
    const id = await idOf('uia')
    const { data } = await platform.call(systems.list, admin, { query: { code: 'uia' } })
    const row = { ...data.content[0], edition: null }
    const fixed = {
      status: 409,
      msg: 'The console’s own system cannot be disabled or deleted, and its code is fixed',
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

  test('CALL-4 an unknown system is 404 for everyone who may change systems', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['update', 'delete', 'updateEnable'].map((action) => `uia.allocation.${action}`),
    })
    for (const who of [admin, { as: account, org: 'EAST' }]) {
      const answers = [
        await update(form({ id: 'none' }), who),
        await platform.call(systems.remove, who, { params: { id: 'none' } }),
        await platform.call(systems.updateEnable, who, { query: { id: 'none', enabled: 1 } }),
      ]
      expect(answers.map(codeOf)).toEqual([404, 404, 404])
    }
  })
})

describe('two people edit the same system', () => {
  test('EDGE-2 the second is told what changed, nothing is stored, and may overwrite it', async () => {
    const { code } = await system()
    platform.forward(1000)
    const { data } = await platform.call(systems.list, admin, { query: { code } })
    const row = { code, ...data.content[0] }
    platform.forward(1000)
    expect((await update({ ...row, edition: null, version: '5.0', hostName: '10.1.1.1' })).code).toBe(0)
    platform.forward(1000)
    const refused = await update({ ...row, version: '9.9' })
    expect(refused).toMatchObject({
      status: 409,
      msg: 'It was changed by someone else meanwhile',
      data: {
        changed: [
          { field: 'hostName', was: '127.0.0.1', now: '10.1.1.1' },
          { field: 'version', was: '1.2.0', now: '5.0' },
        ],
      },
    })
    expect((await stored(row.code))?.version).toBe('5.0')
    const { version: edition } = refused.data as { version: string }
    expect((await update({ ...row, version: '9.9', edition })).code).toBe(0)
    expect((await stored(row.code))?.version).toBe('9.9')
  })

  test('EDGE-2 of two saves of one edition at the same moment one is refused', async () => {
    const row = await system()
    const answers = await Promise.all(['One', 'Two'].map((name) => update({ ...row, name })))
    expect(answers.map(codeOf).sort()).toEqual([0, 409])
  })

  test('EDGE-4 the log holds the changed fields, before and after', async () => {
    const body = form()
    const added = await logged(() => platform.call(systems.add, admin, { body }))
    const id = await idOf(body.code)
    expect(added).toMatchObject({
      ...{ module: 'allocation', type: 'add', status: '1', subject_id: id, subject_name: body.name },
      changes: { code: { after: body.code }, port: { after: 4200 }, enable: { after: true } },
    })
    const change = { ...body, id, port: '4201', hostName: null, enable: 0 }
    expect((await logged(() => update(change))).changes).toEqual({
      port: { before: 4200, after: 4201 },
      hostName: { before: '127.0.0.1', after: null },
      enable: { before: true, after: false },
    })
    const on = await logged(() =>
      platform.call(systems.updateEnable, admin, { query: { id, enabled: 1 }, body: { id, enable: 1 } }),
    )
    expect([on.type, on.changes]).toEqual(['enable', { enable: { before: false, after: true } }])
    const gone = await logged(() => platform.call(systems.remove, admin, { params: { id } }))
    expect(gone).toMatchObject({ type: 'delete', subject_id: id, changes: { name: { before: body.name } } })
  })
})

describe('permissions', () => {
  const inputs: Record<string, readonly [Endpoint, () => Promise<Record<string, unknown>>]> = {
    list: [systems.list, async () => ({})],
    add: [systems.add, async () => ({ body: form() })],
    update: [systems.update, async () => ({ body: await system() })],
    remove: [systems.remove, async () => ({ params: { id: (await system()).id } })],
    updateEnable: [systems.updateEnable, async () => ({ query: { id: (await system()).id, enabled: 0 } })],
  }
  const everyCode = [...new Set(Object.values<Endpoint>(endpoints).flatMap((one) => one.permissions))]

  test.each(Object.keys(inputs))(
    'PERM-1 PERM-2 PERM-3 %s works with its code alone, in the organization where it is held; a refusal is logged',
    async (name) => {
      const [endpoint, input] = inputs[name] ?? [systems.list, async () => ({})]
      const others = everyCode.filter((code) => !endpoint.permissions.includes(code))
      const nodes = await platform.db
        .selectFrom('menu_node')
        .where('code', 'in', others)
        .select('code')
        .execute()
      const without = await makePerson(platform, { EAST: nodes.map((node) => node.code) })
      const given = await input()
      const row = await logged(async () => {
        const refused = await platform.call(endpoint, { as: without.account, org: 'EAST' }, given)
        expect(refused).toMatchObject({ status: 403, code: 403, data: null })
      })
      expect(row).toMatchObject({
        username: without.account,
        module: 'allocation',
        status: '3',
        changes: null,
      })
      const holder = await makePerson(platform, { EAST: endpoint.permissions, WEST: [] })
      const call = async (org?: string) =>
        codeOf(await platform.call(endpoint, { as: holder.account, ...(org && { org }) }, await input()))
      expect([await call('EAST'), await call('WEST'), await call()]).toEqual([0, 403, 403])
    },
  )

  test('PERM-3 an update that flips the switch takes the switch’s permission too', async () => {
    const row = await system()
    const editor = await makePerson(platform, { EAST: ['uia.allocation.update'] })
    const who = { as: editor.account, org: 'EAST' }
    expect(await update({ ...row, name: 'Edited', enable: 0 }, who)).toMatchObject({
      status: 403,
      msg: 'You are not permitted to enable or disable it',
    })
    expect(await stored(row.code)).toMatchObject({ name: row.name, enable: true })
    expect((await update({ ...row, name: 'Edited' }, who)).code).toBe(0)
    expect(await stored(row.code)).toMatchObject({ name: 'Edited', enable: true })
  })
})

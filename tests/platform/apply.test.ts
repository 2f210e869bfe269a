import type { Selectable } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import { endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { listSystems, type MenuNode, mainMenu } from '#contracts/session'
import type { Schema } from '#platform/db/schema'
import { type Answer, type Context, refusedFields, testPlatform } from './harness.ts'
import { makePerson, makeRole } from './people.ts'
import { storePicture } from './pictures.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
let made = 0

interface Sketch {
  code: string
  type?: number
  below?: readonly Sketch[]
}
type PoolRow = Selectable<Schema['pool_resource']>
/** Puts resources of a system of its own into the pool, as a discovery does. Gives the ids by code. */
async function pool(system: string, ...sketches: readonly Sketch[]): Promise<Record<string, string>> {
  const rowsOf = (sketch: Sketch, pid: string | null, sort: number): PoolRow[] => {
    const { code, type = 2, below = [] } = sketch
    const id = `r-${system}-${code}`.replaceAll('.', '-')
    const own = {
      name: `N ${code}`,
      path: `/${code}`,
      method: type === 3 ? 'GET' : null,
      description: '说明',
    }
    const row = { ...own, id, pid, code, type, sort, system_code: system, created_time: platform.now() }
    return [row, ...below.flatMap((child, at) => rowsOf(child, id, at + 1))]
  }
  const rows = sketches.flatMap((sketch, at) => rowsOf(sketch, null, at + 1))
  await platform.db.insertInto('pool_resource').values(rows).execute()
  return Object.fromEntries(rows.map((row) => [row.code, row.id]))
}
/** As many pages of a new system as are asked for, each with one operation. Gives the pages' ids. */
async function pages(count = 1): Promise<{ system: string; ids: string[]; codes: string[] }> {
  made += 1
  const system = `p${made}`
  const codes = Array.from({ length: count }, (_, at) => `${system}.page${at}`)
  const all = await pool(
    system,
    ...codes.map((code) => ({ code, below: [{ code: `${code}.search`, type: 3 }] })),
  )
  return { system, codes, ids: codes.map((code) => all[code] ?? '') }
}
async function form(given: Record<string, unknown> = {}) {
  made += 1
  return {
    name: `新应用${made}`,
    code: `app${made}`,
    icon: await storePicture(platform),
    enabled: true,
    ...(given.resourceIdList === undefined && { resourceIdList: (await pages()).ids }),
    ...given,
  }
}
type Form = Awaited<ReturnType<typeof form>> & { resourceIdList?: string[] }
/** Stores one and gives its form with its id. */
async function application(
  given: Record<string, unknown> = {},
): Promise<Form & { id: string; code: string }> {
  const body = await form(given)
  const answer = await platform.call(applications.add, admin, { body })
  if (answer.code !== 0) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return { ...body, id: await platform.systemId(body.code) }
}
const detail = async (id: string) =>
  (await platform.call(applications.detail, admin, { params: { id }, query: { type: 2 } })).data
const add = (body: unknown, who: Context = admin) => platform.call(applications.add, who, { body })
const update = (body: unknown, who: Context = admin) => platform.call(applications.update, who, { body })
const remove = (id: string, who: Context = admin) =>
  platform.call(applications.remove, who, { params: { id } })
const enable = (id: string, enabled: unknown, who: Context = admin) =>
  platform.call(applications.updateEnable, who, { query: { id, enabled } })
const codeOf = (answer: Answer) => answer.code

async function node(code: string) {
  return platform.db.selectFrom('menu_node').where('code', '=', code).selectAll().executeTakeFirst()
}
/** The tree of an application as text, by code. */
async function drawn(id: string): Promise<string[]> {
  const { data } = await platform.call(menus.tree, admin)
  const lines = (node: menus.MenuRow): string[] => [
    `${node.type} ${node.code}`,
    ...(node.children ?? []).flatMap(lines).map((line) => `  ${line}`),
  ]
  return data.filter((root) => root.id === id).flatMap(lines)
}
async function taken(id: string): Promise<string[]> {
  return (await detail(id)).resourceIdList
}
/** What is stored of applications, nodes and resources in all. */
async function everything() {
  const { db } = platform
  return [
    await db.selectFrom('menu_node').orderBy('id').selectAll().execute(),
    await db.selectFrom('application').orderBy('id').selectAll().execute(),
    await db.selectFrom('application_resource').orderBy('resource_id').selectAll().execute(),
  ]
}
/** The row that the call leaves in the operation log; the clock moves first, so that it is the newest. */
async function logged(work: () => Promise<unknown>) {
  platform.forward(1)
  await work()
  return platform.db
    .selectFrom('operation_log')
    .where('create_time', '=', platform.now())
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()
}

describe('the list of applications', () => {
  test('APP-1 one field finds by name or code in any spelling; patterns are data; the newest come first', async () => {
    const found = async (seachStr: string) => {
      const { data } = await platform.call(applications.list, admin, { query: { seachStr } })
      expect(data.meta.count).toBe(data.content.length)
      return data.content.map((row) => row.code)
    }
    const first = await application({ name: 'Alpha Desk' })
    platform.forward(1)
    const second = await application({ name: '第二' })
    expect(await found('alpha d')).toEqual([first.code])
    expect(await found(second.code.toUpperCase())).toEqual([second.code])
    expect((await found('app')).slice(0, 2)).toEqual([second.code, first.code])
    expect(await found('管理')).toEqual(expect.arrayContaining(['uia', 'ems']))
    for (const text of ['%', '_', '\\']) expect(await found(text)).toEqual([])
    const { data } = await platform.call(applications.list, admin, { query: { limit: 1 } })
    const { id, name, code, icon } = second
    expect(data.content).toEqual([{ id, name, code, icon, enabled: true }])
    const all = await platform.db.selectFrom('application').select('id').execute()
    expect(data.meta).toEqual({ page: 1, limit: 1, count: all.length })
  })

  test('APP-3 the detail holds all that the dialog shows', async () => {
    const one = await application()
    const { id, name, code, icon } = one
    expect(await detail(id)).toMatchObject({
      ...{ id, name, code, icon, enabled: true, insideFlag: '1', type: '0', openMode: '1' },
      resourceIdList: one.resourceIdList,
    })
    expect((await detail(await platform.systemId('uia'))).insideFlag).toBe('0')
    const missing = await platform.call(applications.detail, admin, { params: { id: 'none' } })
    expect(missing.code).toBe(404)
    const page = (await node('ems.page.alarms'))?.id
    expect((await platform.call(applications.detail, admin, { params: { id: page } })).code).toBe(404)
  })
})

describe('the tree of the pool', () => {
  const poolTree = async (query = {}) =>
    (await platform.call(applications.findAllPoolResource, admin, { query })).data
  const names = (nodes: readonly applications.PoolNode[] | null | undefined): string[] =>
    (nodes ?? []).flatMap((one) => [one.id, ...names(one.children).map((line) => `  ${line}`)])

  test('APP-2 systems stand first, what an application can take second, what comes along third', async () => {
    const { system, ids, codes } = await pages(2)
    const tree = await poolTree({ type: 2 })
    expect(tree.find((one) => one.code === system)).toEqual({
      ...{ id: `system:${system}`, name: system, code: system },
      children: codes.map((code, at) => ({
        ...{ id: ids[at], name: `N ${code}`, code, path: `/${code}`, type: 2, applicationName: null },
        children: [
          {
            ...{ id: `${ids[at]}-search`, name: `N ${code}.search`, code: `${code}.search` },
            ...{ path: `/${code}.search`, type: 3, applicationName: null, children: [] },
          },
        ],
      })),
    })
    const codesOfTree = tree.map((one) => one.code)
    expect(codesOfTree).toEqual(codesOfTree.toSorted())
    expect(codesOfTree).toEqual(expect.arrayContaining(['uia', 'ems', 'wms', 'report', 'qms']))
    const ems = tree.find((one) => one.code === 'ems')
    expect([ems?.name, ems?.children?.map((one) => one.code)]).toEqual([
      '能源管理系统',
      ['ems.page.stations', 'ems.page.alarms'],
    ])
    expect(tree.find((one) => one.code === 'wms')?.children).toEqual([])
  })

  test('APP-2 it is narrowed by the type of the system, its code, and the type of the resource', async () => {
    made += 1
    const system = `p${made}`
    await pool(system, { code: `${system}.a` }, { code: `${system}.b`, type: 3 })
    const codesOfTree = async (query: object) => (await poolTree(query)).map((one) => one.code)
    expect(await codesOfTree({ sysType: 1 })).toEqual([
      'approval',
      'attendance',
      'charging',
      'inspection',
      'patrol',
    ])
    expect(await codesOfTree({ sysType: 0 })).toEqual(expect.arrayContaining(['uia', 'ems']))
    expect(await codesOfTree({ sysType: 0 })).not.toContain(system)
    expect(await codesOfTree({ code: system })).toEqual([system])
    expect(await codesOfTree({ code: 'p' })).toEqual([])
    const of = async (query: object) => names(await poolTree({ code: system, ...query }))
    expect(await of({})).toEqual([
      `system:${system}`,
      `  r-${system}-${system}-a`,
      `  r-${system}-${system}-b`,
    ])
    expect(await of({ type: 2 })).toEqual([`system:${system}`, `  r-${system}-${system}-a`])
    expect(await of({ type: 3 })).toEqual([`system:${system}`, `  r-${system}-${system}-b`])
  })

  test('APP-2 a resource says which application has taken it, until it is free again', async () => {
    const { system, ids } = await pages(2)
    const owners = async () =>
      (await poolTree({ code: system }))[0]?.children?.map((one) => one.applicationName)
    expect(await owners()).toEqual([null, null])
    const one = await application({ resourceIdList: [ids[1]] })
    expect(await owners()).toEqual([null, one.name])
    await update({ ...one, resourceIdList: [ids[0]] })
    expect(await owners()).toEqual([one.name, null])
    await remove(one.id)
    expect(await owners()).toEqual([null, null])
  })
})

describe('what an application takes from the pool', () => {
  test('APP-2 MENU-6 each page becomes a menu in a directory of the application, with its operations below', async () => {
    const { ids, codes } = await pages(2)
    const one = await application({ resourceIdList: ids })
    expect(await drawn(one.id)).toEqual([
      `0 ${one.code}`,
      `  1 ${one.code}.pages`,
      ...codes.flatMap((code) => [`    2 ${code}`, `      3 ${code}.search`]),
    ])
    const shared = { app_id: one.id, enabled: true, inside_flag: '1', create_type: '2', discover_type: null }
    expect(await node(`${one.code}.pages`)).toMatchObject({ ...shared, pid: one.id, name: one.name })
    expect(await node(codes[0] ?? '')).toMatchObject({
      ...shared,
      ...{ name: `N ${codes[0]}`, path: `/${codes[0]}`, resource_id: ids[0], method: null, sort: 1 },
      description: '说明',
    })
    const action = { method: 'GET', resource_id: `${ids[1]}-search`, path: `/${codes[1]}.search` }
    expect(await node(`${codes[1]}.search`)).toMatchObject({ ...shared, ...action })
    const root = { ...shared, create_type: '1', icon: one.icon, type: 0, resource_id: null }
    expect(await node(one.code)).toMatchObject(root)
    expect(await taken(one.id)).toEqual(ids)
  })

  test('APP-2 MENU-3 a page below a page stands beside it, and what hangs at any depth hangs at its page', async () => {
    made += 1
    const system = `p${made}`
    const deep = { code: `${system}.deep`, type: 3, below: [{ code: `${system}.deeper`, type: 3 }] }
    const inner = { code: `${system}.inner`, below: [deep] }
    const ids = await pool(system, { code: `${system}.outer`, below: [inner] })
    const one = await application({ resourceIdList: [ids[`${system}.outer`]] })
    const lines = await drawn(one.id)
    expect(lines.slice(0, 2)).toEqual([`0 ${one.code}`, `  1 ${one.code}.pages`])
    expect(lines.slice(2).sort()).toEqual([
      `      3 ${system}.deep`,
      `      3 ${system}.deeper`,
      `    2 ${system}.inner`,
      `    2 ${system}.outer`,
    ])
    const other = await pages()
    expect((await update({ ...one, resourceIdList: other.ids })).code).toBe(0)
    expect(await node(`${system}.inner`)).toBeUndefined()
    expect(await node(`${system}.deeper`)).toBeUndefined()
  })

  test('APP-2 an update takes and gives back; what stays keeps its node, wherever it was moved and however renamed', async () => {
    const { ids, codes } = await pages(3)
    const one = await application({ resourceIdList: ids.slice(0, 2) })
    const [kept = '', dropped = '', added = ''] = codes
    const folder = { type: 1, name: '自建', code: `${one.code}.own`, path: '/own', sort: 2, pid: one.id }
    expect((await platform.call(menus.add, admin, { body: folder })).code).toBe(0)
    const own = await node(folder.code)
    await platform.db
      .updateTable('menu_node')
      .set({ name: '改名', pid: own?.id ?? '' })
      .where('code', '=', kept)
      .execute()
    const before = await node(kept)
    expect((await update({ ...one, resourceIdList: [ids[0], ids[2], ids[2]] })).code).toBe(0)
    expect(await node(kept)).toEqual(before)
    expect(await drawn(one.id)).toEqual([
      `0 ${one.code}`,
      `  1 ${one.code}.pages`,
      `    2 ${added}`,
      `      3 ${added}.search`,
      `  1 ${folder.code}`,
      `    2 ${kept}`,
      `      3 ${kept}.search`,
    ])
    expect(await node(dropped)).toBeUndefined()
    expect(await taken(one.id)).toEqual([ids[0], ids[2]])
  })

  test('APP-2 the directory is made anew where it is gone, and keeps the code and name of its application', async () => {
    const { ids } = await pages(2)
    const one = await application({ resourceIdList: [ids[0]] })
    const renamed = { ...one, name: 'Renamed', code: `${one.code}x` }
    expect((await update(renamed)).code).toBe(0)
    expect(await node(`${one.code}.pages`)).toBeUndefined()
    expect(await node(`${one.code}x.pages`)).toMatchObject({ name: 'Renamed' })
    await platform.db
      .updateTable('menu_node')
      .set({ name: '自己取的' })
      .where('code', '=', `${one.code}x.pages`)
      .execute()
    expect((await update({ ...renamed, name: 'Again' })).code).toBe(0)
    expect(await node(`${one.code}x.pages`)).toMatchObject({ name: '自己取的' })
    const away = await platform.db
      .selectFrom('menu_node')
      .where('code', '=', `${one.code}x.pages`)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await platform.call(menus.remove, admin, { params: { resourceId: away.id } })).code).toBe(0)
    expect(await taken(one.id)).toEqual([])
    expect((await update({ ...renamed, name: 'Again', resourceIdList: ids })).code).toBe(0)
    expect(await node(`${one.code}x.pages`)).toMatchObject({ name: 'Again', pid: one.id })
  })

  test.each([
    [
      'a system',
      async (ids: Record<string, string>) => [ids.page, 'system:ems'],
      [400, 'resourceIdList.1', 'Not a valid id', '编号无效'],
    ],
    [
      'an unknown one',
      async (ids: Record<string, string>) => [ids.page, 'none'],
      [400, 'resourceIdList', 'A chosen resource does not exist any more', '所选资源不存在'],
    ],
    [
      'an operation',
      async (ids: Record<string, string>) => [ids.page, ids.operation],
      [400, 'resourceIdList', 'Only the pages of a system can be chosen', '只能选择系统下的页面'],
    ],
    [
      'a page below a page',
      async (ids: Record<string, string>) => [ids.inner],
      [400, 'resourceIdList', 'Only the pages of a system can be chosen', '只能选择系统下的页面'],
    ],
    [
      'an operation without a page',
      async (ids: Record<string, string>) => [ids.alone],
      [400, 'resourceIdList', 'Only the pages of a system can be chosen', '只能选择系统下的页面'],
    ],
    [
      'one that another application has taken',
      async (ids: Record<string, string>) => {
        await application({ name: 'Owner', resourceIdList: [ids.page] })
        return [ids.page]
      },
      [
        409,
        'resourceIdList',
        'Another application has taken a chosen resource: Owner',
        '所选资源已被其他应用使用：Owner',
      ],
    ],
    ['none', async () => [], [400, 'resourceIdList', 'Select resources', '请选择资源']],
  ] as const)('APP-2 VALID-2 %s cannot be taken, and nothing is stored', async (_, chosen, expected) => {
    made += 1
    const system = `p${made}`
    const inner = { code: `${system}.inner` }
    const all = await pool(
      system,
      { code: `${system}.page`, below: [{ code: `${system}.operation`, type: 3 }, inner] },
      { code: `${system}.alone`, type: 3 },
    )
    const ids = Object.fromEntries(Object.entries(all).map(([code, id]) => [code.split('.')[1], id]))
    const resourceIdList = await chosen(ids)
    const [status, field, en, zh] = expected
    const body = await form({ resourceIdList })
    const stored = await application()
    const before = await everything()
    for (const [call, sent] of [
      [add, body],
      [
        update,
        {
          ...stored,
          resourceIdList: [...(stored.resourceIdList ?? []), ...resourceIdList].slice(
            resourceIdList.length === 0 ? 1 : 0,
          ),
        },
      ],
    ] as const) {
      const at = call === update && field.includes('.') ? 'resourceIdList.2' : field
      expect(await call(sent)).toMatchObject({ status, code: status, data: [{ field: at, message: en }] })
      expect(await call(sent, chinese)).toMatchObject({ status, data: [{ field: at, message: zh }] })
    }
    expect(await everything()).toEqual(before)
  })

  test('APP-2 a code that the menu has already, in either spelling, is refused by name, and nothing is stored', async () => {
    made += 1
    const [system, other] = [`p${made}`, `q${made}`]
    const ids = await pool(
      system,
      { code: 'ems.page.alarms' },
      { code: `${system}.page`, below: [{ code: 'account.add', type: 3 }] },
      { code: `${system}.twice` },
    )
    const twin = await pool(other, { code: `${system}.twice` })
    const before = await everything()
    const refused = async (code: string, ...resourceIdList: (string | undefined)[]) => {
      const body = await form({ resourceIdList })
      const en = `The menu has an entry with the code ${code} already`
      const data = [{ field: 'resourceIdList', message: en }]
      expect(await add(body)).toMatchObject({ status: 409, msg: en, data })
      expect((await add(body, chinese)).msg).toBe(`菜单中已有编码为 ${code} 的条目`)
    }
    await refused('ems.page.alarms', ids['ems.page.alarms'])
    await refused('account.add', ids[`${system}.page`])
    await refused(`${system}.twice`, ids[`${system}.twice`], twin[`${system}.twice`])
    const body = await form()
    await platform.db
      .updateTable('menu_node')
      .set({ code: `${body.code}.pages` })
      .where('code', '=', 'ems.operation')
      .execute()
    expect((await add(body)).msg).toBe(`The menu has an entry with the code ${body.code}.pages already`)
    await platform.db
      .updateTable('menu_node')
      .set({ code: 'ems.operation' })
      .where('code', '=', `${body.code}.pages`)
      .execute()
    expect(await everything()).toEqual(before)
  })

  test('APP-2 what another system’s code was given back for can be taken in the same update', async () => {
    made += 1
    const [one, two] = [`p${made}`, `q${made}`]
    const first = await pool(one, { code: 'shared.page' })
    const second = await pool(two, { code: 'shared.page' })
    const stored = await application({ resourceIdList: [first['shared.page']] })
    expect((await update({ ...stored, resourceIdList: [second['shared.page']] })).code).toBe(0)
    expect((await node('shared.page'))?.resource_id).toBe(second['shared.page'])
  })

  test('APP-2 PERM-5 what roles hold is not given back: the answer counts the roles, and nobody loses a right', async () => {
    const { ids, codes } = await pages(2)
    const one = await application({ resourceIdList: ids })
    const [first = ''] = codes
    const holders = [
      await makeRole(platform, 'EAST', [`${first}.search`]),
      await makeRole(platform, 'WEST', [first]),
    ]
    const before = await everything()
    const less = { ...one, resourceIdList: [ids[1]] }
    expect(await update(less)).toMatchObject({
      ...{ status: 409, code: 409, data: { roles: 2 } },
      msg: 'Resources that would be taken away are in use: 2 roles grant them',
    })
    expect((await update(less, chinese)).msg).toBe('要移除的资源正在使用中：已授权给 2 个角色')
    expect(await remove(one.id)).toMatchObject({
      ...{ status: 409, code: 409, data: { roles: 2 } },
      msg: 'The application is in use: 2 roles grant it',
    })
    expect((await remove(one.id, chinese)).msg).toBe('应用正在使用中：已授权给 2 个角色')
    expect(await everything()).toEqual(before)
    for (const id of holders) {
      expect((await platform.call(roles.remove, admin, { params: { id } })).code).toBe(0)
    }
    expect((await update(less)).code).toBe(0)
    expect((await remove(one.id)).code).toBe(0)
    expect(await drawn(one.id)).toEqual([])
  })

  test('APP-2 a role that is given a page at the moment it is given back: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ids, codes } = await pages(2)
      const one = await application({ resourceIdList: ids })
      const granted = (await node(codes[0] ?? ''))?.id
      made += 1
      const role = { name: `R${made}`, orgId: await platform.orgId('EAST'), resourceIdList: [granted] }
      const [back, given] = await Promise.all([
        update({ ...one, resourceIdList: [ids[1]] }),
        platform.call(roles.add, admin, { body: role }),
      ])
      expect([back.code, given.code].filter((code) => code === 0)).toHaveLength(1)
      expect((await node(codes[0] ?? '')) === undefined).toBe(back.code === 0)
    }
  })

  test('APP-2 of two applications that take one resource at the same moment one is refused', async () => {
    const { ids } = await pages()
    const bodies = [await form({ resourceIdList: ids }), await form({ resourceIdList: ids })]
    const answers = await Promise.all(bodies.map((body) => add(body)))
    expect(answers.map(codeOf).sort()).toEqual([0, 409])
  })

  test('APP-2 a thousand pages are taken and given back at once', async () => {
    const { ids } = await pages(1000)
    const other = await pages()
    const begin = performance.now()
    const one = await application({ resourceIdList: ids })
    expect((await update({ ...one, resourceIdList: other.ids })).code).toBe(0)
    expect(performance.now() - begin).toBeLessThan(5000)
    expect(await drawn(one.id)).toHaveLength(4)
  })
})

describe('adding and updating', () => {
  test('APP-4 an application is added, changed and deleted; each is seen at the next call', async () => {
    const one = await application()
    const icon = await storePicture(platform)
    const change = { ...one, name: '改名', code: `${one.code}b`, icon, enabled: 0 }
    expect((await update(change)).code).toBe(0)
    expect(await detail(one.id)).toMatchObject({ name: '改名', code: change.code, icon, enabled: false })
    expect((await remove(one.id)).code).toBe(0)
    expect((await remove(one.id)).code).toBe(404)
    expect((await update(change)).code).toBe(404)
    expect((await enable(one.id, 1)).code).toBe(404)
    expect(await platform.db.selectFrom('application').where('id', '=', one.id).execute()).toEqual([])
  })

  test.each([
    ['name', { name: ' ' }, 'Enter the application name', '请输入应用名称'],
    ['name', { name: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['name', { name: '<b>' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['code', { code: '' }, 'Enter a code', '请输入编码'],
    ['code', { code: 'a.b' }, 'Enter the correct code', '请输入正确的编码'],
    ['code', { code: '应用' }, 'Enter the correct code', '请输入正确的编码'],
    ['code', { code: 'c'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['icon', { icon: '' }, 'Please upload an icon', '请上传图标'],
    ['icon', { icon: 'javascript:alert(1)' }, 'Not a valid image address', '图片地址无效'],
    [
      'icon',
      { icon: '/sys/image/none' },
      'The image does not exist any more, please upload it again',
      '图片不存在，请重新上传',
    ],
    [
      'icon',
      { icon: '/sys/user/modify/phone/smsCode' },
      'The image does not exist any more, please upload it again',
      undefined,
    ],
    [
      'icon',
      { icon: 'https://example.com/track.png' },
      'The image does not exist any more, please upload it again',
      undefined,
    ],
    ['enabled', { enabled: 2 }, 'Must be enabled or disabled', '只能是启用或停用'],
  ])('APP-2 VALID-2 %s of %j is refused, and nothing is stored', async (field, given, en, zh) => {
    const stored = await application()
    const body = await form(given)
    const before = await everything()
    for (const [call, sent] of [
      [add, body],
      [update, { ...stored, ...given }],
    ] as const) {
      expect(await call(sent)).toMatchObject({ status: 400, data: [{ field, message: en }] })
      if (zh === undefined) continue
      expect(await call(sent, chinese)).toMatchObject({ status: 400, data: [{ field, message: zh }] })
    }
    expect(await everything()).toEqual(before)
  })

  test('APP-2 a code is taken in any spelling, by two at once as well, and the field says so', async () => {
    const [one, two] = [await form({ code: 'Twins' }), await form({ code: 'tWINS' })]
    const both = await Promise.all([add(one), add(two)])
    expect(both.map(codeOf).sort()).toEqual([0, 409])
    const message = '应用编码已存在'
    const taken = { status: 409, msg: message, data: [{ field: 'code', message }] }
    expect(await add(await form({ code: 'TWINS' }), chinese)).toMatchObject(taken)
    expect((await add(await form({ code: 'EMS' }))).msg).toBe('The application code exists already')
    expect(await add(await form({ code: 'platform' }), chinese), 'as uia.platform').toMatchObject(taken)
    const other = await application()
    expect(await update({ ...other, code: 'twins' }, chinese)).toMatchObject(taken)
    expect((await update({ ...other, code: other.code.toUpperCase() })).code).toBe(0)
  })

  test('APP-2 an icon that nobody changes stays, wherever it came from', async () => {
    const one = await application()
    await platform.db
      .updateTable('menu_node')
      .set({ icon: '/old/icon.png' })
      .where('id', '=', one.id)
      .execute()
    expect((await update({ ...one, icon: '/old/icon.png', name: 'Kept' })).code).toBe(0)
    expect(await detail(one.id)).toMatchObject({ name: 'Kept', icon: '/old/icon.png' })
  })

  test('APP-3 the demo’s applications and the console itself are saved as they are, but for a first icon', async () => {
    for (const code of ['uia', 'ems', 'report']) {
      const before = await detail(await platform.systemId(code))
      expect(before.resourceIdList.length, code).toBeGreaterThan(0)
      const tree = await drawn(before.id)
      const icon = await storePicture(platform)
      const answer = await update({ ...before, icon, name: `${before.name}新` })
      expect([answer.code, answer.msg], code).toEqual([0, 'Success'])
      expect(await detail(before.id)).toMatchObject({ name: `${before.name}新`, icon })
      expect(await drawn(before.id)).toEqual(tree)
      await platform.db
        .updateTable('menu_node')
        .set({ name: before.name })
        .where('id', '=', before.id)
        .execute()
    }
  })

  test('APP-4 the built-in application keeps its code, its resources and its state, and stays', async () => {
    const id = await platform.systemId('uia')
    const one = { ...(await detail(id)), icon: await storePicture(platform), version: null }
    const { ids } = await pages()
    const before = await everything()
    const en = 'A built-in application cannot be disabled or deleted, and its code and resources are fixed'
    const answers = [
      await update({ ...one, code: 'other' }),
      await update({ ...one, enabled: 0 }),
      await update({ ...one, resourceIdList: [...one.resourceIdList, ...ids] }),
      await update({ ...one, resourceIdList: one.resourceIdList.slice(1) }),
      await enable(id, 0),
      await remove(id),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, code: 409, msg: en })
    expect((await remove(id, chinese)).msg).toBe('内置应用不能停用或删除，其编码和资源不可修改')
    expect((await enable(id, 1)).code).toBe(0)
    expect(await everything()).toEqual(before)
  })
})

describe('what changes here bites at once', () => {
  const codes = (nodes: readonly MenuNode[] | null | undefined): string[] =>
    (nodes ?? []).flatMap((one) => [one.code ?? '', ...(one.btns ?? []), ...codes(one.children)])

  test('APP-4 EDGE-8 CHOOSE-2 a disabled application is gone from the chooser and its menu refused; enabled it is back', async () => {
    const {
      ids,
      codes: [page = ''],
    } = await pages()
    const one = await application({ resourceIdList: ids })
    const { account } = await makePerson(platform, { EAST: [`${page}.search`] })
    const who = { as: account, org: 'EAST', system: one.code }
    const orgId = await platform.orgId('EAST')
    const seen = async (context: Context) => {
      const tiles = await platform.call(listSystems, context, { query: { orgId } })
      const menu = await platform.call(mainMenu, context)
      return [tiles.data.some((tile) => tile.id === one.id), menu.code === 0 ? codes(menu.data) : menu.code]
    }
    const whole = [`${one.code}.pages`, page, `${page}.search`]
    for (const context of [who, { ...who, as: 'admin' }]) {
      expect(await seen(context)).toEqual([true, whole])
      expect((await enable(one.id, 0)).code).toBe(0)
      expect(await seen(context)).toEqual([false, 403])
      expect((await enable(one.id, 1)).code).toBe(0)
      expect(await seen(context)).toEqual([true, whole])
      expect((await update({ ...one, enabled: false })).code).toBe(0)
      expect(await seen(context)).toEqual([false, 403])
      expect((await update(one)).code).toBe(0)
    }
  })

  test('CHOOSE-2 the tile has name and icon, the new ones at once', async () => {
    const one = await application()
    const query = { orgId: await platform.orgId('EAST') }
    const tile = async () =>
      (await platform.call(listSystems, admin, { query })).data.find((each) => each.id === one.id)
    expect(await tile()).toMatchObject({ name: one.name, icon: one.icon, openMode: '1' })
    const icon = await storePicture(platform)
    await update({ ...one, name: 'Tile', icon })
    expect(await tile()).toMatchObject({ name: 'Tile', icon })
  })

  test('PERM-1 EDGE-8 a disabled application takes the permissions of its codes with it', async () => {
    made += 1
    const system = `p${made}`
    const ids = await pool(system, { code: `${system}.page`, below: [{ code: `${system}.act`, type: 3 }] })
    const one = await application({ resourceIdList: [ids[`${system}.page`]] })
    const tree = async () => JSON.stringify((await platform.call(menus.findAllPermission, admin)).data)
    expect(await tree()).toContain(`${system}.act`)
    await enable(one.id, 0)
    expect(await tree()).not.toContain(`${system}.act`)
  })
})

describe('two people edit the same application', () => {
  test('EDGE-2 the second is told what changed, nothing is stored, and may overwrite it', async () => {
    const { ids } = await pages(2)
    const one = await application({ name: 'First', resourceIdList: [ids[0]] })
    platform.forward(1000)
    const read = await detail(one.id)
    platform.forward(1000)
    expect((await update({ ...one, name: 'Theirs', resourceIdList: ids })).code).toBe(0)
    platform.forward(1000)
    const mine = { ...one, name: 'Mine', version: read.version }
    const refused = await update(mine)
    expect(refused).toMatchObject({
      status: 409,
      msg: 'It was changed by someone else meanwhile',
      data: {
        changed: [
          { field: 'name', was: 'First', now: 'Theirs' },
          { field: 'resources', was: { count: 1 }, now: { count: 2, names: [] } },
        ],
      },
    })
    expect((await detail(one.id)).name).toBe('Theirs')
    const { version } = refused.data as { version: string }
    expect((await update({ ...mine, version })).code).toBe(0)
    expect(await detail(one.id)).toMatchObject({ name: 'Mine', resourceIdList: [ids[0]] })
    const answers = await Promise.all(
      ['One', 'Two'].map(async (name) => update({ ...mine, version: (await detail(one.id)).version, name })),
    )
    expect(answers.map(codeOf).sort()).toEqual([0, 409])
  })

  test('EDGE-4 the log holds the changed fields, before and after, and resources by name', async () => {
    const {
      ids,
      codes: [first, second],
    } = await pages(2)
    const body = await form({ resourceIdList: [ids[0]] })
    const added = await logged(() => add(body))
    const id = await platform.systemId(body.code)
    expect(added).toMatchObject({
      ...{ module: 'apply', type: 'add', status: '1', subject_id: id, subject_name: body.name },
      changes: { code: { after: body.code }, resources: { after: { count: 1, names: [`N ${first}`] } } },
    })
    const change = { ...body, id, name: '新名', enabled: 0, resourceIdList: [ids[1]] }
    const changed = await logged(() => update(change))
    expect(changed.subject_name).toBe('新名')
    expect(changed.changes).toEqual({
      name: { before: body.name, after: '新名' },
      enabled: { before: true, after: false },
      resources: {
        before: { count: 1, names: [`N ${first}`] },
        after: { count: 1, names: [`N ${second}`] },
      },
    })
    const on = await logged(() => enable(id, 1))
    expect([on.type, on.changes]).toEqual(['enable', { enabled: { before: false, after: true } }])
    const gone = await logged(() => remove(id))
    expect(gone).toMatchObject({
      ...{ type: 'delete', subject_id: id, subject_name: '新名' },
      changes: { name: { before: '新名' }, resources: { before: { count: 1 } } },
    })
  })
})

describe('permissions', () => {
  const inputs: Record<string, readonly [Endpoint, () => Promise<Record<string, unknown>>]> = {
    list: [applications.list, async () => ({})],
    detail: [applications.detail, async () => ({ params: { id: (await application()).id } })],
    findAllPoolResource: [applications.findAllPoolResource, async () => ({ query: { type: 2 } })],
    add: [applications.add, async () => ({ body: await form() })],
    update: [applications.update, async () => ({ body: await application() })],
    remove: [applications.remove, async () => ({ params: { id: (await application()).id } })],
    updateEnable: [
      applications.updateEnable,
      async () => ({ query: { id: (await application()).id, enabled: 0 } }),
    ],
  }
  const everyCode = [...new Set(Object.values<Endpoint>(endpoints).flatMap((one) => one.permissions))]

  test.each(Object.keys(inputs))(
    'PERM-1 PERM-2 PERM-3 %s works with its code alone, in the organization where it is held; a refusal is logged',
    async (name) => {
      const [endpoint, input] = inputs[name] ?? [applications.list, async () => ({})]
      const others = everyCode.filter((code) => !endpoint.permissions.includes(code))
      const nodes = await platform.db
        .selectFrom('menu_node')
        .where('code', 'in', others)
        .select('code')
        .execute()
      const without = await makePerson(platform, { EAST: nodes.map((one) => one.code) })
      const given = await input()
      const row = await logged(async () => {
        const refused = await platform.call(endpoint, { as: without.account, org: 'EAST' }, given)
        expect(refused).toMatchObject({ status: 403, code: 403, data: null })
      })
      expect(row).toMatchObject({ username: without.account, module: 'apply', status: '3', changes: null })
      const holder = await makePerson(platform, { EAST: endpoint.permissions, WEST: [] })
      const call = async (org?: string) =>
        codeOf(await platform.call(endpoint, { as: holder.account, ...(org && { org }) }, await input()))
      expect([await call('EAST'), await call('WEST'), await call()]).toEqual([0, 403, 403])
    },
  )

  test('PERM-3 an update that flips the switch takes the switch’s permission too', async () => {
    const one = await application()
    const editor = await makePerson(platform, { EAST: ['uia.apply.update'] })
    const who = { as: editor.account, org: 'EAST' }
    expect(await update({ ...one, name: 'Edited', enabled: 0 }, who)).toMatchObject({
      status: 403,
      msg: 'You are not permitted to enable or disable it',
    })
    expect(await detail(one.id)).toMatchObject({ name: one.name, enabled: true })
    expect((await update({ ...one, name: 'Edited' }, who)).code).toBe(0)
  })

  test('PERM-5 whoever adds an application gains no right by it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.apply.add', 'uia.role.add'] })
    const who = { as: person.account, org: 'EAST' }
    const {
      ids,
      codes: [page = ''],
    } = await pages()
    const body = await form({ resourceIdList: ids })
    expect((await add(body, who)).code).toBe(0)
    expect((await platform.call(mainMenu, { ...who, system: body.code })).code).toBe(403)
    const granted = (await node(`${page}.search`))?.id
    const role = { name: 'mine', orgId: await platform.orgId('EAST'), resourceIdList: [granted] }
    const refused = await platform.call(roles.add, who, { body: role })
    expect(refused.code).toBe(403)
    expect(refusedFields({ ...refused, data: [] })).toEqual([])
  })
})

import type { Selectable } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import * as menus from '#contracts/menu'
import * as roles from '#contracts/role'
import { listSystems, type MenuNode, mainMenu } from '#contracts/session'
import type { Schema } from '#platform/kernel/db/schema'
import { type Answer, type Context, refusedFields, testPlatform } from './harness.ts'
import { storePicture } from './pictures.ts'
import { logged, makePerson, makeRole, makeSystem } from './records.ts'

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
  await platform.insert('pool_resource', rows)
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
  await platform.ok(applications.add, admin, { body })
  return { ...body, id: await platform.systemId(body.code) }
}
const detail = async (id: string) =>
  await platform.ok(applications.detail, admin, { params: { id }, query: { type: 2 } })
const add = (body: unknown, who: Context = admin) => platform.call(applications.add, who, { body })
const update = (body: unknown, who: Context = admin) => platform.call(applications.update, who, { body })
const remove = (id: string, who: Context = admin) =>
  platform.call(applications.remove, who, { params: { id } })
const enable = (id: string, enabled: unknown, who: Context = admin) =>
  platform.call(applications.updateEnable, who, { query: { id, enabled } })
const codeOf = (answer: Answer) => answer.code

async function node(code: string) {
  return platform.find('menu_node', { code })
}
/** The tree of an application as text, by code. */
async function drawn(id: string): Promise<string[]> {
  const data = await platform.ok(menus.tree, admin)
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
const everything = () => platform.fingerprint(['menu_node', 'application', 'application_resource'])

describe('the list of applications', () => {
  test('APP-2 the pages of several systems stand system by system, and no number comes twice', async () => {
    made += 1
    const [one, other] = [`a${made}`, `b${made}`]
    const first = await pool(one, { code: `${one}.p.x` }, { code: `${one}.p.y` }, { code: `${one}.p.z` })
    const second = await pool(other, { code: `${other}.p.x` }, { code: `${other}.p.y` })
    const [x, y, z] = Object.values(first)
    const [u, v] = Object.values(second)
    const stored = await application({ resourceIdList: [x, u, y, v] })
    const order = async () => {
      const rows = await platform.db
        .selectFrom('menu_node')
        .where('app_id', '=', stored.id)
        .where('type', '=', 2)
        .orderBy('sort')
        .select(['code', 'sort'])
        .execute()
      expect(new Set(rows.map(({ sort }) => sort)).size).toBe(rows.length)
      return rows.map(({ code }) => code)
    }
    const [a, b] = [`${one}.p`, `${other}.p`]
    expect(await order()).toEqual([`${a}.x`, `${a}.y`, `${b}.x`, `${b}.y`])
    const { version } = await detail(stored.id)
    expect((await update({ ...stored, version, resourceIdList: [x, u, y, v, z] })).code).toBe(0)
    expect(await order()).toEqual([`${a}.x`, `${a}.y`, `${a}.z`, `${b}.x`, `${b}.y`])
  })

  test('APP-1 one field finds by name or code in any spelling; patterns are data; the newest come first', async () => {
    const found = async (seachStr: string) => {
      const data = await platform.ok(applications.list, admin, { query: { seachStr } })
      expect(data.meta.count).toBe(data.content.length)
      return data.content.map((row) => row.code)
    }
    // The clock stands still: what came before is older, too.
    platform.forward(1)
    const first = await application({ name: 'Alpha Desk' })
    platform.forward(1)
    const second = await application({ name: '第二' })
    expect(await found('alpha d')).toEqual([first.code])
    expect(await found(second.code.toUpperCase())).toEqual([second.code])
    expect((await found('app')).slice(0, 2)).toEqual([second.code, first.code])
    expect(await found('管理')).toEqual(expect.arrayContaining(['uia', 'ems']))
    for (const text of ['%', '_', '\\']) expect(await found(text)).toEqual([])
    const data = await platform.ok(applications.list, admin, { query: { limit: 1 } })
    const { id, name, code, icon } = second
    expect(data.content).toEqual([{ id, name, code, icon, enabled: true, isControl: 1 }])
    const all = await platform.rows('application')
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
    expect(await platform.code(applications.detail, admin, { params: { id: page } })).toBe(404)
  })
})

describe('the tree of the pool', () => {
  const poolTree = async (query = {}) => await platform.ok(applications.findAllPoolResource, admin, { query })
  const names = (nodes: readonly applications.PoolNode[] | null | undefined): string[] =>
    (nodes ?? []).flatMap((one) => [one.id, ...names(one.children).map((line) => `  ${line}`)])

  test('APP-2 systems stand first, what an application can take second, what comes along third', async () => {
    const { system, ids, codes } = await pages(2)
    const tree = await poolTree({ type: 2 })
    expect(tree.find((one) => one.code === system)).toEqual({
      ...{ id: `system:${system}`, name: system, code: system, isControl: 1 },
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
      ...['approval', 'attendance', 'charging', 'inspection', 'patrol'],
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
      ...{
        name: `N-${codes[0]}`,
        path: `/${codes[0]}`,
        component: `/${codes[0]}`,
        resource_id: ids[0],
        method: null,
        sort: 1,
      },
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
    await platform.ok(menus.add, admin, { body: folder })
    const own = await node(folder.code)
    await platform.set('menu_node', { code: kept }, { name: '改名', pid: own?.id ?? '' })
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
    await platform.set('menu_node', { code: `${one.code}x.pages` }, { name: '自己取的' })
    expect((await update({ ...renamed, name: 'Again' })).code).toBe(0)
    expect(await node(`${one.code}x.pages`)).toMatchObject({ name: '自己取的' })
    const away = await platform.row('menu_node', { code: `${one.code}x.pages` })
    await platform.ok(menus.remove, admin, { params: { resourceId: away.id } })
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
    await platform.set('menu_node', { code: 'ems.operation' }, { code: `${body.code}.pages` })
    expect((await add(body)).msg).toBe(`The menu has an entry with the code ${body.code}.pages already`)
    await platform.set('menu_node', { code: `${body.code}.pages` }, { code: 'ems.operation' })
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
      await platform.ok(roles.remove, admin, { params: { id } })
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

  test('APP-2 a thousand pages are taken and given back in hardly more statements than ten', async () => {
    const change = async (count: number) => {
      const [taken, other] = [await pages(count), await pages()]
      const body = await form({ resourceIdList: taken.ids })
      const added = await platform.statementsOf(() => add(body))
      const one = { ...body, id: await platform.systemId(body.code), resourceIdList: other.ids }
      const changed = await platform.statementsOf(async () => expect((await update(one)).code).toBe(0))
      expect(await drawn(one.id)).toHaveLength(4)
      return [added, changed]
    }
    const [few, many] = [await change(10), await change(1000)]
    for (const [at, count] of many.entries()) expect(count - (few[at] ?? 0)).toBeLessThan(4)
  })
})

describe('adding and updating', () => {
  test.each(['/sys/image/none', '/sys/user/modify/phone/smsCode', 'https://example.com/track.png'])(
    'APP-2 VALID-2 the icon %s, which is no picture of this platform, is refused, and nothing is stored',
    async (icon) => {
      const stored = await application()
      const body = await form({ icon })
      const before = await everything()
      for (const [call, sent] of [
        [add, body],
        [update, { ...stored, icon }],
      ] as const) {
        const told = (message: string) => ({ status: 400, data: [{ field: 'icon', message }] })
        const english = await call(sent)
        expect(english).toMatchObject(told('The image does not exist any more, please upload it again'))
        expect(await call(sent, chinese)).toMatchObject(told('图片不存在，请重新上传'))
      }
      expect(await everything()).toEqual(before)
    },
  )

  test('APP-2 a code that is the console’s own, or one of its entries’ in either spelling, is taken', async () => {
    const message = '应用编码已存在'
    const taken = { status: 409, msg: message, data: [{ field: 'code', message }] }
    for (const code of ['EMS', 'platform']) {
      expect(await add(await form({ code }), chinese), code).toMatchObject(taken)
    }
  })

  test('APP-2 an icon that nobody changes stays, wherever it came from', async () => {
    const one = await application()
    await platform.set('menu_node', { id: one.id }, { icon: '/old/icon.png' })
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
      await platform.set('menu_node', { id: before.id }, { name: before.name })
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
      (await platform.ok(listSystems, admin, { query })).find((each) => each.id === one.id)
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
    const tree = async () => JSON.stringify(await platform.ok(menus.findAllPermission, admin))
    expect(await tree()).toContain(`${system}.act`)
    await enable(one.id, 0)
    expect(await tree()).not.toContain(`${system}.act`)
  })
})

describe('what the log tells', () => {
  test('EDGE-2 resources that another has changed are told by their number', async () => {
    const { ids } = await pages(2)
    const one = await application({ resourceIdList: [ids[0]] })
    platform.forward(1000)
    const { version } = await detail(one.id)
    platform.forward(1000)
    expect((await update({ ...one, resourceIdList: ids })).code).toBe(0)
    platform.forward(1000)
    const changed = [{ field: 'resources', was: { count: 1 }, now: { count: 2, names: [] } }]
    expect(await update({ ...one, version })).toMatchObject({ status: 409, data: { changed } })
  })

  test('EDGE-4 the log holds the changed fields, before and after, and resources by name', async () => {
    const {
      ids,
      codes: [first, second],
    } = await pages(2)
    const body = await form({ resourceIdList: [ids[0]] })
    const added = await logged(platform, () => add(body))
    const id = await platform.systemId(body.code)
    expect(added).toMatchObject({
      ...{ module: 'apply', type: 'add', status: '1', subject_id: id, subject_name: body.name },
      changes: { code: { after: body.code }, resources: { after: { count: 1, names: [`N ${first}`] } } },
    })
    const change = { ...body, id, name: '新名', enabled: 0, resourceIdList: [ids[1]] }
    const changed = await logged(platform, () => update(change))
    expect(changed.subject_name).toBe('新名')
    expect(changed.changes).toEqual({
      name: { before: body.name, after: '新名' },
      enabled: { before: true, after: false },
      resources: { before: { count: 1, names: [`N ${first}`] }, after: { count: 1, names: [`N ${second}`] } },
    })
    const on = await logged(platform, () => enable(id, 1))
    expect([on.type, on.changes]).toEqual(['enable', { enabled: { before: false, after: true } }])
    const gone = await logged(platform, () => remove(id))
    expect(gone).toMatchObject({
      ...{ type: 'delete', subject_id: id, subject_name: '新名' },
      changes: { name: { before: '新名' }, resources: { before: { count: 1 } } },
    })
  })
})

describe('permissions', () => {
  test('PERM-5 whoever adds an application gains no right by it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.apply.add', 'uia.role.add'] })
    const who = { as: person.account, org: 'EAST' }
    const {
      system,
      ids,
      codes: [page = ''],
    } = await pages()
    await makeSystem(platform, system, 'EAST')
    const body = await form({ resourceIdList: ids, icon: (await application()).icon })
    expect((await add(body, who)).code).toBe(0)
    expect(await platform.code(mainMenu, { ...who, system: body.code })).toBe(403)
    const granted = (await node(`${page}.search`))?.id
    const role = { name: 'mine', orgId: await platform.orgId('EAST'), resourceIdList: [granted] }
    const refused = await platform.call(roles.add, who, { body: role })
    expect(refused.code).toBe(403)
    expect(refusedFields({ ...refused, data: [] })).toEqual([])
  })
})

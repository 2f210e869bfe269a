import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import * as online from '#contracts/online'
import * as roles from '#contracts/role'
import { mainMenu } from '#contracts/session'
import { type Answer, type Context, refusedFields, testPlatform } from './harness.ts'
import { fresh, logged, makeApplication, makePerson, makeRole } from './records.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
const { directory, menu, button, component } = menus.nodeTypes
const writes = ['add', 'update', 'delete', 'updateEnabled'].map((action) => `uia.menu.${action}`)

async function stored(code: string) {
  return platform.find('menu_node', { code })
}
async function idOf(code: string): Promise<string> {
  return (await stored(code))?.id ?? ''
}
async function childrenOf(code: string): Promise<string[]> {
  const rows = await platform.rows('menu_node', { pid: await idOf(code) })
  return rows.map((row) => row.code)
}
const countNodes = () => platform.count('menu_node')

const own: Record<number, object> = {
  [directory]: { icon: 'folder' },
  [menu]: { icon: 'page', component: 'views/page' },
  [button]: { method: 'POST' },
  [component]: { icon: 'page', component: 'views/part' },
}
/** A form that is right; `parent` is a code. */
async function form(type: number, parent: string, given: Record<string, unknown> = {}) {
  const number = fresh()
  const entry = { name: `条目${number}`, code: `made.entry.n${number}`, path: `/made/${number}`, sort: 1 }
  return { type, ...entry, pid: await idOf(parent), ...own[type], ...given }
}
/** Stores one and gives its code. */
async function entry(type: number, parent: string, given: Record<string, unknown> = {}): Promise<string> {
  const body = await form(type, parent, given)
  await platform.ok(menus.add, admin, { body })
  return body.code
}
/** What an update of a stored one sends when nothing is changed. */
async function formOf(code: string): Promise<Record<string, unknown>> {
  const row = flat(await platform.ok(menus.tree, admin)).find((one) => one.code === code)
  if (row === undefined) throw new Error(code)
  const { id, type, name, path, sort, pid, icon, method, description, iFrame, version } = row
  const shown = iFrame ? { iFrame, linkUrl: row.linkUrl } : { component: row.component }
  return { id, type, name, code, path, sort, pid, icon, method, description, ...shown, version }
}
const send = (endpoint: Endpoint, body: unknown, who: Context = admin) =>
  platform.call(endpoint, who, { body })
const update = async (code: string, given: Record<string, unknown>, who: Context = admin) =>
  send(menus.update, { ...(await formOf(code)), ...given }, who)
const remove = async (code: string, who: Context = admin, query = {}) =>
  platform.call(menus.remove, who, { params: { resourceId: await idOf(code) }, query })
const enable = async (code: string, enabled: unknown, who: Context = admin) =>
  platform.call(menus.updateEnable, who, { query: { id: await idOf(code), enabled } })

function flat(nodes: readonly menus.MenuRow[] | null | undefined): menus.MenuRow[] {
  return (nodes ?? []).flatMap((node) => [node, ...flat(node.children)])
}
const codesOf = (nodes: readonly menus.MenuRow[]) => flat(nodes).map((node) => node.code)
async function tree(who: Context, searchStr?: string) {
  const answer = await platform.call(menus.tree, who, { query: { searchStr } })
  return answer.code === 0 ? answer.data : []
}
const said = ({ status, code, data }: Answer) => ({ status, code, data })
/** Is refused at that field, in both languages. */
async function refuses(field: string, [en, zh]: readonly string[], ask: (who: Context) => Promise<Answer>) {
  expect(await ask(admin)).toMatchObject(badField(field, en ?? ''))
  expect(await ask(chinese)).toMatchObject(badField(field, zh ?? ''))
}
const badField = (field: string, message: string) => ({ status: 400, code: 400, data: [{ field, message }] })

describe('the English name', () => {
  test('I18N-1 MENU-6 an entry may have one: it is told with the tree and the menu, kept by whoever does not speak of it, and given up', async () => {
    const code = await entry(menu, 'ems.operation', { nameEn: 'Shift plan' })
    const stored = async () => flat(await tree(admin)).find((one) => one.code === code)?.nameEn
    expect(await stored()).toBe('Shift plan')
    const shown = await platform.ok(mainMenu, { as: 'admin', org: 'EAST', system: 'ems' })
    expect(JSON.stringify(shown)).toContain('"nameEn":"Shift plan"')
    expect(await update(code, { name: '排班' })).toMatchObject({ code: 0 })
    expect(await stored()).toBe('Shift plan')
    expect(await update(code, { nameEn: 'x'.repeat(31) })).toMatchObject({ status: 400 })
    expect(await update(code, { nameEn: '' })).toMatchObject({ code: 0 })
    expect(await stored()).toBeNull()
    await remove(code)
  })
})

describe('the tree', () => {
  test('MENU-1 it holds every application with all that is below, disabled ones too, complete and in order', async () => {
    const code = await entry(menu, 'ems.operation', {
      iFrame: true,
      linkUrl: 'https://example.com/x',
      sort: 9,
      description: '说明',
    })
    await enable(code, 0)
    const roots = await tree(admin)
    expect(roots.map((root) => [root.type, root.code])).toEqual([
      [0, 'uia'],
      [0, 'ems'],
      [0, 'report'],
    ])
    expect(flat(roots)).toHaveLength(await countNodes())
    const row = flat(roots).find((one) => one.code === code)
    expect(row).toMatchObject({
      systemId: await platform.systemId('ems'),
      systemName: '能源管理系统',
      type: 2,
      sort: 9,
      enabled: false,
      insideFlag: '1',
      pid: await idOf('ems.operation'),
      iFrame: true,
      linkUrl: 'https://example.com/x',
      component: null,
      description: '说明',
      isControl: 1,
    })
    expect(row?.version).toBeTruthy()
    const siblings = flat(roots).find((one) => one.code === 'ems.operation')?.children
    expect(siblings?.at(-1)?.code).toBe(code)
    expect(flat(roots).find((one) => one.code === 'uia.account.list')?.insideFlag).toBe('0')
    await remove(code)
  })

  test('MENU-1 PERM-5 others see the applications in which their roles hold something, and these whole', async () => {
    const { account } = await makePerson(platform, {
      EAST: ['uia.menu.search', 'ems.alarms.search'],
      WEST: ['uia.menu.search'],
    })
    const east = await tree({ as: account, org: 'EAST' })
    expect(east.map((root) => root.code)).toEqual(['uia', 'ems'])
    expect(codesOf(east)).toContain('ems.stations.dispatch')
    expect((await tree({ as: account, org: 'WEST' })).map((root) => root.code)).toEqual(['uia'])
    await platform.set('menu_node', { code: 'ems' }, { enabled: false })
    expect((await tree({ as: account, org: 'EAST' })).map((root) => root.code)).toEqual(['uia', 'ems'])
    await platform.set('menu_node', { code: 'ems' }, { enabled: true })
  })

  test('MENU-2 PERM-5 isControl is 0 for whoever may only look, and where others use the application; else 1', async () => {
    const lone = await makeApplication(platform, 'lone', 'EAST')
    const controls = async (rights: string[]) => {
      const person = await makePerson(platform, { EAST: ['uia.menu.search', ...rights], WEST: writes })
      const roots = await tree({ as: person.account, org: 'EAST' })
      expect(flat(roots).length).toBeGreaterThan(50)
      return ['uia', 'lone'].map((code) => [
        ...new Set(flat(roots.filter((root) => root.code === code)).map((row) => row.isControl)),
      ])
    }
    expect(await controls([])).toEqual([[0], [0]])
    for (const right of writes) expect(await controls([right]), right).toEqual([[0], [1]])
    await platform.delete('menu_node', { id: lone })
  })

  test('MENU-1 a search keeps the way to what it finds and all below it, in any spelling', async () => {
    const folder = await entry(directory, 'ems', { name: 'Deep-Folder' })
    const page = await entry(menu, folder, { name: '内页' })
    const action = await entry(button, page, { name: 'act' })
    await entry(directory, folder, { name: 'other', code: 'made.search.other', sort: 2 })
    expect(codesOf(await tree(admin, 'DEEP-folder'))).toEqual([
      'ems',
      folder,
      page,
      action,
      'made.search.other',
    ])
    expect(codesOf(await tree(admin, '内页'))).toEqual(['ems', folder, page, action])
    expect(codesOf(await tree(admin, ' act '))).toEqual(['ems', folder, page, action])
    expect(codesOf(await tree(admin, '报表中心'))[0]).toBe('report')
    expect(codesOf(await tree(admin, '报表中心'))).toContain('report.overview.export')
    expect(await tree(admin, '%')).toEqual([])
    expect(await tree(admin, 'no such name')).toEqual([])
    expect(codesOf(await tree(admin, ''))).toHaveLength(await countNodes())
    const tooLong = await platform.call(menus.tree, admin, { query: { searchStr: 'x'.repeat(51) } })
    expect(tooLong).toMatchObject({ status: 400 })
    await remove(folder)
  })

  test('MENU-3 the parent tree holds what can be a parent', async () => {
    const types = async (query: object, who: Context = admin) =>
      [...new Set(flat(await platform.ok(menus.parentTree, who, { query })).map((row) => row.type))]
        .toSorted()
        .join()
    expect(await types({})).toBe('0,1')
    expect(await types({ isShowMenu: false })).toBe('0,1')
    expect(await types({ isShowMenu: 'true' })).toBe('0,1,2')
    expect(await types({ isShowMenu: true, isShowChildren: false })).toBe('0')
    expect(await types({ isShowChildren: 1 })).toBe('0,1')
    const { account } = await makePerson(platform, { EAST: ['uia.menu.add'] })
    const data = await platform.ok(menus.parentTree, { as: account, org: 'EAST' })
    expect(data.map((root) => root.code)).toEqual(['uia'])
  })

  test('MENU-1 a tree of 5,000 nodes comes whole, in as many statements as a small one', async () => {
    await platform.token('admin')
    const few = [
      await platform.statementsOf(() => tree(admin)),
      await platform.statementsOf(() => tree(admin, '页面4950')),
    ]
    const root = await idOf('report')
    await sql`insert into menu_node (id, app_id, pid, name, code, type, sort, enabled, created_time)
      select 'd' || n, ${root}, ${root}, '目录' || n, 'many.d' || n, 1, n, true, now() from generate_series(1, 50) n`.execute(
      platform.db,
    )
    await sql`insert into menu_node (id, app_id, pid, name, code, type, sort, enabled, created_time)
      select 'p' || n, ${root}, 'd' || (n % 50 + 1), '页面' || n, 'many.p' || n, 2, n, true, now() from generate_series(1, 4950) n`.execute(
      platform.db,
    )
    const ask = (searchStr?: string) => platform.statementsOf(() => tree(admin, searchStr))
    expect([await ask(), await ask('页面4950')], 'however many there are').toEqual(few)
    const rows = flat(await tree(admin))
    const found = flat(await tree(admin, '页面4950'))
    expect(rows).toHaveLength(await countNodes())
    expect(found.map((row) => row.code)).toEqual(['report', 'many.d1', 'many.p4950'])
    await platform.db.deleteFrom('menu_node').where('code', 'like', 'many.%').execute()
  })
})

describe('adding', () => {
  test('MENU-6 each type is stored with the fields it has, and shows at once in tree and role dialog', async () => {
    const folder = await form(directory, 'ems', { description: '说明', icon: 'chart' })
    expect((await send(menus.add, folder)).code).toBe(0)
    const appId = await platform.systemId('ems')
    const of = { app_id: appId, enabled: true, inside_flag: '1', create_type: '1', resource_id: null }
    const none = { component: null, link_url: null, method: null, icon: null, i_frame: null }
    expect(await stored(folder.code)).toMatchObject({
      ...of,
      ...none,
      icon: 'chart',
      pid: appId,
      type: directory,
      name: folder.name,
      path: folder.path,
      description: '说明',
    })
    const page = await form(menu, folder.code, { systemId: appId })
    expect((await send(menus.add, page)).code).toBe(0)
    expect(await stored(page.code)).toMatchObject({
      ...of,
      ...none,
      icon: 'page',
      component: 'views/page',
      i_frame: '0',
      description: null,
    })
    const link = await form(menu, folder.code, { iFrame: true, linkUrl: '/outside/x', component: undefined })
    expect((await send(menus.add, link)).code).toBe(0)
    expect(await stored(link.code)).toMatchObject({
      ...of,
      ...none,
      icon: 'page',
      link_url: '/outside/x',
      i_frame: '1',
    })
    const action = await form(button, page.code, { method: 'DELETE', sort: '9999' })
    expect((await send(menus.add, action)).code).toBe(0)
    expect(await stored(action.code)).toMatchObject({ ...of, ...none, method: 'DELETE', sort: 9999 })
    const part = await form(component, page.code)
    expect((await send(menus.add, part)).code).toBe(0)
    expect(await stored(part.code)).toMatchObject({ ...of, ...none, icon: 'page', component: 'views/part' })
    const all = [folder, page, link, action, part].map((one) => one.code)
    expect(codesOf(await tree(admin))).toEqual(expect.arrayContaining(all))
    const granted = await platform.call(menus.findAllPermission, admin)
    expect(JSON.stringify(granted.data)).toContain(action.code)
    const others = await platform.call(menus.findAllPermission, { as: 'operator', org: 'EAST' })
    expect(JSON.stringify(others.data)).not.toContain('made.entry')
    await remove(folder.code)
  })

  test('MENU-6 a resource code is taken once, in both spellings of a permission, also by two requests at once', async () => {
    const body = await form(directory, 'ems')
    const both = await Promise.all([send(menus.add, body), send(menus.add, body)])
    expect(both.map((answer) => answer.code).toSorted()).toEqual([0, 409])
    const taken = (message: string) => ({
      status: 409,
      code: 409,
      msg: message,
      data: [{ field: 'code', message }],
    })
    for (const code of [body.code, 'uia', 'uia.account.delete', 'account.delete', `uia.${body.code}`]) {
      const again = await form(directory, 'ems', { code })
      expect(await send(menus.add, again), code).toMatchObject(taken('The resource code exists already'))
      expect(await send(menus.add, again, chinese)).toMatchObject(taken('资源编码已存在'))
    }
    const other = await entry(directory, 'ems')
    expect(await update(other, { code: body.code })).toMatchObject({ status: 409 })
    expect(await update(other, { code: 'role.delete' })).toMatchObject({ status: 409 })
    expect(await update(other, { code: `uia.${other}` })).toMatchObject({ code: 0 })
    await remove(`uia.${other}`)
    await remove(body.code)
  })
})

describe('the place of an entry', () => {
  const place = {
    application: 'ems',
    directory: 'ems.operation',
    menu: 'ems.page.alarms',
    button: 'ems.alarms.search',
  }
  const refusals = {
    [directory]: ['A directory’s parent cannot be a menu', '目录的上级不能为菜单'],
    [menu]: ['A menu’s parent cannot be a menu', '菜单的上级不能为菜单'],
    [button]: ['A button’s parent can only be a menu', '按钮的上级只能为菜单'],
    [component]: ['A component’s parent can only be a directory or a menu', '组件的上级只能为目录或菜单'],
  }
  test.each([
    [directory, ['application', 'directory']],
    [menu, ['directory']],
    [button, ['menu']],
    [component, ['directory', 'menu']],
  ] as const)(
    'MENU-4 type %i hangs below %j and nothing else, with the messages of both languages',
    async (type, allowed) => {
      const [en = '', zh = ''] = refusals[type]
      const good = place[allowed[0]]
      const code = await entry(type, good)
      for (const [parent, parentCode] of Object.entries(place)) {
        const pid = await idOf(parentCode)
        const isAllowed = (allowed as readonly string[]).includes(parent)
        const added = await form(type, parentCode)
        if (isAllowed) {
          expect((await send(menus.add, added)).code, parent).toBe(0)
          expect((await update(code, { pid })).code, parent).toBe(0)
          await remove(added.code)
        } else {
          await refuses('pid', [en, zh], (who) => send(menus.add, added, who))
          await refuses('pid', [en, zh], (who) => update(code, { pid }, who))
          expect(await stored(added.code)).toBeUndefined()
        }
      }
      await remove(code)
    },
  )

  test('MENU-4 a parent that is none, or of another application than the form says, is refused at its field', async () => {
    const code = await entry(directory, 'ems')
    const unknown = { pid: 'nowhere' }
    const elsewhere = { systemId: await platform.systemId('report') }
    for (const [given, en, zh] of [
      [unknown, 'No such parent', '上级不存在'],
      [elsewhere, 'The parent belongs to another application', '上级属于其他应用'],
    ] as const) {
      const body = await form(directory, 'ems', given)
      await refuses('pid', [en, zh], (who) => send(menus.add, body, who))
      await refuses('pid', [en, zh], (who) => update(code, given, who))
    }
    await remove(code)
  })

  test('MENU-4 nothing hangs below itself, at any depth, nor by two moves at once', async () => {
    const top = await entry(directory, 'ems')
    const inner = await entry(directory, top)
    const innermost = await entry(directory, inner)
    for (const code of [top, inner, innermost]) {
      const pid = await idOf(code)
      await refuses('pid', ['An entry cannot hang below itself', '上级不能是自身或其下级'], (who) =>
        update(top, { pid }, who),
      )
    }
    const [left, right] = [await entry(directory, 'ems'), await entry(directory, 'ems')]
    const [leftForm, rightForm] = [await formOf(left), await formOf(right)]
    const crossed = await Promise.all([
      send(menus.update, { ...leftForm, pid: rightForm.id }),
      send(menus.update, { ...rightForm, pid: leftForm.id }),
    ])
    expect(crossed.map((answer) => answer.code).toSorted()).toEqual([0, 400])
    expect(codesOf(await tree(admin))).toEqual(expect.arrayContaining([left, right, innermost]))
    for (const code of [top, left, right]) await remove(code)
  })

  test('MENU-4 a type that what hangs below does not fit is refused; without children it changes', async () => {
    const folder = await entry(directory, 'ems.operation')
    const page = await entry(menu, folder)
    const asMenu = { type: menu, component: 'views/x' }
    const [en, zh] = ['What hangs below this entry cannot hang below this type', '其下级不能放在该类型之下']
    await refuses('type', [en, zh], (who) => update(folder, asMenu, who))
    expect((await stored(folder))?.type).toBe(directory)
    await remove(page)
    expect((await update(folder, { ...asMenu, method: 'GET' })).code).toBe(0)
    expect(await stored(folder)).toMatchObject({
      type: menu,
      component: 'views/x',
      method: null,
      i_frame: '0',
    })
    expect((await update(folder, { iFrame: true, linkUrl: '/x' })).code).toBe(0)
    expect(await stored(folder)).toMatchObject({ component: null, link_url: '/x', i_frame: '1' })
    await remove(folder)
  })

  test('MENU-4 a type that changes while an entry comes to hang below it: only one of both happens', async () => {
    for (let round = 0; round < 8; round += 1) {
      const folder = await entry(directory, 'ems.operation')
      const changed = { ...(await formOf(folder)), type: menu, component: 'views/x' }
      const added = await form(menu, folder)
      const both = await Promise.all([send(menus.add, added), send(menus.update, changed)])
      expect(both.map((answer) => answer.code).toSorted()).toEqual([0, 400])
      await remove(folder)
    }
  })

  test('MENU-6 what is moved keeps all below it, also into another application, with the pool’s resources', async () => {
    const folder = await entry(directory, 'ems')
    const page = await entry(menu, folder)
    const action = await entry(button, page)
    const resource = 'moved-resource'
    const ems = await platform.systemId('ems')
    await platform.insert('pool_resource', {
      id: resource,
      system_code: 'made',
      type: 2,
      name: 'R',
      code: page,
      sort: 1,
      created_time: platform.now(),
    })
    await platform.insert('application_resource', { resource_id: resource, app_id: ems })
    await platform.set('menu_node', { code: page }, { resource_id: resource })
    const chosenBy = async () =>
      (await platform.rows('application_resource', { resource_id: resource })).map((row) => row.app_id)
    expect((await update(folder, { pid: await idOf('ems.operation') })).code).toBe(0)
    expect(await chosenBy()).toEqual([ems])
    const report = await platform.systemId('report')
    expect((await update(folder, { pid: report, systemId: report })).code).toBe(0)
    for (const code of [folder, page, action]) expect((await stored(code))?.app_id, code).toBe(report)
    expect([await childrenOf(folder), await childrenOf(page)]).toEqual([[page], [action]])
    expect(await chosenBy()).toEqual([report])
    const row = flat(await tree(admin)).find((one) => one.code === action)
    expect(row?.systemName).toBe((await stored('report'))?.name)
    await remove(folder)
    expect(await chosenBy()).toEqual([])
  })
})

describe('what is built in', () => {
  test('MENU-2 it is neither edited, disabled nor deleted; what is added below it is not built in', async () => {
    const builtIn = [409, 'A built-in entry cannot be edited, disabled or deleted'] as const
    const before = await stored('uia.account.list')
    const answers = async (code: string, who: Context = admin) => [
      await update(code, { name: 'x', component: 'x' }, who),
      await enable(code, 0, who),
      await remove(code, who),
    ]
    for (const answer of await answers('uia.account.list')) {
      expect([answer.status, answer.msg]).toEqual(builtIn)
    }
    for (const answer of await answers('uia.account.list', chinese)) {
      expect(answer.msg).toBe('内置菜单不能修改、停用或删除')
    }
    expect(await stored('uia.account.list')).toEqual(before)
    const below = [await entry(directory, 'uia.people'), await entry(button, 'uia.account.list')]
    for (const code of below) {
      expect(await stored(code)).toMatchObject({ inside_flag: '1', app_id: await platform.systemId('uia') })
      expect((await update(code, { name: 'renamed' })).code).toBe(0)
      expect((await enable(code, 0)).code).toBe(0)
      expect((await remove(code)).code).toBe(0)
    }
  })

  test('MENU-2 applications are managed on their own page', async () => {
    const before = [await stored('ems'), await stored('uia')]
    for (const code of ['ems', 'uia']) {
      const form = {
        id: await idOf(code),
        type: 1,
        name: 'x',
        code,
        path: '/x',
        sort: 1,
        pid: await idOf('report'),
      }
      for (const [who, msg] of [
        [admin, 'An application is managed on the applications page'],
        [chinese, '应用请在应用管理中维护'],
      ] as const) {
        for (const answer of [
          await send(menus.update, form, who),
          await enable(code, 0, who),
          await remove(code, who),
        ]) {
          expect([answer.status, answer.msg]).toEqual([409, msg])
        }
      }
    }
    expect([await stored('ems'), await stored('uia')]).toEqual(before)
  })
})

describe('deleting', () => {
  test('MENU-6 an entry goes with all below it, and the log names what went', async () => {
    const folder = await entry(directory, 'ems', { name: '旧目录' })
    const page = await entry(menu, folder, { name: '旧页面' })
    await entry(button, page, { name: '旧按钮' })
    const elsewhere = { systemId: await platform.systemId('report') }
    expect(await remove(folder, admin, elsewhere)).toMatchObject(
      badField('systemId', 'The entry belongs to another application'),
    )
    expect((await remove(folder, chinese, elsewhere)).data).toEqual([
      { field: 'systemId', message: '该菜单属于其他应用' },
    ])
    const before = await countNodes()
    const systemId = await platform.systemId('ems')
    const row = await logged(platform, () => remove(folder, admin, { systemId }))
    expect(await countNodes()).toBe(before - 3)
    expect(row).toMatchObject({
      module: 'menu',
      type: 'delete',
      status: '1',
      subject_name: '旧目录',
      changes: {
        name: { before: '旧目录' },
        pid: { before: { name: '能源管理系统' } },
        nodes: { before: { count: 2, names: ['旧页面', '旧按钮'] } },
      },
    })
  })

  test('MENU-6 what roles hold, itself or below it, is in use: the answer counts', async () => {
    const folder = await entry(directory, 'ems')
    const page = await entry(menu, folder)
    const action = await entry(button, page)
    await makeRole(platform, 'EAST', [action])
    await makeRole(platform, 'WEST', [action, page])
    const inUse = { status: 409, code: 409, data: { roles: 2, nodes: 2 } }
    expect(await remove(folder)).toMatchObject({
      ...inUse,
      msg: 'The entry is in use: 2 roles, 2 entries below it',
    })
    expect((await remove(folder, chinese)).msg).toBe('菜单正在使用中：2 个角色，2 个下级')
    expect(await remove(action)).toMatchObject({ status: 409, data: { roles: 2, nodes: 0 } })
    expect(await stored(action)).toBeDefined()
  })

  test('MENU-6 an entry that comes into a role while it is deleted is in use, and a role never loses it unseen', async () => {
    const code = await entry(directory, 'ems')
    const node_id = await idOf(await entry(directory, code))
    const role_id = await makeRole(platform, 'EAST', [])
    const removal = await platform.db.transaction().execute(async (granting) => {
      await granting.insertInto('role_node').values({ role_id, node_id }).execute()
      const waiting = remove(code)
      await new Promise((resolve) => setTimeout(resolve, 150))
      return { waiting }
    })
    expect(await removal.waiting).toMatchObject({ status: 409, data: { roles: 1, nodes: 1 } })
    expect(await stored(code)).toBeDefined()
    const body = { name: 'Race', orgId: await platform.orgId('EAST'), resourceIdList: [node_id] }
    await platform.delete('role', { id: role_id })
    const [gone, given] = await Promise.all([remove(code), send(roles.add, body)])
    expect([0, 409]).toContain(gone.code)
    expect(gone.code === 0 ? [400, 409] : [0]).toContain(given.code)
  })
})

describe('enabling', () => {
  test('MENU-6 NAV-2 a new entry shows in the menu of whoever is granted it, and goes with its buttons when disabled', async () => {
    // A permission that a call asks for, as an entry that may be disabled.
    await platform.delete('menu_node', { code: 'uia.online.search' })
    const folder = await entry(directory, 'uia')
    const page = await entry(menu, folder, { iFrame: true, linkUrl: 'https://example.com/', sort: 3 })
    const action = await entry(button, page, { code: 'uia.online.search', method: 'GET' })
    const role = await makeRole(platform, 'EAST', ['uia.role.search'])
    const person = await makePerson(platform, { EAST: [] })
    const who = { as: person.account, org: 'EAST', system: 'uia' }
    await platform.insert('account_role', {
      account_id: person.id,
      org_id: await platform.orgId('EAST'),
      role_id: role,
    })
    const seen = async () => JSON.stringify(await platform.ok(mainMenu, who))
    const called = async () => await platform.code(online.list, who)
    expect([(await seen()).includes(page), await called()]).toEqual([false, 403])
    const resourceIdList = [await idOf('uia.role.search'), await idOf(action)]
    const body = { id: role, name: 'Granted', orgId: await platform.orgId('EAST'), resourceIdList }
    expect((await send(roles.update, body)).code).toBe(0)
    const shown = (await platform.ok(mainMenu, who)).find((node) => node.code === folder)?.children?.[0]
    expect(shown).toMatchObject({
      code: page,
      iFrame: true,
      linkUrl: 'https://example.com/',
      component: null,
      btns: [action],
    })
    expect(await called()).toBe(0)
    for (const code of [action, page, folder]) {
      expect((await enable(code, 0)).code).toBe(0)
      expect([(await seen()).includes(action), await called()], code).toEqual([false, 403])
      expect((await seen()).includes(page), code).toBe(false)
      expect((await enable(code, 1)).code).toBe(0)
      expect([(await seen()).includes(action), await called()], code).toEqual([true, 0])
    }
  })
})

describe('editing', () => {
  test('EDGE-4 the log holds the changed fields, before and after', async () => {
    const added = await form(menu, 'ems.operation', { name: '旧名' })
    const { code } = added
    expect(await logged(platform, () => send(menus.add, added))).toMatchObject({
      module: 'menu',
      type: 'add',
      subject_name: '旧名',
      changes: { name: { after: '旧名' }, code: { after: code }, pid: { after: { name: '运行监控' } } },
    })
    const target = await entry(directory, 'ems', { name: '新家' })
    const moved = { name: '新名', sort: 5, pid: await idOf(target) }
    const { changes, subject_id, subject_name } = await logged(platform, () => update(code, moved))
    expect([subject_id, subject_name]).toEqual([await idOf(code), '新名'])
    expect(changes).toEqual({
      name: { before: '旧名', after: '新名' },
      sort: { before: 1, after: 5 },
      pid: {
        before: { id: await idOf('ems.operation'), name: '运行监控' },
        after: { id: await idOf(target), name: '新家' },
      },
    })
    await remove(target)
  })

  test('EDGE-2 whoever saves an older version is told what changed, and decides', async () => {
    const code = await entry(menu, 'ems.operation', { name: 'First' })
    platform.forward(1)
    const older = await formOf(code)
    const [twin, other] = [
      { ...older, name: 'Twin' },
      { ...older, name: 'Other' },
    ]
    const answers = await Promise.all([send(menus.update, twin), send(menus.update, other)])
    expect(answers.map((answer) => answer.code).toSorted()).toEqual([0, 409])
    const winner = answers[0]?.code === 0 ? 'Twin' : 'Other'
    const late = await send(menus.update, { ...older, path: '/late' })
    expect(late).toMatchObject({
      status: 409,
      data: { changed: [{ field: 'name', was: 'First', now: winner }] },
    })
    expect(await stored(code)).toMatchObject({ name: winner })
    const { version } = late.data as { version: string }
    expect((await send(menus.update, { ...older, path: '/late', version })).code).toBe(0)
    // Its parent's name and its switch are no part of what the dialog edits.
    const read = await formOf(code)
    await enable(code, 0)
    expect((await send(menus.update, read)).code).toBe(0)
    expect((await stored(code))?.enabled).toBe(false)
    expect((await send(menus.update, { ...read, version: undefined })).code).toBe(0)
    await remove(code)
  })
})

describe('permissions', () => {
  /** EAST's own application. */
  beforeAll(() => makeApplication(platform, 'desk', 'EAST'))
  test('PERM-5 an entry of an application out of reach and an unknown one get one and the same refusal', async () => {
    const { account } = await makePerson(platform, { EAST: [...writes, 'uia.menu.search'] })
    const who = { as: account, org: 'EAST' }
    const code = await entry(directory, 'report')
    const before = await stored(code)
    const body = await formOf(code)
    const answers: Answer[] = []
    for (const id of [await idOf(code), 'none']) {
      answers.push(
        await send(menus.update, { ...body, id }, who),
        await platform.call(menus.remove, who, { params: { resourceId: id } }),
        await platform.call(menus.updateEnable, who, { query: { id, enabled: 0 } }),
      )
    }
    expect(answers.map(said)).toEqual(Array(6).fill({ status: 403, code: 403, data: null }))
    expect(await stored(code)).toEqual(before)
    const added = await form(directory, 'report')
    expect(await send(menus.add, added, who)).toMatchObject(badField('pid', 'No such parent'))
    const mine = await entry(directory, 'desk')
    expect(refusedFields(await update(mine, { pid: await idOf('report') }, who))).toEqual(['pid'])
    expect(await platform.code(menus.remove, admin, { params: { resourceId: 'none' } })).toBe(404)
    for (const one of [code, mine]) await remove(one)
  })

  test('PERM-5 nobody turns what their roles grant into another right by its code; a super administrator may', async () => {
    const page = await entry(menu, await entry(directory, 'desk'))
    const action = await entry(button, page)
    const { account } = await makePerson(platform, { EAST: [...writes, action] })
    const who = { as: account, org: 'EAST' }
    const body = { ...(await formOf(action)), code: 'made.other.right' }
    expect(await send(menus.update, body, who)).toMatchObject({
      status: 403,
      msg: 'Roles grant this entry: only a super administrator can change its resource code',
    })
    expect((await send(menus.update, body, { ...who, locale: 'zh-cn' })).msg).toBe(
      '该菜单已授权给角色，仅超级管理员可以修改其资源编码',
    )
    expect(await stored(action)).toBeDefined()
    expect((await send(menus.update, { ...body, code: action, name: 'renamed' }, who)).code).toBe(0)
    expect((await update(page, { code: 'made.page.free' }, who)).code).toBe(0)
    expect((await update(action, { code: 'made.other.right' })).code).toBe(0)
  })
})

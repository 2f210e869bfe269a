import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as menus from '#contracts/menu'
import { mainMenu } from '#contracts/session'
import { admin, type Context } from './harness.ts'
import { codesOf, enable, entry, flat, platform, remove, tree, update, writes } from './menu-entries.ts'
import { makeApplication, makePerson } from './records.ts'

const { directory, menu, button } = menus.nodeTypes

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
    expect(flat(roots)).toHaveLength(await platform.count('menu_node'))
    const row = flat(roots).find((one) => one.code === code)
    expect(row).toMatchObject({
      systemId: await platform.systemId('ems'),
      systemName: '能源管理系统',
      type: 2,
      sort: 9,
      enabled: false,
      insideFlag: '1',
      pid: await platform.nodeId('ems.operation'),
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
    expect(codesOf(await tree(admin, ''))).toHaveLength(await platform.count('menu_node'))
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
    const root = await platform.nodeId('report')
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
    expect(rows).toHaveLength(await platform.count('menu_node'))
    expect(found.map((row) => row.code)).toEqual(['report', 'many.d1', 'many.p4950'])
    await platform.db.deleteFrom('menu_node').where('code', 'like', 'many.%').execute()
  })
})

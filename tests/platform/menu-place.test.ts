import { describe, expect, test } from 'vitest'
import * as menus from '#contracts/menu'
import { type Answer, admin, badField, type Context, chinese } from './harness.ts'
import { codesOf, entry, flat, form, formOf, platform, remove, send, tree, update } from './menu-entries.ts'

const { directory, menu, button, component } = menus.nodeTypes

async function childrenOf(code: string): Promise<string[]> {
  const rows = await platform.rows('menu_node', { pid: await platform.nodeId(code) })
  return rows.map((row) => row.code)
}
/** Is refused at that field, in both languages. */
async function refuses(field: string, [en, zh]: readonly string[], ask: (who: Context) => Promise<Answer>) {
  expect(await ask(admin)).toMatchObject(badField(field, en ?? ''))
  expect(await ask(chinese)).toMatchObject(badField(field, zh ?? ''))
}

describe('the place of an entry', () => {
  const place = {
    application: 'ems',
    directory: 'ems.operation',
    menu: 'ems.page.alarms',
    button: 'ems.alarms.search',
  }
  const refusals = {
    [directory]: ["A directory's parent cannot be a menu", '目录的上级不能为菜单'],
    [menu]: ["A menu's parent cannot be a menu", '菜单的上级不能为菜单'],
    [button]: ["A button's parent can only be a menu", '按钮的上级只能为菜单'],
    [component]: ["A component's parent can only be a directory or a menu", '组件的上级只能为目录或菜单'],
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
        const pid = await platform.nodeId(parentCode)
        const isAllowed = (allowed as readonly string[]).includes(parent)
        const added = await form(type, parentCode)
        if (isAllowed) {
          expect((await send(menus.add, added)).code, parent).toBe(0)
          expect((await update(code, { pid })).code, parent).toBe(0)
          await remove(added.code)
        } else {
          await refuses('pid', [en, zh], (who) => send(menus.add, added, who))
          await refuses('pid', [en, zh], (who) => update(code, { pid }, who))
          expect(await platform.node(added.code)).toBeUndefined()
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
      const pid = await platform.nodeId(code)
      await refuses('pid', ['An entry cannot be placed below itself', '上级不能是自身或其下级'], (who) =>
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
    const [en, zh] = [
      'The entries below this one cannot be placed below an entry of this type',
      '其下级不能放在该类型之下',
    ]
    await refuses('type', [en, zh], (who) => update(folder, asMenu, who))
    expect((await platform.node(folder))?.type).toBe(directory)
    await remove(page)
    expect((await update(folder, { ...asMenu, method: 'GET' })).code).toBe(0)
    expect(await platform.node(folder)).toMatchObject({
      type: menu,
      component: 'views/x',
      method: null,
      i_frame: '0',
    })
    expect((await update(folder, { iFrame: true, linkUrl: '/x' })).code).toBe(0)
    expect(await platform.node(folder)).toMatchObject({ component: null, link_url: '/x', i_frame: '1' })
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
    expect((await update(folder, { pid: await platform.nodeId('ems.operation') })).code).toBe(0)
    expect(await chosenBy()).toEqual([ems])
    const report = await platform.systemId('report')
    expect((await update(folder, { pid: report, systemId: report })).code).toBe(0)
    for (const code of [folder, page, action]) expect((await platform.node(code))?.app_id, code).toBe(report)
    expect([await childrenOf(folder), await childrenOf(page)]).toEqual([[page], [action]])
    expect(await chosenBy()).toEqual([report])
    const row = flat(await tree(admin)).find((one) => one.code === action)
    expect(row?.systemName).toBe((await platform.node('report'))?.name)
    await remove(folder)
    expect(await chosenBy()).toEqual([])
  })
})

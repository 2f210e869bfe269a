import { describe, expect, test } from 'vitest'
import { limits } from '#contracts/limits'
import * as menus from '#contracts/menu'
import { newId } from '#platform/kernel/ids'
import { testPlatform } from './harness.ts'
import { fresh } from './records.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
const { directory, menu } = menus.nodeTypes
const ems = () => platform.systemId('ems')

function form(type: number, pid: string) {
  const number = fresh()
  const own = type === menu ? { component: 'views/page' } : {}
  const entry = { name: `条目${number}`, code: `placed.n${number}`, path: `/placed/${number}` }
  return { type, pid, ...entry, ...own, sort: 1 }
}
/** Stores one below another, and gives its id. */
async function entry(type: number, pid: string): Promise<string> {
  const body = form(type, pid)
  await platform.ok(menus.add, admin, { body })
  return (await platform.row('menu_node', { code: body.code })).id
}
/** Directories below one another, the uppermost first. */
async function chain(pid: string, levels: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < levels) ids.push(await entry(directory, ids.at(-1) ?? pid))
  return ids
}
/** The same, past the rules: as they could be made before there was a limit. */
async function deepChain(pid: string, levels: number): Promise<string[]> {
  const origin = { app_id: await ems(), enabled: true, inside_flag: '1', created_time: platform.now() }
  const ids = Array.from({ length: levels }, () => newId(platform.now()))
  for (const [at, id] of ids.entries()) {
    const { type, name, code } = form(directory, '')
    await platform.insert('menu_node', { id, pid: ids[at - 1] ?? pid, type, name, code, sort: 1, ...origin })
  }
  return ids
}
async function change(id: string, given: object, who = admin) {
  const { type, name, code, path, pid } = await platform.row('menu_node', { id })
  const component = 'views/page'
  const body = { id, type, name, code, path: path ?? '/placed', pid, component, sort: 1, ...given }
  return platform.call(menus.update, who, { body })
}
const remove = (id: string) => platform.ok(menus.remove, admin, { params: { resourceId: id }, query: {} })
const restore = (id: string, who = admin) => platform.call(menus.restore, who, { params: { id } })

describe('the depth of a tree', () => {
  const faults = {
    en: 'An entry stands at most 20 levels below its application',
    zh: '菜单最多位于应用之下第 20 级',
  }
  const atPid = (message: string) => ({ status: 400, code: 400, data: [{ field: 'pid', message }] })

  test('MENU-4 an entry stands at most 20 levels below its application: adding, moving and bringing back are refused beyond', async () => {
    const ids = await chain(await ems(), limits.menuDepth)
    const [top = ''] = ids
    const last = ids.at(-1) ?? ''
    const add = (who: typeof admin) => platform.call(menus.add, who, { body: form(directory, last) })
    expect(await add(admin)).toMatchObject(atPid(faults.en))
    expect(await add(chinese)).toMatchObject(atPid(faults.zh))
    const [high = '', low = ''] = await chain(await ems(), 2)
    const [above = '', under = ''] = [ids.at(-3), ids.at(-2)]
    expect(await change(high, { pid: under })).toMatchObject(atPid(faults.en))
    expect(await change(high, { pid: above })).toMatchObject({ code: 0 })
    await remove(low)
    expect(await change(high, { pid: under })).toMatchObject({ code: 0 })
    expect(await restore(low)).toMatchObject({ status: 409, code: 409, msg: faults.en })
    expect(await restore(low, chinese)).toMatchObject({ msg: faults.zh })
    expect(await change(high, { pid: above })).toMatchObject({ code: 0 })
    expect(await restore(low)).toMatchObject({ code: 0 })
    await remove(top)
  })

  test('MENU-4 a deeper tree of former times is shown, and its entries are changed where they are', async () => {
    const ids = await deepChain(await ems(), limits.menuDepth + 5)
    const last = ids.at(-1) ?? ''
    const shown = await platform.ok(menus.tree, admin)
    expect(JSON.stringify(shown)).toContain(last)
    expect(await change(last, { name: '改名' })).toMatchObject({ code: 0 })
    expect(await change(last, { pid: ids.at(-3) })).toMatchObject(atPid(faults.en))
    expect(await change(last, { pid: ids[0] })).toMatchObject({ code: 0 })
    await remove(ids[0] ?? '')
  })
})

test('DAY-6 MENU-4 an entry does not come back below what has become a type that takes none of its kind', async () => {
  const folder = await entry(directory, await ems())
  const page = await entry(menu, folder)
  await remove(page)
  const above = await entry(directory, await ems())
  expect(await change(folder, { type: menu, pid: above })).toMatchObject({ code: 0 })
  const refused = { status: 409, code: 409, data: null }
  expect(await restore(page)).toMatchObject({
    ...refused,
    msg: 'The entry that it belongs to has another type by now, below which it cannot hang: change that back first',
  })
  expect(await restore(page, chinese)).toMatchObject({
    ...refused,
    msg: '其上级的类型已变更，不能再作为其上级，请先改回上级的类型',
  })
  expect(await change(folder, { type: directory })).toMatchObject({ code: 0 })
  expect(await restore(page)).toMatchObject({ code: 0 })
  await remove(above)
})

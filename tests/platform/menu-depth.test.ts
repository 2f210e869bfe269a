import { describe, expect, test } from 'vitest'
import { limits } from '#contracts/limits'
import * as menus from '#contracts/menu'
import { newId } from '#platform/kernel/ids'
import { admin, badField, chinese } from './harness.ts'
import { entry, form, platform, remove, send, tree, update } from './menu-entries.ts'

const { directory, menu } = menus.nodeTypes

/** Directories below one another, the uppermost first: their codes. */
async function chain(parent: string, levels: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < levels) codes.push(await entry(directory, codes.at(-1) ?? parent))
  return codes
}
/** The same, past the rules: as they could be made before there was a limit. */
async function deepChain(parent: string, levels: number): Promise<string[]> {
  const codes: string[] = []
  const origin = {
    app_id: await platform.nodeId('ems'),
    enabled: true,
    inside_flag: '1',
    created_time: platform.now(),
  }
  while (codes.length < levels) {
    const { type, name, code, pid } = await form(directory, codes.at(-1) ?? parent)
    const row = { id: newId(platform.now()), pid, type, name, code, path: '/deep', sort: 1 }
    await platform.insert('menu_node', { ...row, ...origin })
    codes.push(code)
  }
  return codes
}
const move = async (code: string, parent = '', given = {}) =>
  update(code, { pid: await platform.nodeId(parent), ...given })
/** What is deleted is asked for by its id, which its code leads to no more. */
async function taken(code: string): Promise<string> {
  const id = await platform.nodeId(code)
  expect((await remove(code)).code).toBe(0)
  return id
}
const restore = (id: string, who = admin) => platform.call(menus.restore, who, { params: { id } })

describe('the depth of a tree', () => {
  const faults = {
    en: 'An entry can be at most 20 levels below its application',
    zh: '菜单项最多位于应用之下第 20 级',
  }
  const atPid = (message: string) => badField('pid', message)

  test('MENU-4 an entry stands at most 20 levels below its application: adding, moving and bringing back are refused beyond', async () => {
    const codes = await chain('ems', limits.menuDepth)
    const [top = ''] = codes
    const last = codes.at(-1) ?? ''
    const add = async (who: typeof admin) => send(menus.add, await form(directory, last), who)
    expect(await add(admin)).toMatchObject(atPid(faults.en))
    expect(await add(chinese)).toMatchObject(atPid(faults.zh))
    const [high = '', low = ''] = await chain('ems', 2)
    const [above, under] = [codes.at(-3), codes.at(-2)]
    expect(await move(high, under)).toMatchObject(atPid(faults.en))
    expect(await move(high, above)).toMatchObject({ code: 0 })
    const gone = await taken(low)
    expect(await move(high, under)).toMatchObject({ code: 0 })
    expect(await restore(gone)).toMatchObject({ status: 409, code: 409, msg: faults.en })
    expect(await restore(gone, chinese)).toMatchObject({ msg: faults.zh })
    expect(await move(high, above)).toMatchObject({ code: 0 })
    expect(await restore(gone)).toMatchObject({ code: 0 })
    await taken(top)
  })

  test('MENU-4 a deeper tree of former times is shown, and its entries are changed where they are', async () => {
    const codes = await deepChain('ems', limits.menuDepth + 5)
    const last = codes.at(-1) ?? ''
    expect(JSON.stringify(await tree(admin))).toContain(await platform.nodeId(last))
    expect(await update(last, { name: '改名' })).toMatchObject({ code: 0 })
    expect(await move(last, codes.at(-3))).toMatchObject(atPid(faults.en))
    expect(await move(last, codes[0])).toMatchObject({ code: 0 })
    await taken(codes[0] ?? '')
  })
})

test('DAY-6 MENU-4 an entry does not come back below what has become a type that takes none of its kind', async () => {
  const folder = await entry(directory, 'ems')
  const page = await taken(await entry(menu, folder))
  const above = await entry(directory, 'ems')
  expect(await move(folder, above, { type: menu, component: 'views/page' })).toMatchObject({ code: 0 })
  const refused = { status: 409, code: 409, data: null }
  expect(await restore(page)).toMatchObject({
    ...refused,
    msg: 'The type of its parent entry has changed, so it can no longer be placed there. Change the type back first',
  })
  expect(await restore(page, chinese)).toMatchObject({
    ...refused,
    msg: '其上级的类型已变更，不能再作为其上级，请先改回上级的类型',
  })
  expect(await update(folder, { type: directory })).toMatchObject({ code: 0 })
  expect(await restore(page)).toMatchObject({ code: 0 })
  await taken(above)
})

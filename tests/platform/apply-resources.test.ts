import { describe, expect, test } from 'vitest'
import * as menus from '#contracts/menu'
import { add, application, detail, drawn, form, pages, platform, pool, update } from './applications.ts'
import { admin } from './harness.ts'
import { fresh } from './records.ts'

async function taken(id: string): Promise<string[]> {
  return (await detail(id)).resourceIdList
}

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
    expect(await platform.node(`${one.code}.pages`)).toMatchObject({ ...shared, pid: one.id, name: one.name })
    expect(await platform.node(codes[0] ?? '')).toMatchObject({
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
    expect(await platform.node(`${codes[1]}.search`)).toMatchObject({ ...shared, ...action })
    const root = { ...shared, create_type: '1', icon: one.icon, type: 0, resource_id: null }
    expect(await platform.node(one.code)).toMatchObject(root)
    expect(await taken(one.id)).toEqual(ids)
  })

  test('APP-2 MENU-3 a page below a page stands beside it, and what hangs at any depth hangs at its page', async () => {
    const made = fresh()
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
    expect(await platform.node(`${system}.inner`)).toBeUndefined()
    expect(await platform.node(`${system}.deeper`)).toBeUndefined()
  })

  test('APP-2 an update takes and gives back; what stays keeps its node, wherever it was moved and however renamed', async () => {
    const { ids, codes } = await pages(3)
    const one = await application({ resourceIdList: ids.slice(0, 2) })
    const [kept = '', dropped = '', added = ''] = codes
    const folder = { type: 1, name: '自建', code: `${one.code}.own`, path: '/own', sort: 2, pid: one.id }
    await platform.ok(menus.add, admin, { body: folder })
    const own = await platform.node(folder.code)
    await platform.set('menu_node', { code: kept }, { name: '改名', pid: own?.id ?? '' })
    const before = await platform.node(kept)
    expect((await update({ ...one, resourceIdList: [ids[0], ids[2], ids[2]] })).code).toBe(0)
    expect(await platform.node(kept)).toEqual(before)
    expect(await drawn(one.id)).toEqual([
      `0 ${one.code}`,
      `  1 ${one.code}.pages`,
      `    2 ${added}`,
      `      3 ${added}.search`,
      `  1 ${folder.code}`,
      `    2 ${kept}`,
      `      3 ${kept}.search`,
    ])
    expect(await platform.node(dropped)).toBeUndefined()
    expect(await taken(one.id)).toEqual([ids[0], ids[2]])
  })

  test('APP-2 the directory is made anew where it is gone, and keeps the code and name of its application', async () => {
    const { ids } = await pages(2)
    const one = await application({ resourceIdList: [ids[0]] })
    const renamed = { ...one, name: 'Renamed', code: `${one.code}x` }
    expect((await update(renamed)).code).toBe(0)
    expect(await platform.node(`${one.code}.pages`)).toBeUndefined()
    expect(await platform.node(`${one.code}x.pages`)).toMatchObject({ name: 'Renamed' })
    await platform.set('menu_node', { code: `${one.code}x.pages` }, { name: '自己取的' })
    expect((await update({ ...renamed, name: 'Again' })).code).toBe(0)
    expect(await platform.node(`${one.code}x.pages`)).toMatchObject({ name: '自己取的' })
    const away = await platform.row('menu_node', { code: `${one.code}x.pages` })
    await platform.ok(menus.remove, admin, { params: { resourceId: away.id } })
    expect(await taken(one.id)).toEqual([])
    expect((await update({ ...renamed, name: 'Again', resourceIdList: ids })).code).toBe(0)
    expect(await platform.node(`${one.code}x.pages`)).toMatchObject({ name: 'Again', pid: one.id })
  })

  test('APP-2 what another system’s code was given back for can be taken in the same update', async () => {
    const made = fresh()
    const [one, two] = [`p${made}`, `q${made}`]
    const first = await pool(one, { code: 'shared.page' })
    const second = await pool(two, { code: 'shared.page' })
    const stored = await application({ resourceIdList: [first['shared.page']] })
    expect((await update({ ...stored, resourceIdList: [second['shared.page']] })).code).toBe(0)
    expect((await platform.node('shared.page'))?.resource_id).toBe(second['shared.page'])
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

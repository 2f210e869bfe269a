import { describe, expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import { application, detail, pages, platform, pool, remove, update } from './applications.ts'
import { admin } from './harness.ts'
import { fresh } from './records.ts'

describe('the list of applications', () => {
  test('APP-2 the pages of several systems stand system by system, and no number comes twice', async () => {
    const made = fresh()
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

  test('APP-1 one field finds by name or code in any spelling; the newest come first', async () => {
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
    const page = (await platform.node('ems.page.alarms'))?.id
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
    const made = fresh()
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

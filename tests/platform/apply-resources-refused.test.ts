import { describe, expect, test } from 'vitest'
import * as roles from '#contracts/role'
import { add, application, drawn, form, pages, platform, pool, remove, update } from './applications.ts'
import { type Answer, admin, chinese } from './harness.ts'
import { fresh, makeRole } from './records.ts'

const codeOf = (answer: Answer) => answer.code

describe('what an application takes from the pool', () => {
  test.each([
    [
      'a system',
      async (ids: Record<string, string>) => [ids.page, 'system:ems'],
      [400, 'resourceIdList.1', 'Not a valid ID', '编号无效'],
    ],
    [
      'an unknown one',
      async (ids: Record<string, string>) => [ids.page, 'none'],
      [
        400,
        'resourceIdList',
        'A selected resource no longer exists. Close the form and open it again',
        '所选资源已不存在，请关闭表单后重新打开',
      ],
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
        'A selected resource is already used by another application: Owner',
        '所选资源已被其他应用使用：Owner',
      ],
    ],
    ['none', async () => [], [400, 'resourceIdList', 'Select resources', '请选择资源']],
  ] as const)('APP-2 VALID-2 %s cannot be taken, and nothing is stored', async (_, chosen, expected) => {
    const made = fresh()
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
    const before = await platform.fingerprint()
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
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('APP-2 a code that the menu has already, in either spelling, is refused by name, and nothing is stored', async () => {
    const made = fresh()
    const [system, other] = [`p${made}`, `q${made}`]
    const ids = await pool(
      system,
      { code: 'ems.page.alarms' },
      { code: `${system}.page`, below: [{ code: 'account.add', type: 3 }] },
      { code: `${system}.twice` },
    )
    const twin = await pool(other, { code: `${system}.twice` })
    const free = await form()
    const before = await platform.fingerprint()
    const refused = async (code: string, ...resourceIdList: (string | undefined)[]) => {
      const body = await form({ resourceIdList })
      const en = `The menu already has an entry with the code ${code}`
      const data = [{ field: 'resourceIdList', message: en }]
      expect(await add(body)).toMatchObject({ status: 409, msg: en, data })
      expect((await add(body, chinese)).msg).toBe(`菜单中已有编码为 ${code} 的菜单项`)
    }
    await refused('ems.page.alarms', ids['ems.page.alarms'])
    await refused('account.add', ids[`${system}.page`])
    await refused(`${system}.twice`, ids[`${system}.twice`], twin[`${system}.twice`])
    await platform.set('menu_node', { code: 'ems.operation' }, { code: `${free.code}.pages` })
    expect((await add(free)).msg).toBe(`The menu already has an entry with the code ${free.code}.pages`)
    await platform.set('menu_node', { code: `${free.code}.pages` }, { code: 'ems.operation' })
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('APP-2 PERM-5 what roles hold is not given back: the answer counts the roles, and nobody loses a right', async () => {
    const { ids, codes } = await pages(2)
    const one = await application({ resourceIdList: ids })
    const [first = ''] = codes
    const holders = [
      await makeRole(platform, 'EAST', [`${first}.search`]),
      await makeRole(platform, 'WEST', [first]),
    ]
    const before = await platform.fingerprint()
    const less = { ...one, resourceIdList: [ids[1]] }
    expect(await update(less)).toMatchObject({
      ...{ status: 409, code: 409, data: { roles: 2 } },
      msg: 'Resources to be removed are in use: 2 roles grant them',
    })
    expect((await update(less, chinese)).msg).toBe('要移除的资源正在使用中：已授权给 2 个角色')
    expect(await remove(one.id)).toMatchObject({
      ...{ status: 409, code: 409, data: { roles: 2 } },
      msg: 'The application is in use: 2 roles grant it',
    })
    expect((await remove(one.id, chinese)).msg).toBe('应用正在使用中：已授权给 2 个角色')
    expect(await platform.fingerprint()).toEqual(before)
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
      const granted = (await platform.node(codes[0] ?? ''))?.id
      const made = fresh()
      const role = { name: `R${made}`, orgId: await platform.orgId('EAST'), resourceIdList: [granted] }
      const [back, given] = await Promise.all([
        update({ ...one, resourceIdList: [ids[1]] }),
        platform.call(roles.add, admin, { body: role }),
      ])
      expect([back.code, given.code].filter((code) => code === 0)).toHaveLength(1)
      expect((await platform.node(codes[0] ?? '')) === undefined).toBe(back.code === 0)
    }
  })

  test('APP-2 of two applications that take one resource at the same moment one is refused', async () => {
    const { ids } = await pages()
    const bodies = [await form({ resourceIdList: ids }), await form({ resourceIdList: ids })]
    const answers = await Promise.all(bodies.map((body) => add(body)))
    expect(answers.map(codeOf).sort()).toEqual([0, 409])
  })
})

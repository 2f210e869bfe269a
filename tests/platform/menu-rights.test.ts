import { beforeAll, describe, expect, test } from 'vitest'
import * as menus from '#contracts/menu'
import { type Answer, admin, badField, type Context, chinese, refusedFields } from './harness.ts'
import { enable, entry, form, formOf, platform, remove, send, update, writes } from './menu-entries.ts'
import { makeApplication, makePerson } from './records.ts'

const { directory, menu, button } = menus.nodeTypes

const said = ({ status, code, data }: Answer) => ({ status, code, data })

describe('what is built in', () => {
  test('MENU-2 it is neither edited nor deleted; what is added below it is not built in', async () => {
    const builtIn = [409, 'A built-in entry cannot be edited or deleted'] as const
    const before = await platform.node('uia.account.list')
    const answers = async (code: string, who: Context = admin) => [
      await update(code, { name: 'x', component: 'x' }, who),
      await remove(code, who),
    ]
    for (const answer of await answers('uia.account.list')) {
      expect([answer.status, answer.msg]).toEqual(builtIn)
    }
    for (const answer of await answers('uia.account.list', chinese)) {
      expect(answer.msg).toBe('内置菜单项不能编辑或删除')
    }
    expect(await platform.node('uia.account.list')).toEqual(before)
    const below = [await entry(directory, 'uia.people'), await entry(button, 'uia.account.list')]
    for (const code of below) {
      expect(await platform.node(code)).toMatchObject({
        inside_flag: '1',
        app_id: await platform.systemId('uia'),
      })
      expect((await update(code, { name: 'renamed' })).code).toBe(0)
      expect((await enable(code, 0)).code).toBe(0)
      expect((await remove(code)).code).toBe(0)
    }
  })

  test('MENU-2 it is switched, the menu page too, which super administrators keep', async () => {
    const entries = ['uia.menu.list', 'uia.menu.updateEnabled', 'uia.people']
    for (const enabled of [0, 1] as const) {
      for (const code of entries) {
        expect((await enable(code, enabled)).code, code).toBe(0)
        expect(await platform.node(code)).toMatchObject({ enabled: enabled === 1 })
      }
    }
  })

  test('MENU-2 applications are managed on their own page', async () => {
    const before = [await platform.node('ems'), await platform.node('uia')]
    for (const code of ['ems', 'uia']) {
      const form = {
        id: await platform.nodeId(code),
        type: 1,
        name: 'x',
        code,
        path: '/x',
        sort: 1,
        pid: await platform.nodeId('report'),
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
    expect([await platform.node('ems'), await platform.node('uia')]).toEqual(before)
  })
})

describe('permissions', () => {
  /** EAST's own application. */
  beforeAll(() => makeApplication(platform, 'desk', 'EAST'))
  test('PERM-5 an entry of an application out of reach and an unknown one get one and the same refusal', async () => {
    const { account } = await makePerson(platform, { EAST: [...writes, 'uia.menu.search'] })
    const who = { as: account, org: 'EAST' }
    const code = await entry(directory, 'report')
    const before = await platform.node(code)
    const body = await formOf(code)
    const answers: Answer[] = []
    for (const id of [await platform.nodeId(code), 'none']) {
      answers.push(
        await send(menus.update, { ...body, id }, who),
        await platform.call(menus.remove, who, { params: { resourceId: id } }),
        await platform.call(menus.updateEnable, who, { query: { id, enabled: 0 } }),
      )
    }
    expect(answers.map(said)).toEqual(Array(6).fill({ status: 403, code: 403, data: { orgId: null } }))
    expect(await platform.node(code)).toEqual(before)
    const added = await form(directory, 'report')
    expect(await send(menus.add, added, who)).toMatchObject(badField('pid', 'No such parent'))
    const mine = await entry(directory, 'desk')
    expect(refusedFields(await update(mine, { pid: await platform.nodeId('report') }, who))).toEqual(['pid'])
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
      msg: 'Roles grant this entry: only a super administrator can change its resource code or type',
    })
    expect((await send(menus.update, body, { ...who, locale: 'zh-cn' })).msg).toBe(
      '该菜单项已授权给角色，仅超级管理员可以修改其资源编码或类型',
    )
    expect(await platform.node(action)).toBeDefined()
    expect((await send(menus.update, { ...body, code: action, name: 'renamed' }, who)).code).toBe(0)
    expect((await update(page, { code: 'made.page.free' }, who)).code).toBe(0)
    expect((await update(action, { code: 'made.other.right' })).code).toBe(0)
  })

  test('PERM-5 nor by making a directory, whose code grants nothing, something that does', async () => {
    const place = await entry(directory, 'desk')
    const folder = await entry(directory, place)
    const { account, roles } = await makePerson(platform, { EAST: writes })
    const who = { as: account, org: 'EAST' }
    const page = { type: menu, icon: 'page', component: 'views/page' }
    expect((await update(folder, page, who)).code).toBe(0)
    expect((await update(folder, { type: directory, icon: 'folder' }, who)).code).toBe(0)
    await platform.insert('role_node', {
      role_id: roles.EAST ?? '',
      node_id: await platform.nodeId(folder),
    })
    expect((await update(folder, page, who)).status).toBe(403)
    expect((await update(folder, { name: 'renamed' }, who)).code).toBe(0)
    expect((await update(folder, page)).code).toBe(0)
  })
})

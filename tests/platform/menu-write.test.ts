import { describe, expect, test } from 'vitest'
import * as menus from '#contracts/menu'
import * as online from '#contracts/online'
import * as roles from '#contracts/role'
import { mainMenu } from '#contracts/session'
import { admin, badField, chinese } from './harness.ts'
import { codesOf, enable, entry, form, formOf, platform, remove, send, tree, update } from './menu-entries.ts'
import { logged, makePerson, makeRole } from './records.ts'

const { directory, menu, button, component } = menus.nodeTypes

describe('adding', () => {
  test('MENU-6 each type is stored with the fields it has, and shows at once in tree and role dialog', async () => {
    const add = async (...given: Parameters<typeof form>) => {
      const body = await form(...given)
      expect((await send(menus.add, body)).code).toBe(0)
      return body
    }
    const folder = await add(directory, 'ems', { description: '说明', icon: 'chart' })
    const appId = await platform.systemId('ems')
    const of = {
      ...{ app_id: appId, enabled: true, inside_flag: '1', create_type: '1', resource_id: null },
      ...{ component: null, link_url: null, method: null, icon: null, i_frame: null },
    }
    expect(await platform.node(folder.code)).toMatchObject({
      ...of,
      icon: 'chart',
      pid: appId,
      type: directory,
      name: folder.name,
      path: folder.path,
      description: '说明',
    })
    const page = await add(menu, folder.code, { systemId: appId })
    expect(await platform.node(page.code)).toMatchObject({
      ...of,
      icon: 'page',
      component: 'views/page',
      i_frame: '0',
      description: null,
    })
    const link = await add(menu, folder.code, { iFrame: true, linkUrl: '/outside/x', component: undefined })
    expect(await platform.node(link.code)).toMatchObject({
      ...of,
      icon: 'page',
      link_url: '/outside/x',
      i_frame: '1',
    })
    const action = await add(button, page.code, { method: 'DELETE', sort: '9999' })
    expect(await platform.node(action.code)).toMatchObject({ ...of, method: 'DELETE', sort: 9999 })
    const part = await add(component, page.code)
    expect(await platform.node(part.code)).toMatchObject({
      ...of,
      icon: 'page',
      component: 'views/part',
    })
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
      expect(await send(menus.add, again), code).toMatchObject(taken('The resource code already exists'))
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
      { field: 'systemId', message: '该菜单项属于其他应用' },
    ])
    const before = await platform.count('menu_node')
    const systemId = await platform.systemId('ems')
    const row = await logged(platform, () => remove(folder, admin, { systemId }))
    expect(await platform.count('menu_node')).toBe(before - 3)
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
    expect((await remove(folder, chinese)).msg).toBe('菜单项正在使用中：2 个角色，2 个下级')
    expect(await remove(action)).toMatchObject({ status: 409, data: { roles: 2, nodes: 0 } })
    expect(await platform.node(action)).toBeDefined()
  })

  test('MENU-6 an entry that comes into a role while it is deleted is in use, and a role never loses it unseen', async () => {
    const code = await entry(directory, 'ems')
    const node_id = await platform.nodeId(await entry(directory, code))
    const role_id = await makeRole(platform, 'EAST', [])
    const removal = await platform.db.transaction().execute(async (granting) => {
      await granting.insertInto('role_node').values({ role_id, node_id }).execute()
      const waiting = remove(code)
      await new Promise((resolve) => setTimeout(resolve, 150))
      return { waiting }
    })
    expect(await removal.waiting).toMatchObject({ status: 409, data: { roles: 1, nodes: 1 } })
    expect(await platform.node(code)).toBeDefined()
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
    const resourceIdList = [await platform.nodeId('uia.role.search'), await platform.nodeId(action)]
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
    const moved = { name: '新名', sort: 5, pid: await platform.nodeId(target) }
    const { changes, subject_id, subject_name } = await logged(platform, () => update(code, moved))
    expect([subject_id, subject_name]).toEqual([await platform.nodeId(code), '新名'])
    expect(changes).toEqual({
      name: { before: '旧名', after: '新名' },
      sort: { before: 1, after: 5 },
      pid: {
        before: { id: await platform.nodeId('ems.operation'), name: '运行监控' },
        after: { id: await platform.nodeId(target), name: '新家' },
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
    expect(await platform.node(code)).toMatchObject({ name: winner })
    const { version } = late.data as { version: string }
    expect((await send(menus.update, { ...older, path: '/late', version })).code).toBe(0)
    // Its parent's name and its switch are no part of what the dialog edits.
    const read = await formOf(code)
    await enable(code, 0)
    expect((await send(menus.update, read)).code).toBe(0)
    expect((await platform.node(code))?.enabled).toBe(false)
    expect((await send(menus.update, { ...read, version: undefined })).code).toBe(0)
    await remove(code)
  })
})

describe('deleting', () => {
  test('DAY-6 HOLD-8 a large entry comes back in as many statements as a small one, unless a code was taken', async () => {
    const restored = async (count: number) => {
      const code = await entry(directory, 'ems')
      const id = await platform.nodeId(code)
      const below = []
      for (let made = 0; made < count; made += 1) below.push(await entry(menu, code))
      await remove(code)
      const taken = await entry(menu, 'ems.operation', { code: below.at(-1) })
      expect(await platform.call(menus.restore, admin, { params: { id } })).toMatchObject({ code: 409 })
      await remove(taken)
      return platform.statementsOf(() => platform.ok(menus.restore, admin, { params: { id } }))
    }
    expect(await restored(30)).toBe(await restored(2))
  })
})

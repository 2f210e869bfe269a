import { describe, expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import * as menus from '#contracts/menu'
import * as roles from '#contracts/role'
import { listSystems, type MenuNode, mainMenu } from '#contracts/session'
import {
  add,
  application,
  detail,
  drawn,
  form,
  pages,
  platform,
  pool,
  remove,
  update,
} from './applications.ts'
import { admin, type Context, chinese, refusedFields } from './harness.ts'
import { storePicture } from './pictures.ts'
import { fresh, logged, makePerson, makeSystem } from './records.ts'

const enable = (id: string, enabled: unknown, who: Context = admin) =>
  platform.call(applications.updateEnable, who, { query: { id, enabled } })

describe('adding and updating', () => {
  test.each(['/sys/image/none', '/sys/user/modify/phone/smsCode', 'https://example.com/track.png'])(
    'APP-2 VALID-2 the icon %s, which is no picture of this platform, is refused, and nothing is stored',
    async (icon) => {
      const stored = await application()
      const body = await form({ icon })
      const before = await platform.fingerprint()
      for (const [call, sent] of [
        [add, body],
        [update, { ...stored, icon }],
      ] as const) {
        const told = (message: string) => ({ status: 400, data: [{ field: 'icon', message }] })
        const english = await call(sent)
        expect(english).toMatchObject(told('The image no longer exists, please upload it again'))
        expect(await call(sent, chinese)).toMatchObject(told('图片不存在，请重新上传'))
      }
      expect(await platform.fingerprint()).toEqual(before)
    },
  )

  test('APP-2 a code that is the console’s own, or one of its entries’ in either spelling, is taken', async () => {
    const message = '应用编码已存在'
    const taken = { status: 409, msg: message, data: [{ field: 'code', message }] }
    for (const code of ['EMS', 'platform']) {
      expect(await add(await form({ code }), chinese), code).toMatchObject(taken)
    }
  })

  test('APP-2 an icon that nobody changes stays, wherever it came from', async () => {
    const one = await application()
    await platform.set('menu_node', { id: one.id }, { icon: '/old/icon.png' })
    expect((await update({ ...one, icon: '/old/icon.png', name: 'Kept' })).code).toBe(0)
    expect(await detail(one.id)).toMatchObject({ name: 'Kept', icon: '/old/icon.png' })
  })

  test('APP-3 the demo’s applications and the console itself are saved as they are, but for a first icon', async () => {
    for (const code of ['uia', 'ems', 'report']) {
      const before = await detail(await platform.systemId(code))
      expect(before.resourceIdList.length, code).toBeGreaterThan(0)
      const tree = await drawn(before.id)
      const icon = await storePicture(platform)
      const answer = await update({ ...before, icon, name: `${before.name}新` })
      expect([answer.code, answer.msg], code).toEqual([0, 'Success'])
      expect(await detail(before.id)).toMatchObject({ name: `${before.name}新`, icon })
      expect(await drawn(before.id)).toEqual(tree)
      await platform.set('menu_node', { id: before.id }, { name: before.name })
    }
  })

  test('APP-4 the built-in application keeps its code, its resources and its state, and stays', async () => {
    const id = await platform.systemId('uia')
    const one = { ...(await detail(id)), icon: await storePicture(platform), version: null }
    const { ids } = await pages()
    const before = await platform.fingerprint()
    const en = 'A built-in application cannot be disabled or deleted, and its code and resources are fixed'
    const answers = [
      await update({ ...one, code: 'other' }),
      await update({ ...one, enabled: 0 }),
      await update({ ...one, resourceIdList: [...one.resourceIdList, ...ids] }),
      await update({ ...one, resourceIdList: one.resourceIdList.slice(1) }),
      await enable(id, 0),
      await remove(id),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, code: 409, msg: en })
    expect((await remove(id, chinese)).msg).toBe('内置应用不能停用或删除，其编码和资源不可修改')
    expect((await enable(id, 1)).code).toBe(0)
    expect(await platform.fingerprint()).toEqual(before)
  })
})

describe('what changes here bites at once', () => {
  const codes = (nodes: readonly MenuNode[] | null | undefined): string[] =>
    (nodes ?? []).flatMap((one) => [one.code ?? '', ...(one.btns ?? []), ...codes(one.children)])

  test('APP-4 EDGE-8 CHOOSE-2 a disabled application is gone from the chooser and its menu refused; enabled it is back', async () => {
    const {
      ids,
      codes: [page = ''],
    } = await pages()
    const one = await application({ resourceIdList: ids })
    const { account } = await makePerson(platform, { EAST: [`${page}.search`] })
    const who = { as: account, org: 'EAST', system: one.code }
    const orgId = await platform.orgId('EAST')
    const seen = async (context: Context) => {
      const tiles = await platform.call(listSystems, context, { query: { orgId } })
      const menu = await platform.call(mainMenu, context)
      return [tiles.data.some((tile) => tile.id === one.id), menu.code === 0 ? codes(menu.data) : menu.code]
    }
    const whole = [`${one.code}.pages`, page, `${page}.search`]
    for (const context of [who, { ...who, as: 'admin' }]) {
      expect(await seen(context)).toEqual([true, whole])
      expect((await enable(one.id, 0)).code).toBe(0)
      expect(await seen(context)).toEqual([false, 403])
      expect((await enable(one.id, 1)).code).toBe(0)
      expect(await seen(context)).toEqual([true, whole])
      expect((await update({ ...one, enabled: false })).code).toBe(0)
      expect(await seen(context)).toEqual([false, 403])
      expect((await update(one)).code).toBe(0)
    }
  })

  test('CHOOSE-2 the tile has name and icon, the new ones at once', async () => {
    const one = await application()
    const query = { orgId: await platform.orgId('EAST') }
    const tile = async () =>
      (await platform.ok(listSystems, admin, { query })).find((each) => each.id === one.id)
    expect(await tile()).toMatchObject({ name: one.name, icon: one.icon, openMode: '1' })
    const icon = await storePicture(platform)
    await update({ ...one, name: 'Tile', icon })
    expect(await tile()).toMatchObject({ name: 'Tile', icon })
  })

  test('PERM-1 EDGE-8 a disabled application takes the permissions of its codes with it', async () => {
    const made = fresh()
    const system = `p${made}`
    const ids = await pool(system, { code: `${system}.page`, below: [{ code: `${system}.act`, type: 3 }] })
    const one = await application({ resourceIdList: [ids[`${system}.page`]] })
    const tree = async () => JSON.stringify(await platform.ok(menus.findAllPermission, admin))
    expect(await tree()).toContain(`${system}.act`)
    await enable(one.id, 0)
    expect(await tree()).not.toContain(`${system}.act`)
  })
})

describe('what the log tells', () => {
  test('EDGE-2 resources that another has changed are told by their number', async () => {
    const { ids } = await pages(2)
    const one = await application({ resourceIdList: [ids[0]] })
    platform.forward(1000)
    const { version } = await detail(one.id)
    platform.forward(1000)
    expect((await update({ ...one, resourceIdList: ids })).code).toBe(0)
    platform.forward(1000)
    const changed = [{ field: 'resources', was: { count: 1 }, now: { count: 2, names: [] } }]
    expect(await update({ ...one, version })).toMatchObject({ status: 409, data: { changed } })
  })

  test('EDGE-4 the log holds the changed fields, before and after, and resources by name', async () => {
    const {
      ids,
      codes: [first, second],
    } = await pages(2)
    const body = await form({ resourceIdList: [ids[0]] })
    const added = await logged(platform, () => add(body))
    const id = await platform.systemId(body.code)
    expect(added).toMatchObject({
      ...{ module: 'apply', type: 'add', status: '1', subject_id: id, subject_name: body.name },
      changes: { code: { after: body.code }, resources: { after: { count: 1, names: [`N ${first}`] } } },
    })
    const change = { ...body, id, name: '新名', enabled: 0, resourceIdList: [ids[1]] }
    const changed = await logged(platform, () => update(change))
    expect(changed.subject_name).toBe('新名')
    expect(changed.changes).toEqual({
      name: { before: body.name, after: '新名' },
      enabled: { before: true, after: false },
      resources: { before: { count: 1, names: [`N ${first}`] }, after: { count: 1, names: [`N ${second}`] } },
    })
    const on = await logged(platform, () => enable(id, 1))
    expect([on.type, on.changes]).toEqual(['enable', { enabled: { before: false, after: true } }])
    const gone = await logged(platform, () => remove(id))
    expect(gone).toMatchObject({
      ...{ type: 'delete', subject_id: id, subject_name: '新名' },
      changes: { name: { before: '新名' }, resources: { before: { count: 1 } } },
    })
  })
})

describe('permissions', () => {
  test('PERM-5 whoever adds an application gains no right by it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.apply.add', 'uia.role.add'] })
    const who = { as: person.account, org: 'EAST' }
    const {
      system,
      ids,
      codes: [page = ''],
    } = await pages()
    await makeSystem(platform, system, 'EAST')
    const body = await form({ resourceIdList: ids, icon: (await application()).icon })
    expect((await add(body, who)).code).toBe(0)
    expect(await platform.code(mainMenu, { ...who, system: body.code })).toBe(403)
    const granted = (await platform.node(`${page}.search`))?.id
    const role = { name: 'mine', orgId: await platform.orgId('EAST'), resourceIdList: [granted] }
    const refused = await platform.call(roles.add, who, { body: role })
    expect(refused.code).toBe(403)
    expect(refusedFields({ ...refused, data: [] })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import * as systems from '#contracts/allocation'
import * as applications from '#contracts/apply'
import * as assets from '#contracts/assets'
import * as menus from '#contracts/menu'
import { newId } from '#platform/kernel/ids'
import { type Context, operator } from './harness.ts'
import { storePicture } from './pictures.ts'
import { makeApplication, makePerson, makeRole, makeSystem } from './records.ts'
import { all, entryForm, fresh, page, platform, rowOf, systemForm } from './shared-objects.ts'

const refused =
  'Used by organizations where you do not have this permission, or by no organization. Ask a super administrator'
async function hold(orgCode: string, codes: readonly string[]): Promise<void> {
  await makeRole(platform, orgCode, codes)
}

/** Every call that changes these objects, with an input that would succeed but for the right. */
async function attacks(who: Context, codes: { system: string; application: string; entry: string }) {
  const system = await rowOf('system_config', codes.system)
  const root = await rowOf('menu_node', codes.application)
  const entry = await rowOf('menu_node', codes.entry)
  const icon = await storePicture(platform, who)
  const form = { ...systemForm(system.code), id: system.id, hostName: '127.0.0.1', port: '1' }
  const application = { id: root.id, name: 'x', code: root.code, icon, enabled: true }
  const resourceIdList = [await page(fresh(), `${fresh()}.page`)]
  const menu = { ...entryForm(entry.pid ?? '', entry.code), type: entry.type, component: 'a/b', id: entry.id }
  return {
    'system update': await platform.call(systems.update, who, { body: form }),
    'system enable': await platform.call(systems.updateEnable, who, { query: { id: system.id, enabled: 0 } }),
    'system delete': await platform.call(systems.remove, who, { params: { id: system.id } }),
    'application update': await platform.call(applications.update, who, {
      body: { ...application, resourceIdList },
    }),
    'application enable': await platform.call(applications.updateEnable, who, {
      query: { id: root.id, enabled: 0 },
    }),
    'application delete': await platform.call(applications.remove, who, { params: { id: root.id } }),
    'menu add': await platform.call(menus.add, who, { body: entryForm(root.id, `${fresh()}.x`) }),
    'menu update': await platform.call(menus.update, who, { body: menu }),
    'menu enable': await platform.call(menus.updateEnable, who, { body: { id: entry.id, enable: 0 } }),
    'menu delete': await platform.call(menus.remove, who, { params: { resourceId: entry.id } }),
    discover: await platform.call(assets.addAll, who, { body: [{ code: system.code, resources: [] }] }),
  }
}
const codesOf = (answers: Awaited<ReturnType<typeof attacks>>) =>
  Object.fromEntries(Object.entries(answers).map(([name, { code }]) => [name, code]))
const everyCode = (code: number, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, code]))

describe('what other organizations use', () => {
  test('PERM-5 an administrator of one organization changes nothing of it, by any call', async () => {
    const others = { EAST: [], WEST: ['report.overview.search'], PILOT: ['report.overview.search'] }
    for (const orgCode of ['WEST', 'PILOT'] as const) await hold(orgCode, others[orgCode])
    await platform.set('menu_node', {}, { inside_flag: '1' })
    for (const codes of [
      { system: 'ems', application: 'ems', entry: 'ems.operation' },
      { system: 'wms', application: 'ems', entry: 'ems.page.alarms' },
      { system: 'uia', application: 'report', entry: 'report.analysis' },
    ]) {
      const answers = await attacks(operator, codes)
      // Of an application in which they hold nothing they do not even learn that it could be a parent.
      const hidden = codes.application === 'report' ? { 'menu add': 400 } : {}
      expect(codesOf(answers)).toEqual({ ...everyCode(403, Object.keys(answers)), ...hidden })
    }
    const told = await platform.call(systems.remove, operator, {
      params: { id: (await rowOf('system_config', 'wms')).id },
    })
    expect(told).toMatchObject({ status: 403, msg: refused })
    for (const code of ['ems', 'wms']) expect((await rowOf('system_config', code)).enable).toBe(true)
    for (const code of ['ems', 'report', 'ems.operation', 'report.analysis']) {
      expect((await rowOf('menu_node', code)).enabled).toBe(true)
    }
    await platform.db
      .updateTable('menu_node')
      .set({ inside_flag: '0' })
      .where('code', 'like', 'uia%')
      .execute()
  })

  test('PERM-5 the right in every organization that uses it is enough; one less, disabled or not, is not', async () => {
    const [system, application] = [fresh(), fresh()]
    await makeSystem(platform, system)
    const root = await makeApplication(platform, application, 'EAST')
    const [folder, entry] = [`${application}.folder`, `${system}.page`]
    await platform.call(menus.add, { as: 'admin' }, { body: entryForm(root, folder) })
    const inside = {
      ...entryForm(await platform.nodeId(folder), entry),
      type: menus.nodeTypes.menu,
      component: 'a/b',
    }
    await platform.call(menus.add, { as: 'admin' }, { body: inside })
    for (const orgCode of ['EAST', 'WEST']) await hold(orgCode, [entry])
    const both = await makePerson(platform, { EAST: all, WEST: all })
    const one = await makePerson(platform, { EAST: all, WEST: all.filter((code) => code.endsWith('search')) })
    const names = Object.keys(await attacks({ as: one.account, org: 'EAST' }, { system, application, entry }))
    const given = { system, application, entry }
    const without = codesOf(await attacks({ as: one.account, org: 'EAST' }, given))
    expect(without).toEqual(everyCode(403, names))
    await hold('PILOT', [entry])
    const who = { as: both.account, org: 'EAST' }
    expect(codesOf(await attacks(who, given))).toEqual(everyCode(403, names))
    const pilot = await platform.orgId('PILOT')
    await platform.db.deleteFrom('role').where('org_id', '=', pilot).where('name', 'like', 'Role%').execute()
    const { 'system enable': enabled, 'menu enable': switched } = await attacks(who, given)
    expect([enabled.code, switched.code]).toEqual([0, 0])
  })

  test('PERM-5 an update that flips a switch takes the switch’s right everywhere too', async () => {
    const system = fresh()
    await makeSystem(platform, system, 'WEST')
    const editor = await makePerson(platform, {
      EAST: ['uia.allocation.update', 'uia.allocation.updateEnable'],
      WEST: ['uia.allocation.update'],
    })
    const { id } = await rowOf('system_config', system)
    const body = { ...systemForm(system), id, enable: false }
    const who = { as: editor.account, org: 'EAST' }
    expect(await platform.call(systems.update, who, { body })).toMatchObject({ status: 403, msg: refused })
    await platform.ok(systems.update, who, { body: { ...body, enable: true } })
  })

  test('PERM-5 what no organization uses and none has added is for super administrators', async () => {
    const system = fresh()
    await makeSystem(platform, system)
    const { id } = await rowOf('system_config', system)
    const input = { query: { id, enabled: 0 } }
    expect((await platform.call(systems.updateEnable, operator, input)).msg).toBe(refused)
    await platform.ok(systems.updateEnable, { as: 'admin' }, input)
  })

  test('PERM-5 rows say so: isControl is 1 where some operation works for the caller', async () => {
    const [system, application] = [fresh(), fresh()]
    await makeSystem(platform, system, 'EAST')
    await makeApplication(platform, application, 'EAST')
    const limit = { query: { limit: 100 } }
    const answers = async (who: Context) => ({
      system: (await platform.ok(systems.list, who, limit)).content,
      application: (await platform.ok(applications.list, who, limit)).content,
      discovery: await platform.ok(assets.findSystem, who),
      pool: await platform.ok(applications.findAllPoolResource, who),
      menu: await platform.ok(menus.tree, who),
      parents: await platform.ok(menus.parentTree, who),
    })
    const controlled = (rows: readonly { code?: string | null; isControl?: number | null }[]) =>
      rows.filter(({ isControl }) => isControl === 1).map(({ code }) => code)
    const own = await answers(operator)
    for (const name of ['system', 'discovery', 'pool'] as const) {
      expect(controlled(own[name]), name).toContain(system)
      for (const code of ['ems', 'wms', 'uia']) expect(controlled(own[name]), name).not.toContain(code)
    }
    for (const name of ['application', 'menu', 'parents'] as const) {
      expect(controlled(own[name]), name).toContain(application)
      for (const code of ['ems', 'report', 'uia']) expect(controlled(own[name]), name).not.toContain(code)
    }
    const root = await answers({ as: 'admin' })
    // What is not registered any more is nothing to discover.
    root.discovery = root.discovery.filter(({ status }) => status !== assets.discoveryStatuses.deleted)
    for (const rows of Object.values(root)) expect(controlled(rows)).toHaveLength(rows.length)
    const looker = { as: 'auditor', org: 'EAST' }
    expect(controlled((await platform.ok(systems.list, looker, limit)).content)).toEqual([])
  })
})

describe('what an organization adds', () => {
  test('PERM-5 it stays theirs to change, and nobody else’s, until others use it', async () => {
    const [system, application] = [fresh(), fresh()]
    await platform.ok(systems.add, operator, { body: systemForm(system) })
    const resources = [{ name: 'p', type: 2, path: '/p', code: `${system}.page` }]
    expect(await platform.code(assets.addAll, operator, { body: [{ code: system, resources }] })).toBe(200)
    await expect.poll(() => rowOf('pool_resource', `${system}.page`).catch(() => null)).not.toBeNull()
    const resourceIdList = [(await rowOf('pool_resource', `${system}.page`)).id]
    const icon = await storePicture(platform, operator)
    const form = { name: 'Mine', code: application, icon, enabled: true, resourceIdList }
    await platform.ok(applications.add, operator, { body: form })
    const id = await platform.nodeId(application)
    await platform.ok(applications.update, operator, { body: { ...form, id, name: 'More' } })
    const entry = entryForm(id, `${application}.x`)
    await platform.ok(menus.add, operator, { body: entry })

    const west = await makePerson(platform, { WEST: all })
    const stranger = { as: west.account, org: 'WEST' }
    const before = await platform.fingerprint()
    const query = { id, enabled: 0 }
    expect(await platform.code(applications.updateEnable, stranger, { query })).toBe(403)
    const { id: systemId } = await rowOf('system_config', system)
    expect(await platform.code(systems.remove, stranger, { params: { id: systemId } })).toBe(403)
    expect(await platform.fingerprint()).toEqual(before)

    await hold('WEST', [`${system}.page`])
    expect(await platform.code(applications.updateEnable, operator, { query })).toBe(403)
    expect(await platform.code(systems.remove, operator, { params: { id: systemId } })).toBe(403)
  })

  test('PERM-5 a super administrator’s additions are nobody’s, in whichever organization they work', async () => {
    const code = fresh()
    const who = { as: 'admin', org: 'EAST' }
    await platform.ok(systems.add, who, { body: systemForm(code) })
    const { id } = await rowOf('system_config', code)
    expect(await platform.code(systems.remove, operator, { params: { id } })).toBe(403)
  })

  test('PERM-5 an organization that goes leaves what it added to super administrators', async () => {
    const code = fresh()
    const id = newId(platform.now())
    const organization = { id, code: 'BRIEF', name: 'Brief', enabled: true, created_time: platform.now() }
    await platform.insert('organization', organization)
    await makeSystem(platform, code, 'BRIEF')
    await platform.delete('organization', { id })
    const row = await rowOf('system_config', code)
    expect(await platform.code(systems.remove, operator, { params: { id: row.id } })).toBe(403)
  })
})

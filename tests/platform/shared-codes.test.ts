import { describe, expect, test } from 'vitest'
import * as systems from '#contracts/allocation'
import * as applications from '#contracts/apply'
import * as menus from '#contracts/menu'
import { listSystems } from '#contracts/session'
import { operator } from './harness.ts'
import { storePicture } from './pictures.ts'
import { makeApplication, makePerson, makeSystem } from './records.ts'
import { all, entryForm, fresh, page, platform, rowOf, systemForm } from './shared-objects.ts'

describe('codes that name what belongs to others', () => {
  const own = async () => {
    const code = fresh()
    return { code, id: await makeApplication(platform, code, 'EAST') }
  }

  test('PERM-5 MENU-6 no entry of one’s own gets one, by adding, by an update or by a move', async () => {
    const { id } = await own()
    const [named, folder] = [fresh(), fresh()]
    await makeApplication(platform, named, 'WEST')
    await platform.ok(menus.add, operator, { body: entryForm(id, folder) })
    const before = await platform.fingerprint()
    for (const code of [
      ...['wms.x', 'WMS.x', 'wms', 'crm.page.x', 'ems.x', 'uia.x.y', 'report.z', `${named}.x`],
      // A right of the console in its other spelling is taken; one that it may come to have names it all the same.
      ...['menu.add', 'uia.menu.add', 'account.export', 'role'],
    ]) {
      const added = await platform.call(menus.add, operator, { body: entryForm(id, code) })
      expect([403, 409], code).toContain(added.code)
      const renamed = { ...entryForm(id, code), id: await platform.nodeId(folder) }
      expect([403, 409], code).toContain(await platform.code(menus.update, operator, { body: renamed }))
    }
    expect(await platform.fingerprint()).toEqual(before)
    // What a super administrator has put there stays where it is.
    const inner = 'wms.seeded'
    await platform.call(menus.add, { as: 'admin' }, { body: entryForm(id, inner) })
    const moved = { ...entryForm(await platform.nodeId(folder), inner), id: await platform.nodeId(inner) }
    expect(await platform.code(menus.update, operator, { body: moved })).toBe(403)
    const grown = {
      ...entryForm(await platform.nodeId(folder), inner),
      type: menus.nodeTypes.menu,
      component: 'a/b',
    }
    await platform.set('menu_node', { code: inner }, { pid: await platform.nodeId(folder) })
    const shown = { ...grown, id: await platform.nodeId(inner) }
    expect(await platform.code(menus.update, operator, { body: shown }), 'a page of it').toBe(403)
    const away = { ...entryForm(await platform.nodeId('ems'), folder), id: await platform.nodeId(folder) }
    expect(await platform.code(menus.update, operator, { body: away })).toBe(403)
    await platform.delete('menu_node', { code: inner })
  })

  test('PERM-5 no application and no system of one’s own gets one', async () => {
    const { id: appId, code: application } = await own()
    const [system, held] = [fresh(), fresh()]
    await makeSystem(platform, system, 'EAST')
    const ownPage = await page(system, `${system}.page`)
    // Somebody else’s nodes that name a system which is not registered: whoever registered it would open it to them.
    const west = await makeApplication(platform, fresh(), 'WEST')
    const folder = `${held}.folder`
    await platform.call(menus.add, { as: 'admin' }, { body: entryForm(west, folder) })
    const inside = { ...entryForm(await platform.nodeId(folder), `${held}.page`), type: 2, component: 'a/b' }
    await platform.call(menus.add, { as: 'admin' }, { body: inside })
    const icon = await storePicture(platform, operator)
    const form = { name: 'x', icon, enabled: true, resourceIdList: [ownPage] }
    for (const code of ['wms', 'WMS', 'crm', 'ems', 'account']) {
      const added = await platform.call(applications.add, operator, { body: { ...form, code } })
      expect([403, 409], code).toContain(added.code)
      const renamed = { ...form, id: appId, code }
      expect([403, 409], code).toContain(
        await platform.code(applications.update, operator, { body: renamed }),
      )
    }
    await makeSystem(platform, 'gate-admin', 'WEST')
    const paths = ['wms-admin', 'WMS-Admin', 'gate']
    const before = await platform.fingerprint()
    for (const code of ['report', 'REPORT', held, held.toUpperCase(), ...paths]) {
      const added = await platform.call(systems.add, operator, { body: systemForm(code) })
      expect(added.code, code).toBe(403)
      const renamed = { ...systemForm(code), id: (await rowOf('system_config', system)).id }
      expect(await platform.code(systems.update, operator, { body: renamed }), code).toBe(403)
    }
    expect(await platform.fingerprint()).toEqual(before)
    await platform.ok(systems.add, operator, { body: systemForm(application) })
  })

  test('PERM-5 APP-2 resources are taken with the right on their systems only, and on those that they name', async () => {
    const { id, code } = await own()
    const system = fresh()
    await makeSystem(platform, system, 'EAST')
    const foreign = await page('wms', `wms.${fresh()}`)
    const disguised = await page(system, `wms.${fresh()}`)
    const mine = await page(system, `${system}.mine`)
    const icon = await storePicture(platform, operator)
    const form = (resourceIdList: string[]) => ({ name: 'x', icon, enabled: true, resourceIdList })
    for (const ids of [[foreign], [mine, foreign], [disguised]]) {
      const added = { ...form(ids), code: fresh() }
      expect(await platform.code(applications.add, operator, { body: added })).toBe(403)
      const updated = { ...form(ids), id, code }
      expect(await platform.code(applications.update, operator, { body: updated })).toBe(403)
    }
    const body = { ...form([mine]), id, code }
    await platform.ok(applications.update, operator, { body })
  })

  test('PERM-5 of a system and an application of one name that two organizations add at once one is refused', async () => {
    const west = await makePerson(platform, { WEST: all })
    const stranger = { as: west.account, org: 'WEST' }
    await Promise.all([platform.token('operator'), platform.token(west.account)])
    const icon = await storePicture(platform, stranger)
    for (let round = 0; round < 5; round += 1) {
      const [name, system] = [fresh(), fresh()]
      await makeSystem(platform, system, 'WEST')
      const resourceIdList = [await page(system, `${system}.page`)]
      const answers = await Promise.all([
        platform.call(systems.add, operator, { body: systemForm(name) }),
        platform.call(applications.add, stranger, {
          body: { name: 'x', code: name, icon, enabled: true, resourceIdList },
        }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([0, 403])
    }
  })

  test('PERM-5 MICRO-7 a directory that names a system opens nothing, though a role holds it', async () => {
    const { id } = await own()
    await platform.call(menus.add, { as: 'admin' }, { body: entryForm(id, 'gis.folder') })
    const person = await makePerson(platform, { EAST: ['gis.folder'] })
    const who = { as: person.account, org: 'EAST' }
    expect(await platform.ok(systems.listConfig, who)).toEqual([])
    const tiles = await platform.call(listSystems, who, { query: { orgId: await platform.orgId('EAST') } })
    expect(tiles.data.map((tile) => tile.id)).toEqual([id])
  })
})

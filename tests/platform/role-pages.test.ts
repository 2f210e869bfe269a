import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as roles from '#contracts/role'
import { testPlatform } from './harness.ts'
import { fresh, heldBy, makePerson } from './records.ts'

const platform = testPlatform()

test('PERM-5 a page that only shows for a button on it is granted by nobody who does not hold it, nor with a role', async () => {
  const page = `dash${fresh()}`
  const button = `export${fresh()}`
  const app = await platform.systemId('ems')
  const node = { app_id: app, sort: 1, enabled: true, created_time: platform.now() }
  await platform.insert('menu_node', [
    { ...node, id: page, code: `ems.${page}`, pid: app, name: 'Dash', type: 2 },
    { ...node, id: button, code: `report.${button}`, pid: page, name: 'Export', type: 3 },
  ])
  const rights = ['uia.role.add', 'uia.role.update', 'uia.account.usersRolesUpdate']
  const author = await makePerson(platform, { EAST: [...rights, `report.${button}`] })
  const who = { as: author.account, org: 'EAST' }
  const orgId = await platform.orgId('EAST')
  const body = { orgId, name: `新角色${fresh()}`, description: '', resourceIdList: [app, page, button] }
  await platform.ok(roles.add, who, { body })
  const id = (await platform.find('role', { name: body.name }))?.id ?? ''
  expect(await heldBy(platform, id)).toEqual(['ems', `report.${button}`])
  const give = async () => {
    const given = { userId: author.id, orgId: body.orgId, usersRoleList: [author.roles.EAST ?? '', id] }
    return platform.code(accounts.updateRoles, who, { body: given })
  }
  await platform.insert('role_node', { role_id: id, node_id: page })
  expect(await give()).toBe(403)
  // What it holds by others stays with all that shows, and goes with it.
  await platform.ok(roles.update, who, { body: { ...body, id } })
  expect(await heldBy(platform, id)).toContain(`ems.${page}`)
  await platform.ok(roles.update, who, { body: { ...body, id, resourceIdList: [app] } })
  expect(await heldBy(platform, id)).toEqual(['ems'])
  expect(await give()).toBe(0)
  await platform.delete('menu_node', { id: [button, page] })
})

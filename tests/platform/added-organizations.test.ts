import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as systems from '#contracts/allocation'
import * as organizations from '#contracts/organization'
import { type Context, testPlatform } from './harness.ts'
import { fresh, giveTo, makePerson, makeSystem } from './records.ts'

const platform = testPlatform()
const rights = [
  ...['search', 'add', 'update', 'delete', 'updateEnable'].flatMap((action) => [
    `uia.organization.${action}`,
    `uia.account.${action}`,
  ]),
  ...['uia.allocation.search', 'uia.allocation.update', 'uia.allocation.updateEnable'],
]
const administrator = async (): Promise<Context & { id: string }> => {
  const { account, id } = await makePerson(platform, { EAST: rights })
  return { as: account, org: 'EAST', id }
}
async function add(who: Context, code = `ADDED${fresh()}`) {
  await platform.ok(organizations.add, who, { body: { name: code, code, enabled: true, remark: '' } })
  return { code, id: await platform.orgId(code) }
}
const listed = async (who: Context, name: string) =>
  (await platform.ok(organizations.list, who, { query: { name } })).content

test('PERM-5 an organization that somebody adds is managed from where it was added, so that nobody keeps there what is withdrawn', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const added = await add(one)
  expect(await listed(other, added.code)).toMatchObject([{ id: added.id, isControl: 1 }])
  const [row] = (await platform.ok(accounts.list, other, { query: { account: one.as } })).content
  expect(row).toMatchObject({ shared: false })
  const disable = { body: { id: one.id, enabled: 0 } }
  expect(await platform.call(accounts.updateEnable, other, disable)).toMatchObject({ code: 0 })
  await platform.ok(accounts.updateEnable, other, { body: { id: one.id, enabled: 1 } })
  await platform.ok(organizations.updateEnable, other, { query: { id: added.id, enabled: 0 } })
  expect(await platform.call(accounts.updateEnable, other, disable), 'disabled as it is').toMatchObject({
    code: 0,
  })
})

test('PERM-5 of somebody else’s organizations, and of those of super administrators, nothing is', async () => {
  const person = await administrator()
  const west = await makePerson(platform, { WEST: rights })
  const { code } = await add({ as: west.account, org: 'WEST' })
  const ofAdmin = await add({ as: 'admin' })
  for (const hidden of [code, ofAdmin.code]) expect(await listed(person, hidden)).toEqual([])
  const { id } = await makePerson(platform, { EAST: [], [code]: [] })
  const refused = await platform.call(accounts.updateEnable, person, { body: { id, enabled: 0 } })
  expect(refused.code).toBe(409)
})

test('PERM-5 one that was added in it keeps an object from nobody who manages it', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const system = `system${fresh()}`
  const id = await makeSystem(platform, system, 'EAST')
  const control = async () => {
    const { content } = await platform.ok(systems.list, other, { query: { code: system } })
    return content[0]?.isControl
  }
  expect(await control()).toBe(1)
  await giveTo(platform, (await add(one)).code, 'system_config', id)
  expect(await control()).toBe(1)
  await giveTo(platform, 'WEST', 'system_config', id)
  expect(await control()).toBe(0)
})

test('PERM-5 what was added in one that is deleted belongs to where that was added', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const first = await add(one)
  const second = await add({ as: one.as, org: first.code })
  const names = async () => (await listed(other, second.code)).length
  expect(await names(), 'of any depth').toBe(1)
  await platform.ok(organizations.remove, one, { params: { id: first.id } })
  expect(await names()).toBe(1)
  await platform.ok(organizations.restore, one, { params: { id: first.id } })
  expect(await listed(other, first.code)).toHaveLength(1)
})

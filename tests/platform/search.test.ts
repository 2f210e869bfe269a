import { expect, test } from 'vitest'
import { find } from '#contracts/search'
import { admin, type Context, testPlatform } from './harness.ts'
import { fresh, makePerson } from './records.ts'

const platform = testPlatform()
const rights = ['uia.account.search', 'uia.role.search', 'uia.organization.search']

const found = (text: string, who: Context = admin) => platform.ok(find, who, { query: { text } })
const accountsOf = async (text: string, who?: Context) =>
  (await found(text, who)).accounts.map(({ id }) => id)

async function named(name: string, more: { phone?: string } = {}) {
  const person = await makePerson(platform, { EAST: [] })
  await platform.set('account', { id: person.id }, { name, ...more })
  return person.id
}

test('EDGE-14 people are found by name, account, phone and pasted id, in any case and by two letters', async () => {
  const id = await named('欧阳若曦 Ouyang', { phone: '13977770001' })
  const { account } = await platform.row('account', { id })
  for (const text of [
    '欧阳',
    '若曦',
    '欧阳若',
    '若曦 OUY',
    '欧阳若曦 ouyang',
    account,
    '13977770001',
    '139 7777-0001',
    id,
    ` ${id} `,
  ]) {
    expect(await accountsOf(text), text).toContain(id)
  }
  expect(await found('nobody is called so')).toEqual({ accounts: [], roles: [], organizations: [] })
})

test('EDGE-14 a word is found whose lower case is another one in the database than in scripts', async () => {
  const id = await named('İpek Ünal')
  for (const text of ['İp', 'İpek', 'İPEK ÜNAL', 'ipek']) expect(await accountsOf(text), text).toContain(id)
})

test('EDGE-14 roles and organizations are found by name, code and id, a role with where it is', async () => {
  const roleId = await platform.roleId('EAST', '组织管理员')
  const orgId = await platform.orgId('EAST')
  for (const text of ['组织', '管理员', roleId]) {
    const named = text === roleId ? [{ id: roleId, name: '组织管理员', orgName: '华东储能' }] : []
    expect((await found(text, { as: 'operator', org: 'EAST' })).roles, text).toEqual(
      expect.arrayContaining(named.length > 0 ? named : [expect.objectContaining({ id: roleId })]),
    )
  }
  for (const text of ['华东储', 'east', orgId]) {
    expect((await found(text)).organizations, text).toContainEqual({
      id: orgId,
      name: '华东储能',
      code: 'EAST',
    })
  }
})

test('EDGE-14 the whole word comes first, then what begins with it, and of each kind eight at most', async () => {
  const word = `Zo${fresh()}x`
  const inside = await named(`Aa ${word}`)
  const begins = await named(`${word} Bb`)
  const whole = await named(word)
  expect(await accountsOf(word)).toEqual([whole, begins, inside])
  const many = `Manyof${fresh()}`
  for (let at = 0; at < 10; at += 1) await named(`${many} ${at}`)
  expect(await accountsOf(many)).toHaveLength(8)
})

test('EDGE-14 PERM-5 shows each kind to who may list it, where they may, and super administrators to nobody else', async () => {
  const word = `Hidden${fresh()}`
  const east = await named(`${word} East`)
  const north = await makePerson(platform, { NORTH: [] })
  await platform.set('account', { id: north.id }, { name: `${word} North` })
  const root = await makePerson(platform, { EAST: [] }, { super: true })
  await platform.set('account', { id: root.id }, { name: `${word} Root` })
  const viewer = await makePerson(platform, { EAST: rights, NORTH: [] })
  const who = { as: viewer.account, org: 'EAST' }
  expect(await accountsOf(word, who)).toEqual([east])
  for (const id of [north.id, root.id]) expect(await accountsOf(id, who)).toEqual([])
  expect((await accountsOf(word)).toSorted()).toEqual([east, north.id, root.id].toSorted())
  const orgId = await platform.orgId('NORTH')
  expect((await found(orgId, who)).organizations).toEqual([])
  const roleId = north.roles.NORTH ?? ''
  expect((await found(roleId, who)).roles).toEqual([])
  expect((await found(roleId)).roles).toHaveLength(1)
  const onlyRoles = await makePerson(platform, { EAST: ['uia.role.search'] })
  const some = await found('', { as: onlyRoles.account, org: 'EAST' }).catch(() => undefined)
  expect(some, 'a text is needed').toBeUndefined()
  expect(await accountsOf(word, { as: onlyRoles.account, org: 'EAST' })).toEqual([])
  expect(await accountsOf(word, { as: viewer.account }), 'outside of an organization nothing').toEqual([])
})

test('EDGE-14 VALID-2 what was typed is data: signs of patterns are looked for as they are', async () => {
  const id = await named('50%_\\Half')
  for (const text of ['50%_\\h', '%_\\H']) expect(await accountsOf(text), text).toEqual([id])
  for (const text of ['%%%', '___', "' or '1'='1"]) expect(await accountsOf(text), text).toEqual([])
})

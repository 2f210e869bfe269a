import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { admin, type Context, testPlatform } from './harness.ts'
import { makeOrganization, makePerson, makeRole } from './records.ts'

const platform = testPlatform()
const of = (id: string) => ({ params: { id } })

describe('DAY-7 the last way in is never taken', () => {
  test('DAY-7 not by oneself, and the consequences say so before, in the language of who asks', async () => {
    const { refused } =
      (await platform.ok(accounts.impact, admin, of(await platform.accountId('admin')))).disable ?? {}
    expect(refused).toBe('You cannot disable or delete yourself')
    const chief = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const who: Context = { as: chief.account, org: 'EAST', locale: 'zh-cn' }
    const own = chief.roles.EAST ?? ''
    const { remove } = await platform.ok(roles.impact, who, of(own))
    const answer = await platform.call(roles.remove, who, of(own))
    expect(answer).toMatchObject({ status: 409, msg: remove?.refused })
    expect(remove?.refused).toMatch(/^此操作会移除您在组织中的最后一个角色/)
  })

  test('DAY-7 EDGE-11 nor by many rows together: the last of them is told as refused before, as it is then', async () => {
    const all = await platform.rows('organization', { enabled: true })
    const ids = all.map(({ id }) => id)
    const { disable } = await platform.ok(organizations.impactOfMany, admin, { body: { ids } })
    const last = ids.at(-1) ?? ''
    expect(disable?.refused).toEqual([{ id: last, reason: expect.any(String) }])
    const chief = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const place = { account_id: chief.id, org_id: await platform.orgId('EAST') }
    const second = await makeRole(platform, 'EAST', ['uia.role.search'])
    await platform.insert('account_role', { ...place, role_id: second })
    const own = [chief.roles.EAST ?? '', second]
    const who = { as: chief.account, org: 'EAST' }
    const { remove } = await platform.ok(roles.impactOfMany, who, { body: { ids: own } })
    expect(remove?.refused).toEqual([{ id: second, reason: expect.stringMatching(/last role/) }])
    for (const id of ids.slice(0, -1)) {
      await platform.ok(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
    }
    const answer = await platform.call(organizations.updateEnable, admin, { query: { id: last, enabled: 0 } })
    expect(answer).toMatchObject({ status: 409, msg: disable?.refused[0]?.reason })
    for (const id of ids) await platform.set('organization', { id }, { enabled: true })
  })

  test('DAY-7 the last enabled super administrator stays, whoever asks', async () => {
    const other = await makePerson(platform, {}, { super: true })
    const own = await platform.accountId('admin')
    for (const { id } of await platform.rows('account', { super: true })) {
      if (id !== own && id !== other.id) await platform.set('account', { id }, { enabled: false })
    }
    const who = { as: other.account }
    expect((await platform.ok(accounts.impact, who, of(own))).disable?.refused).toBeNull()
    const both = await Promise.all([
      platform.code(accounts.updateEnable, who, { body: { id: own, enabled: 0 } }),
      platform.code(accounts.remove, admin, of(other.id)),
    ])
    expect(both.filter((code) => code === 0)).toHaveLength(1)
    const left = await platform.rows('account', { super: true, enabled: true })
    expect(left).toHaveLength(1)
    await platform.set('account', { id: own }, { enabled: true })
    // Whose session was ended signs in anew.
    platform.forward(1)
  })

  test('DAY-7 the last enabled super administrator gets no name that sign-in refuses, and another with one is no way in', async () => {
    const last = await makePerson(platform, { EAST: [] }, { super: true })
    const own = await platform.accountId('admin')
    const supers = (await platform.rows('account', { super: true, enabled: true })).map(({ id }) => id)
    const others = supers.filter((id) => id !== last.id && id !== own)
    for (const id of others) await platform.set('account', { id }, { enabled: false })
    const who = { as: last.account }
    const renamed = async (account: string) => {
      const stored = await platform.ok(accounts.detail, who, of(last.id))
      const userOrgList = stored.userOrgList.map(({ orgId }) => ({ orgId }))
      const named = { id: last.id, name: 'Last', phone: '13812345678', account, userOrgList }
      return platform.call(accounts.update, who, { body: named })
    }
    expect((await renamed('first name')).code).toBe(0)
    expect(await platform.code(accounts.updateEnable, who, { body: { id: own, enabled: 0 } })).toBe(409)
    expect((await renamed(last.account)).code).toBe(0)
    await platform.set('account', { id: own }, { enabled: false })
    expect(await renamed('first name')).toMatchObject({
      status: 409,
      data: [
        {
          field: 'account',
          message: expect.stringMatching(/^The account of the last enabled super administrator must/),
        },
      ],
    })
    expect((await renamed(`${last.account}-a`)).code).toBe(0)
    for (const id of [own, ...others]) await platform.set('account', { id }, { enabled: true })
    await platform.set('account', { id: last.id }, { enabled: false })
    platform.forward(1)
  })

  test('DAY-7 the last enabled organization stays, of two that go at the same moment one', async () => {
    const [one, other] = [await makeOrganization(platform), await makeOrganization(platform)]
    const rest = (await platform.rows('organization', { enabled: true })).map(({ id }) => id)
    for (const id of rest)
      if (id !== one.id && id !== other.id) await platform.set('organization', { id }, { enabled: false })
    const off = (id: string) =>
      platform.code(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
    expect((await Promise.all([off(one.id), off(other.id)])).sort()).toEqual([0, 409])
    const [last] = await platform.rows('organization', { enabled: true })
    const id = last?.id ?? ''
    expect((await platform.ok(organizations.impact, admin, of(id))).disable?.refused).toMatch(
      /^This is the last enabled organization/,
    )
    expect(await platform.code(organizations.remove, admin, of(id))).toBe(409)
    const form = { id, name: last?.name, code: last?.code, enabled: 0, remark: null }
    expect(await platform.code(organizations.update, admin, { body: form })).toBe(409)
    expect(await platform.find('organization', { id })).toMatchObject({ enabled: true })
    await platform.set('organization', { id: rest }, { enabled: true })
  })
})

describe('protected accounts', () => {
  test('PERM-5 nobody deletes or disables themselves', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.delete', 'uia.account.updateEnable'] })
    for (const [id, who] of [
      [person.id, { as: person.account, org: 'EAST' }],
      [await platform.accountId('admin'), { as: 'admin' }],
    ] as const) {
      expect(await platform.call(accounts.remove, who, { params: { id } })).toMatchObject({
        code: 409,
        msg: 'You cannot disable or delete yourself',
      })
      expect(await platform.code(accounts.updateEnable, who, { body: { id, enabled: 0 } })).toBe(409)
    }
  })

  test('PERM-5 two super administrators who remove each other at once: one of them stays', async () => {
    await platform.set('account', { super: true }, { super: false })
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await makePerson(platform, {}, { super: true }),
        await makePerson(platform, {}, { super: true }),
      ]
      await Promise.all([platform.token(one.account), platform.token(two.account)])
      const answers = await Promise.all([
        platform.call(accounts.remove, { as: one.account }, { params: { id: two.id } }),
        platform.call(accounts.updateEnable, { as: two.account }, { body: { id: one.id, enabled: 0 } }),
      ])
      expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
      const left = await platform.rows('account', { super: true, enabled: true })
      expect(left).toHaveLength(1)
      await platform.set('account', { super: true }, { super: false })
    }
    await platform.set('account', { account: 'admin' }, { super: true })
  })
})

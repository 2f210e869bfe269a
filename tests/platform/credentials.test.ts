import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { currentUser, signOut } from '#contracts/session'
import { update as changeProfile } from '#contracts/user'
import { beginSession } from '#platform/kernel/auth/tokens'
import { after as later } from '#platform/kernel/clock'
import { reset } from '../../tools/operate/admin.ts'
import { auditKeys } from './databases.ts'
import { admin, browserHash, type Context, testPlatform } from './harness.ts'
import { logged, makePerson } from './records.ts'
import { from, signIn } from './sign-in.ts'

const platform = testPlatform()
const given = browserHash('Given2026')
const chosen = browserHash('Chosen2026')
const right = ['uia.account.resetPassword']

const give = (id: string, who: Context = admin) =>
  platform.call(accounts.resetPassword, who, { body: { id, password: given } })
const bearer = (token: string): Context => ({ headers: { authorization: `Bearer ${token}` } })
const enter = async (username: string, secret: string, address = '198.51.100.1') => {
  const { code, data } = await signIn(platform, { username, secret }, from(address))
  return { code, who: bearer(code === 0 ? data.access_token : '') }
}

describe('DAY-3 a password that an administrator gives', () => {
  test('DAY-3 lets its owner in, ends sessions and locks, and is in no log', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const held = bearer(await beginSession(platform.db, person.id, visitor('198.51.100.2')))
    for (let attempt = 0; attempt < 6; attempt += 1) await enter(person.account, browserHash('wrong'))
    expect((await enter(person.account, given)).code).toBe(101016)
    const row = await logged(platform, () => give(person.id))
    expect(row).toMatchObject({
      module: 'account',
      type: 'resetPassword',
      status: '1',
      subject_id: person.id,
    })
    expect(row.changes).toEqual({
      locked: { before: true, after: false },
      credential: { after: '******' },
    })
    expect(JSON.stringify(platform.log) + JSON.stringify(row)).not.toContain(given)
    expect(await platform.code(currentUser, held)).toBe(102002)
    expect((await enter(person.account, given)).code).toBe(0)
  })

  test('DAY-3 opens nothing until it is changed: every other call is refused in a sentence, in both languages', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'] })
    await give(person.id)
    const { who } = await enter(person.account, given)
    expect(await platform.ok(currentUser, who)).toMatchObject({ mustChangePassword: true })
    const business = encodeURIComponent(JSON.stringify({ orgId: await platform.orgId('EAST') }))
    const inEast = { headers: { ...who.headers, business } }
    const answer = await platform.call(roles.list, inEast)
    expect(answer).toMatchObject({
      ...{ status: 403, code: 102003, data: null },
      msg: 'Your password was set by an administrator. Change it first, then continue',
    })
    expect((await platform.call(roles.list, { ...inEast, locale: 'zh-cn' })).msg).toBe(
      '您的密码由管理员设置，请先修改密码再继续操作',
    )
    // The alarms are a system's, which asks who calls in its turn.
    const open = ['session.currentUser', 'session.signOut', 'user.update', 'alarm.count']
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.access === 'client' || open.includes(name)) continue
      expect(await platform.code(endpoint, inEast, { params: { id: 'x', resourceId: 'x' } }), name).toBe(
        102003,
      )
    }
    expect(await platform.code(changeProfile, who, { body: { nickName: 'Other' } })).toBe(102003)
    expect((await platform.row('account', { id: person.id })).name).toBe('Person')

    const body = { oldPassword: given, newPassword: chosen, reNewPassword: chosen }
    const same = { ...body, newPassword: given, reNewPassword: given }
    expect(await platform.code(changeProfile, who, { body: same })).toBe(400)
    expect(await platform.code(roles.list, inEast), 'the same once more is no change').toBe(102003)
    expect(await platform.code(changeProfile, who, { body })).toBe(0)
    expect(await platform.code(roles.list, inEast)).toBe(0)
    expect(await platform.ok(currentUser, who)).toMatchObject({ mustChangePassword: false })
    expect((await enter(person.account, chosen)).code).toBe(0)
  })

  test('DAY-3 lets who has to change it sign out, and is asked for again at the next sign-in', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await give(person.id)
    const { who } = await enter(person.account, given)
    expect(await platform.code(signOut, who)).toBe(0)
    const again = await enter(person.account, given)
    expect(await platform.ok(currentUser, again.who)).toMatchObject({ mustChangePassword: true })
  })

  test('DAY-3 is not for oneself, not for super administrators by others, not for accounts shared with others', async () => {
    const giver = await makePerson(platform, { EAST: right })
    const who = { as: giver.account, org: 'EAST' }
    const own = await give(giver.id, who)
    expect(own).toMatchObject({ status: 409, msg: 'Change your own password in the personal centre' })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    expect(await give(root.id, who)).toMatchObject({ status: 403, data: { orgId: null } })
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    expect(await give(shared.id, who)).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/organizations that you do not manage/),
    })
    const elsewhere = await makePerson(platform, { NORTH: [] })
    expect(await give(elsewhere.id, who)).toMatchObject({ status: 403 })
    for (const { id } of [giver, root, shared, elsewhere]) {
      expect(await platform.row('account', { id })).toMatchObject({
        password_hash: 'none',
        must_change_password: false,
      })
    }
    expect((await give(shared.id)).code).toBe(0)
    expect((await give(root.id)).code).toBe(0)
  })

  test('DAY-3 PERM-3 WHY-1 is no way to rights that one could not grant', async () => {
    const giver = await makePerson(platform, { EAST: [...right, 'uia.role.search'] })
    const who = { as: giver.account, org: 'EAST' }
    const equal = await makePerson(platform, { EAST: ['uia.role.search'] })
    expect((await give(equal.id, who)).code).toBe(0)
    const above = await makePerson(platform, { EAST: ['uia.role.search', 'uia.role.delete'] })
    const refused = await give(above.id, who)
    expect(refused).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/permissions that you do not have yourself/),
      // The right to do it is there: nothing is said of where it would be missing.
      data: {},
    })
    expect(await platform.row('account', { id: above.id })).toMatchObject({ password_hash: 'none' })
  })

  test('DAY-3 OPS-10 one given by the operator at the server holds as it is', async () => {
    const other = await makePerson(platform, {}, { super: true })
    await give(other.id)
    const { password } = await reset(platform.db, other.account, platform.now(), auditKeys)
    const { who } = await enter(other.account, browserHash(password))
    expect(await platform.ok(currentUser, who)).toMatchObject({ mustChangePassword: false })
  })
})

function visitor(address: string) {
  return { address, agent: 'Firefox', now: platform.now() }
}

describe('DAY-4 the sessions of a person', () => {
  const ask = async (userId: string, who: Context = admin) =>
    platform.ok(accounts.sessions, who, { query: { userId } })

  test('DAY-4 are told with address, agent and times, the latest first, without anything of the token', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const token = await beginSession(platform.db, person.id, visitor('203.0.113.7'))
    platform.forward(1000)
    await beginSession(platform.db, person.id, visitor('203.0.113.8'))
    const told = await ask(person.id)
    const loginTime = platform.now().toISOString()
    expect(told.map(({ ip }) => ip)).toEqual(['203.0.113.8', '203.0.113.7'])
    expect(told[0]).toMatchObject({ agent: 'Firefox', loginTime, lastSeen: loginTime, own: false })
    const { token_hash } = await platform.row('session', { ip: '203.0.113.7' })
    for (const secret of [token, token_hash]) expect(JSON.stringify(told)).not.toContain(secret)
    expect((await ask(await platform.accountId('admin'))).filter(({ own }) => own)).toHaveLength(1)
  })

  test('DAY-4 hold none that has ended or run out', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await beginSession(platform.db, person.id, visitor('203.0.113.9'))
    platform.forward(3 * 60 * 60_000)
    expect(await ask(person.id)).toEqual([])
  })

  test('DAY-4 one is ended, or all: the next call of each says so, and the log tells how many', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const tokens: string[] = []
    for (const last of [1, 2, 3])
      tokens.push(await beginSession(platform.db, person.id, visitor(`203.0.113.${last}`)))
    const states = async () => Promise.all(tokens.map((token) => platform.code(currentUser, bearer(token))))
    const one = (await ask(person.id)).find(({ ip }) => ip === '203.0.113.2')
    const body = { userId: person.id, sessionId: one?.id }
    expect(await platform.ok(accounts.endSessions, admin, { body })).toEqual({ ended: 1 })
    expect(await states()).toEqual([0, 102002, 0])
    const again = await platform.call(accounts.endSessions, admin, { body })
    expect(again).toMatchObject({ status: 404, msg: 'The session has already ended' })
    const row = await logged(platform, async () => {
      const all = await platform.ok(accounts.endSessions, admin, { body: { userId: person.id } })
      expect(all).toEqual({ ended: 2 })
    })
    expect(row).toMatchObject({ module: 'account', type: 'endSessions', subject_id: person.id })
    expect(row.changes).toEqual({ sessions: { before: 2, after: 0 } })
    expect(await states()).toEqual([102002, 102002, 102002])
  })

  test('DAY-4 one’s own goes on: all but it are ended, and it alone is not', async () => {
    const userId = await platform.accountId('admin')
    const other = await beginSession(platform.db, userId, {
      ...visitor('203.0.113.77'),
      now: later(platform.now(), -5),
    })
    const own = (await ask(userId)).find((session) => session.own)
    const refused = await platform.call(accounts.endSessions, admin, { body: { userId, sessionId: own?.id } })
    expect(refused).toMatchObject({ status: 409, msg: expect.stringMatching(/Sign out to end it/) })
    await platform.ok(accounts.endSessions, admin, { body: { userId } })
    expect(await platform.code(currentUser, bearer(other))).toBe(102002)
    expect(await platform.code(currentUser, admin)).toBe(0)
  })

  test('DAY-4 PERM-5 of another person’s session nothing is ended by its id, nor out of reach', async () => {
    const [one, other] = [
      await makePerson(platform, { EAST: [] }),
      await makePerson(platform, { EAST: [], NORTH: [] }),
    ]
    const token = await beginSession(platform.db, one.id, visitor('203.0.113.5'))
    await beginSession(platform.db, other.id, visitor('203.0.113.6'))
    const [session] = await ask(one.id)
    const crossed = { body: { userId: other.id, sessionId: session?.id } }
    expect(await platform.code(accounts.endSessions, admin, crossed)).toBe(404)
    expect(await platform.code(currentUser, bearer(token))).toBe(0)
    const ender = await makePerson(platform, { EAST: ['uia.account.endSessions'] })
    const who = { as: ender.account, org: 'EAST' }
    expect(await platform.code(accounts.endSessions, who, { body: { userId: other.id } })).toBe(409)
    const root = await platform.accountId('admin')
    expect(await platform.code(accounts.endSessions, who, { body: { userId: root } })).toBe(403)
    expect(await platform.code(accounts.sessions, who, { query: { userId: root } })).toBe(403)
  })
})

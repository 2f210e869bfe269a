import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { limits } from '#contracts/limits'
import {
  currentUser,
  listOrganizations,
  listSystems,
  listUserOrganizations,
  signInToken,
  signOut,
} from '#contracts/session'
import { testPlatform } from './harness.ts'
import { makePerson } from './records.ts'
import { client } from './sign-in.ts'

const platform = testPlatform()
const minute = 60_000

describe('sessions', () => {
  test('LOGOUT-4 a token taken before logout is refused afterwards, and only that one', async () => {
    const { account } = await makePerson(platform, { EAST: [] })
    const other = await platform.token(account)
    platform.forward(1)
    const token = await platform.token(account)
    const as = { headers: { authorization: `Bearer ${token}` } }
    await platform.ok(signOut, as)
    expect(await platform.call(currentUser, as)).toMatchObject({ status: 401, code: 102002 })
    await platform.ok(currentUser, { headers: { authorization: `Bearer ${other}` } })
  })

  test('CALL-2 without a token, with an unknown one or another scheme the answer is 102001', async () => {
    const token = await platform.token('operator')
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${'x'.repeat(43)}`,
      `Basic ${token}`,
      token,
    ]) {
      const answer = await platform.call(currentUser, { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, code: 102001, data: null })
    }
  })

  test('LOGIN-5 a session ends after two hours without a call, and after eight hours in any case', async () => {
    const bearer = async () => {
      const { account } = await makePerson(platform, {})
      return { headers: { authorization: `Bearer ${await platform.token(account)}` } }
    }
    const [idle, busy] = [await bearer(), await bearer()]
    for (let passed = 0; passed < 8 * 60 - 60; passed += 60) {
      await platform.ok(currentUser, busy)
      platform.forward(60 * minute)
    }
    await platform.ok(currentUser, busy)
    expect(await platform.code(currentUser, idle)).toBe(102001)
    platform.forward(60 * minute)
    expect(await platform.call(currentUser, busy)).toMatchObject({ status: 401, code: 102001 })
  })

  test('EDGE-8 a disabled or deleted person is signed out by the next call', async () => {
    const admin = await makePerson(platform, {}, { super: true })
    const disabled = await makePerson(platform, { EAST: [] })
    const deleted = await makePerson(platform, { EAST: [] })
    await platform.ok(currentUser, { as: disabled.account })
    await platform.ok(currentUser, { as: deleted.account })
    await platform.call(
      accounts.updateEnable,
      { as: admin.account },
      { body: { id: disabled.id, enabled: 0 } },
    )
    await platform.call(accounts.remove, { as: admin.account }, { params: { id: deleted.id } })
    expect(await platform.call(currentUser, { as: disabled.account })).toMatchObject({
      status: 401,
      code: 102002,
    })
    expect(await platform.call(currentUser, { as: deleted.account })).toMatchObject({
      status: 401,
      code: 102002,
    })
    await platform.call(
      accounts.updateEnable,
      { as: admin.account },
      { body: { id: disabled.id, enabled: 1 } },
    )
    expect(await platform.code(currentUser, { as: disabled.account })).toBe(102002)
  })
})

describe('who is signed in', () => {
  test('LOGIN-4 user info tells the person, the super flag and their enabled organizations', async () => {
    const person = await makePerson(platform, { WEST: [], EAST: [], PILOT: [] })
    const data = await platform.ok(currentUser, { as: person.account, org: 'WEST', system: 'uia' })
    expect(data).toMatchObject({
      id: person.id,
      username: person.account,
      nickName: 'Person',
      superIdentification: false,
      orgId: await platform.orgId('WEST'),
      systemId: await platform.systemId('uia'),
    })
    expect(data.orgAndRoleInfoList?.map((entry) => entry.orgName)).toEqual(['华东储能', '西部储能'])
    const foreign = await platform.call(currentUser, { as: person.account, org: 'NORTH' })
    expect(foreign.data.orgId).toBeNull()
  })

  test('CHOOSE-1 the chooser lists the enabled organizations of the person, for a super administrator all', async () => {
    const person = await makePerson(platform, { WEST: [], EAST: [], PILOT: [] })
    const admin = await makePerson(platform, {}, { super: true })
    for (const endpoint of [listUserOrganizations, listOrganizations]) {
      const own = await platform.call(endpoint, { as: person.account })
      expect(own.data.map((entry) => entry.orgCode)).toEqual(['EAST', 'WEST'])
      const all = await platform.call(endpoint, { as: admin.account })
      expect(all.data.length).toBeGreaterThanOrEqual(12)
      expect(all.data.map((entry) => entry.orgCode)).not.toContain('PILOT')
    }
  })

  test('PERM-5 dialogs offer those organizations alone in which the person may do it', async () => {
    const person = await makePerson(platform, {
      EAST: ['uia.department.add'],
      WEST: ['uia.department.search'],
    })
    const admin = await makePerson(platform, {}, { super: true })
    const offered = async (as: string, permission: string) => {
      const { data } = await platform.call(listOrganizations, { as }, { query: { permission } })
      return data.map((entry) => entry.orgCode)
    }
    expect(await offered(person.account, 'uia.department.add')).toEqual(['EAST'])
    expect(await offered(person.account, 'uia.department.search')).toEqual(['WEST'])
    expect(await offered(person.account, 'uia.department.delete')).toEqual([])
    expect(await offered(admin.account, 'uia.department.delete')).toContain('WEST')
  })

  test('CHOOSE-2 I18N-1 an organization shows the enabled systems in which the roles there grant something', async () => {
    const person = await makePerson(platform, {
      EAST: ['ems.alarms.search', 'uia.account.search'],
      WEST: ['uia.account.search'],
    })
    const systems = async (orgCode: string, as = person.account) => {
      const answer = await platform.call(
        listSystems,
        { as },
        { query: { orgId: await platform.orgId(orgCode) } },
      )
      return answer.code === 0 ? answer.data.map((system) => system.code) : answer.code
    }
    expect(await systems('EAST')).toEqual(['uia', 'ems'])
    await platform.set('menu_node', { id: await platform.systemId('ems') }, { name_en: 'Energy' })
    const query = { orgId: await platform.orgId('EAST') }
    const tiles = await platform.ok(listSystems, { as: person.account }, { query })
    expect(
      tiles.map(({ nameEn }) => nameEn),
      'I18N-1 their English names',
    ).toEqual([null, 'Energy'])
    expect(await systems('WEST')).toEqual(['uia'])
    expect(await systems('NORTH')).toBe(403)
    const admin = await makePerson(platform, {}, { super: true })
    expect(await systems('NORTH', admin.account)).toEqual(['uia', 'ems', 'report'])

    await platform.set('menu_node', { code: 'ems' }, { enabled: false })
    expect(await systems('EAST')).toEqual(['uia'])
    await platform.set('menu_node', { code: 'ems' }, { enabled: true })
  })

  test('PERM-4 a person without organization sees no organization and no system', async () => {
    expect(await platform.ok(listUserOrganizations, { as: 'orphan' })).toEqual([])
    const orgId = await platform.orgId('EAST')
    expect(await platform.code(listSystems, { as: 'orphan' }, { query: { orgId } })).toBe(403)
    expect(await platform.code(accounts.list, { as: 'orphan', org: 'EAST' })).toBe(403)
  })
})

describe('the shape of calls', () => {
  test('CALL-1 an unknown path is 404 and a known one with another method 405, in the envelope', async () => {
    for (const path of [
      ...['/sys/none', '/sys/user/page/updateEnable', '/sys/user/page/list/', '/SYS/user/page/list', '/'],
    ]) {
      const response = await platform.send('POST', path, { as: 'operator' })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ code: 404, msg: 'No such call', data: null })
    }
    const response = await platform.send('POST', '/sys/user/page/list', { as: 'operator' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await response.json()).toMatchObject({ code: 405, data: null })
    const head = await platform.send('HEAD', '/auth/info', { as: 'operator' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('VALID-2 a body of the wrong type, broken, or too large is refused with its own status', async () => {
    const path = '/sys/user/page/add'
    const who = { as: 'operator', org: 'EAST' }
    const status = async (body: BodyInit, type: string) =>
      (await platform.send('POST', path, { ...who, body, type })).status
    expect(await status('{}', 'text/plain')).toBe(415)
    expect(await status('name=x', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await status('{"name":', 'application/json')).toBe(400)
    // `{"name":"张"}` in GBK.
    const gbk = new Uint8Array(
      [...'{"name":"', 0xd5, 0xc5, ...'"}'].map((sign) =>
        typeof sign === 'string' ? sign.charCodeAt(0) : sign,
      ),
    )
    const answer = await platform.send('POST', path, { ...who, body: gbk, type: 'application/json' })
    expect(await answer.json()).toMatchObject({ code: 400, msg: 'The body is not UTF-8' })
    expect(await status('', 'application/json')).toBe(400)
    expect(await status('[]', 'application/json')).toBe(400)
    expect(await status('null', 'application/json')).toBe(400)
    expect(await status(JSON.stringify({ name: 'x'.repeat(limits.jsonBytes) }), 'application/json')).toBe(413)
  })

  test('VALID-2 HOLD-8 a form that is not UTF-8 is refused, and one of a hundred thousand names holds up nobody', async () => {
    const refusalOf = async (body: BodyInit) => {
      const type = 'application/x-www-form-urlencoded'
      const answer = await platform.send('POST', signInToken.path, { ...client, body, type })
      return (await answer.json()).msg
    }
    expect(await refusalOf(new Uint8Array([...Buffer.from('username='), 0xd5, 0xc5]))).toBe(
      'The body is not UTF-8',
    )
    const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`)
    const since = process.cpuUsage()
    expect(await refusalOf(names.join('&'))).toBe('The input is not valid')
    // Of the processor: others may use the machine.
    expect(process.cpuUsage(since).user / 1000, 'milliseconds').toBeLessThan(2000)
  })

  test('CALL-2 a malformed business header is refused as bad input', async () => {
    for (const business of ['{', '%E0%A4%A', '[1]', '"x"', encodeURIComponent('{"orgId":"a b"}'), 'null']) {
      const answer = await platform.call(accounts.list, { as: 'operator', headers: { business } })
      expect(answer).toMatchObject({ status: 400, code: 400, msg: 'The business header is not valid' })
    }
  })

  test('CALL-2 every answer carries a request id: the one given, or its own', async () => {
    const given = await platform.send('GET', '/auth/info', {
      as: 'admin',
      headers: { 'x-request-id': 'abcd-1234' },
    })
    expect(given.headers.get('x-request-id')).toBe('abcd-1234')
    const own = await platform.send('GET', '/none', { headers: { 'x-request-id': 'no good' } })
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('CALL-4 a fault is a 500 with a general message; its cause is in the log, under the request id', async () => {
    await sql`alter table organization rename to mislaid`.execute(platform.db)
    const response = await platform.send('GET', '/sys/org/page/listUserOrg', { as: 'admin' })
    await sql`alter table mislaid rename to organization`.execute(platform.db)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ code: 500, msg: 'System error', data: null })
    const requestId = response.headers.get('x-request-id') ?? 'none'
    expect(platform.log.find((line) => line.includes('"fault"') && line.includes(requestId))).toContain(
      'organization',
    )
  })

  test.each([
    ['en-US', 'You are not permitted to do this'],
    ['zh-cn', '没有权限'],
  ] as const)('I18N-3 messages come in the language of the locale header: %s', async (locale, msg) => {
    expect(await platform.call(accounts.list, { as: 'field', org: 'EAST', locale })).toMatchObject({
      code: 403,
      msg,
    })
  })

  test('I18N-3 without a known locale the language is Chinese', async () => {
    for (const locale of ['', 'fr', 'xx'.repeat(500)]) {
      const answer = await platform.call(accounts.list, { as: 'field', org: 'EAST', headers: { locale } })
      expect(answer.msg).toBe('没有权限')
    }
  })
})

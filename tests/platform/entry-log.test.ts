import { describe, expect, test } from 'vitest'
import { limits } from '#contracts/limits'
import { listEntries } from '#contracts/log'
import { newId } from '#platform/kernel/ids'
import { admin, browserHash, testPlatform } from './harness.ts'
import { demoSecret, from, signIn } from './sign-in.ts'

const platform = testPlatform()
type Who = { as: string; org?: string }

async function entries(query: Record<string, unknown> = {}, context: Who = admin) {
  const data = await platform.ok(listEntries, context, { query: { limit: 100, ...query } })
  return data
}
async function write(rows: { name: string; ip?: string; result?: string; accountId?: string }[]) {
  await platform.insert(
    'login_log',
    rows.map(({ name, ip = '192.0.2.1', result = '1', accountId }) => ({
      id: newId(platform.now()),
      account_id: accountId ?? null,
      user_name: name,
      request_ip: ip,
      agent: '',
      login_result: result,
      login_time: platform.now(),
    })),
  )
}

describe('the login log', () => {
  test('LLOG-1 every sign-in is there, good or bad, with name, address, result and time', async () => {
    platform.forward(1000)
    const tried = async (username: string, secret: string) =>
      (await signIn(platform, { username, secret }, from('203.0.113.44'))).code
    expect(await tried('auditor', demoSecret)).toBe(0)
    platform.forward(1000)
    expect(await tried('auditor', browserHash('wrong1'))).toBe(101016)
    platform.forward(1000)
    expect(await tried('no-such-person', browserHash('wrong1'))).toBe(101016)
    const { content } = await entries({ limit: 3 })
    expect(content).toMatchObject([
      {
        userName: 'no-such-person',
        requestIp: '203.0.113.44',
        loginResult: '2',
        status: 2,
        reason: 'accountUnknown',
      },
      {
        userName: 'auditor',
        requestIp: '203.0.113.44',
        loginResult: '2',
        status: 2,
        reason: 'passwordWrong',
      },
      { userName: 'auditor', requestIp: '203.0.113.44', loginResult: '1', status: 1, reason: null },
    ])
    expect(content[0]?.loginTime).toBe(platform.now().toISOString())
  })

  test('LLOG-1 name, address and result narrow the list together, and either word for the result is understood', async () => {
    await write([
      { name: 'combined-a', ip: '192.0.2.10' },
      { name: 'combined-a', ip: '192.0.2.11', result: '2' },
      { name: 'combined-b', ip: '192.0.2.10', result: '0' },
    ])
    const found = async (query: Record<string, unknown>) =>
      (await entries({ userName: 'COMBINED', ...query })).content
        .map((row) => `${row.userName} ${row.requestIp}`)
        .sort()
    expect(await found({})).toHaveLength(3)
    expect(await found({ requestIp: '2.10' })).toEqual(['combined-a 192.0.2.10', 'combined-b 192.0.2.10'])
    expect(await found({ requestIp: '2.10', loginResult: 1 })).toEqual(['combined-a 192.0.2.10'])
    const abnormal = ['combined-a 192.0.2.11', 'combined-b 192.0.2.10']
    for (const query of [{ loginResult: 2 }, { loginResult: '0' }, { status: 2 }]) {
      expect(await found(query)).toEqual(abnormal)
    }
    expect(await found({ status: 1 })).toEqual(['combined-a 192.0.2.10'])
    expect(await found({ loginResult: '', status: '' })).toHaveLength(3)
    expect(await platform.code(listEntries, admin, { query: { status: 3 } })).toBe(400)
  })

  test('LLOG-1 a search that very many names and addresses fit finds all of them', async () => {
    await write(
      Array.from({ length: 700 }, (_, at) => ({ name: `crowd-${at}`, ip: `10.99.${at % 256}.${at}` })),
    )
    expect((await entries({ userName: 'crowd-' })).meta.count).toBe(700)
    expect((await entries({ requestIp: '10.99.' })).meta.count).toBe(700)
    expect((await entries({ userName: 'crowd-', requestIp: '10.99.7.' })).meta.count).toBe(3)
  })

  test('LLOG-1 LIST-3 beyond ten thousand rows the count says that there are more, and deep pages are there', async () => {
    const rows = limits.exactCount + 500
    await platform.delete('login_log', {})
    const batch = Array.from({ length: rows / 10 }, () => ({ name: 'many' }))
    for (let at = 0; at < 10; at += 1) await write(batch)
    const first = await entries({ limit: 10 })
    expect(first.meta).toEqual({ page: 1, limit: 10, count: limits.exactCount, atLeast: true })
    const deep = await entries({ page: 1001, limit: 10 })
    expect(deep.content).toHaveLength(10)
    expect(deep.meta).toMatchObject({ count: 10_010, atLeast: true })
    const last = await entries({ page: rows / 100, limit: 100 })
    expect(last.content).toHaveLength(100)
    await write([{ name: 'many' }])
    const half = await entries({ page: rows / 100 + 1, limit: 100 })
    expect(half.content).toHaveLength(1)
    expect(half.meta).toEqual({ page: rows / 100 + 1, limit: 100, count: rows + 1 })
  })
})

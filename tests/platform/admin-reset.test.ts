import { describe, expect, test } from 'vitest'
import { listOperations } from '#contracts/log'
import { reset } from '../../tools/operate/admin.ts'
import { auditKeys } from './databases.ts'
import { browserHash, testPlatform } from './harness.ts'
import { from, signIn } from './sign-in.ts'

const platform = testPlatform()
const secretOf = (password: string) => ({ username: 'admin', secret: browserHash(password) })

describe('OPS-10 when nobody can sign in', () => {
  test('the super administrator gets a password, and locks and sessions end', async () => {
    const held = await platform.token('admin')
    for (let attempt = 0; attempt < 6; attempt += 1)
      await signIn(platform, secretOf('wrong'), from('198.51.100.7'))
    expect((await signIn(platform, secretOf('Atrium2026'), from('198.51.100.7'))).code).toBe(101016)
    const { account, password } = await reset(platform.db, undefined, platform.now(), auditKeys)
    expect(account).toBe('admin')
    const entered = await signIn(platform, secretOf(password), from('198.51.100.7'))
    expect(entered.code).toBe(0)
    expect((await signIn(platform, secretOf('Atrium2026'))).code).toBe(101016)
    const old = await platform.send('GET', '/auth/info', { headers: { authorization: `Bearer ${held}` } })
    expect((await old.json()).code).toBe(102002)
  })

  test('the operation log tells that it was done, and not the password', async () => {
    platform.forward(1000)
    const { password } = await reset(platform.db, 'ADMIN', platform.now(), auditKeys)
    const { content } = await platform.ok(listOperations, { as: 'admin' }, { query: { page: 1, limit: 10 } })
    const row = content.find(({ method }) => method === 'CLI')
    expect(row).toMatchObject({
      menuName: 'account',
      opType: 'update',
      username: 'admin',
      subject: 'admin',
      status: 1,
    })
    expect(row?.changes).toContainEqual({ field: 'credential', before: null, after: 'new' })
    expect(JSON.stringify(row)).not.toContain(password)
  })

  test('a super administrator who was disabled is enabled; others are not touched, and told', async () => {
    const second = { id: 'second', account: 'second', super: true, enabled: false }
    const admin = await platform.row('account', { account: 'admin' })
    await platform.db
      .insertInto('account')
      .values({ ...admin, ...second })
      .execute()
    await expect(reset(platform.db, undefined, platform.now(), auditKeys)).rejects.toThrow(
      /several .* admin, second/,
    )
    await expect(reset(platform.db, 'operator', platform.now(), auditKeys)).rejects.toThrow(
      /no super administrator/,
    )
    await reset(platform.db, 'second', platform.now(), auditKeys)
    expect(await platform.row('account', { id: 'second' })).toMatchObject({ enabled: true })
    expect((await platform.row('account', { account: 'admin' })).password_hash).toBe(admin.password_hash)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { keyLifetime, lifetimeHeader } from '#contracts/idempotency'
import * as organizations from '#contracts/organization'
import * as user from '#contracts/user'
import { sweep } from '#platform/cleanup'
import { second } from '#platform/kernel/clock'
import { auditKeys } from './databases.ts'
import { browserHash, type Context, testPlatform } from './harness.ts'
import { png, uploadFiles } from './pictures.ts'

const platform = testPlatform()

const under = (key: string, context: Context = {}): Context => ({
  as: 'admin',
  ...context,
  headers: { ...context.headers, 'idempotency-key': key },
})
const code = () => `K${randomUUID().replaceAll('-', '').slice(0, 12)}`
const organization = (given = code()) => ({ code: given, name: given, enabled: true, remark: null })
const add = (context: Context, body: object) => platform.call(organizations.add, context, { body })
/** How often an organization is stored, and how many rows of the operation log tell of it. */
const timesDone = async (given: string) => ({
  stored: (await platform.rows('organization', { code: given })).length,
  logged: (await platform.rows('operation_log', { subject_name: given })).length,
})

describe('HOLD-5 a write under a key', () => {
  test('HOLD-5: is done and logged once, and answered alike each time', async () => {
    const key = randomUUID()
    const body = organization()
    const first = await add(under(key), body)
    const again = await add(under(`"${key}"`, { locale: 'zh-cn' }), body)
    expect(first).toMatchObject({ status: 200, code: 0 })
    expect(again).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(again.data).toEqual(first.data)
    expect(again.headers.get(lifetimeHeader)).toBe('86400')
    expect(await timesDone(body.code)).toEqual({ stored: 1, logged: 1 })
  })

  test('HOLD-5: that comes ten times at once is done once, and nobody is refused', async () => {
    const key = randomUUID()
    const body = organization()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(under(key), body)))
    expect(answers.map((answer) => answer.code)).toEqual(Array(10).fill(0))
    expect(await timesDone(body.code)).toEqual({ stored: 1, logged: 1 })
  })

  test('HOLD-5: that deletes answers its repetition as the deletion, not as a record that is gone', async () => {
    const body = organization()
    await add({ as: 'admin' }, body)
    const input = { params: { id: await platform.orgId(body.code) } }
    const key = randomUUID()
    expect(await platform.code(organizations.remove, under(key), input)).toBe(0)
    expect(await platform.code(organizations.remove, under(key), input)).toBe(0)
    expect(await platform.code(organizations.remove, under(randomUUID()), input)).toBe(404)
  })

  test('HOLD-5: another request under the same key is refused with 422 and a sentence, and changes nothing', async () => {
    const key = randomUUID()
    const body = organization()
    await add(under(key), body)
    const others = [
      await add(under(key), { ...body, name: 'Another' }),
      await add(under(key, { org: 'EAST' }), body),
      await platform.call(departments.add, under(key, { org: 'EAST', system: 'uia' }), {
        body: { orgId: await platform.orgId('EAST'), code: body.code, name: body.code, enabled: 1 },
      }),
    ]
    for (const other of others) {
      expect(other).toMatchObject({ status: 422, code: 422 })
      expect(other.msg).toContain('nothing was done')
    }
    expect(await platform.row('organization', { code: body.code })).toMatchObject({ name: body.name })
    expect(await platform.find('department', { code: body.code })).toBeUndefined()
  })

  test('HOLD-5: is of its person alone: somebody else under the same key does something of their own', async () => {
    const key = randomUUID()
    const [name, theirs] = [code(), code()]
    await platform.ok(user.update, under(key), { body: { nickName: name } })
    await platform.ok(user.update, under(key, { as: 'operator' }), { body: { nickName: theirs } })
    expect(await platform.row('account', { account: 'operator' })).toMatchObject({ name: theirs })
  })

  test('HOLD-5: that was refused is made anew', async () => {
    const key = randomUUID()
    const body = organization()
    expect((await add(under(key), { ...body, name: '' })).code).toBe(400)
    expect((await add(under(key), body)).code).toBe(0)
    expect(await platform.rows('organization', { code: body.code })).toHaveLength(1)
  })

  test('HOLD-5: a refusal that is counted is no answer that is kept', async () => {
    const key = randomUUID()
    const body = {
      oldPassword: browserHash('Wrong2026'),
      newPassword: browserHash('Right2026'),
      reNewPassword: browserHash('Right2026'),
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await platform.code(user.update, under(key, { as: 'operator' }), { body })).toBe(400)
    }
  })

  test('HOLD-5: a picture under a key is stored once, in whatever form it is sent', async () => {
    const key = randomUUID()
    const upload = () => uploadFiles(platform, under(key), [{ bytes: png(3, 2) }])
    const [first, again] = [await upload(), await upload()]
    expect(first.code).toBe(0)
    expect(again.data).toEqual(first.data)
  })

  test('HOLD-5: what is no key is refused, and told', async () => {
    for (const key of ['short', 'x'.repeat(65), 'with blanks in the key', '"half-quoted-but-long']) {
      const body = organization()
      const answer = await add(under(key), body)
      expect(answer, key).toMatchObject({ code: 400 })
      expect(answer.msg).toContain('16 to 64')
      expect(await timesDone(body.code)).toMatchObject({ stored: 0 })
    }
  })

  test('HOLD-5: neither the key nor what was sent can be read from what is kept', async () => {
    const key = randomUUID()
    const body = organization()
    await add(under(key), body)
    const kept = JSON.stringify(await platform.rows('idempotency_key'))
    for (const secret of [key, body.code]) expect(kept).not.toContain(secret)
  })

  test('HOLD-5: a key is kept for a day, and then done anew', async () => {
    const key = randomUUID()
    const body = organization()
    await add(under(key), body)
    platform.forward(keyLifetime * second - 1)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    expect((await add(under(key), body)).code).toBe(0)
    platform.forward(2)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    expect(await platform.rows('idempotency_key')).toEqual([])
    // A second one of the same code is refused, as ever.
    expect((await add(under(key), body)).code).toBe(409)
  })
})

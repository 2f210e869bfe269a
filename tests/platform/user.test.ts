import { beforeEach, describe, expect, test } from 'vitest'
import { currentUser } from '#contracts/session'
import { hashPassword } from '#platform/kernel/auth/password'
import { beginSession } from '#platform/kernel/auth/tokens'
import { minute, second } from '#platform/kernel/clock'
import { newId } from '#platform/kernel/ids'
import { browserHash, refusedFields } from './harness.ts'
import { change, from, logged, me, newPerson, phone, platform, stored } from './own-account.ts'

const [first, second_, wrong] = ['First2026', 'Second2026', 'Wrong2026'].map(browserHash)
async function withPassword(): Promise<void> {
  const password_hash = await hashPassword(first ?? '')
  await platform.set('account', { id: me.id }, { password_hash })
}
const passwords = (oldPassword = first, newPassword = second_, reNewPassword = newPassword) =>
  change({ oldPassword, newPassword, reNewPassword })

describe('the own profile', () => {
  test('ME-1 user info tells what the personal centre shows', async () => {
    const picture = await storePicture()
    await platform.set(
      'account',
      { id: me.id },
      { email: 'me@example.com', company: 'Atrium', head_img: picture, phone },
    )
    const data = await platform.ok(currentUser, from(me))
    expect(data).toMatchObject({
      username: me.as,
      nickName: 'Person',
      headImg: picture,
      phone,
      email: 'me@example.com',
      company: 'Atrium',
      createdTime: platform.now().toISOString(),
    })
  })

  test('ME-2 a display name is stored for the person of the session, and the log tells it', async () => {
    expect((await change({ nickName: ' 新的名字 ' })).code).toBe(0)
    expect((await stored()).name).toBe('新的名字')
    expect(await logged()).toEqual([
      {
        module: 'user',
        type: 'update',
        status: '1',
        changes: { nickName: { before: 'Person', after: '新的名字' } },
        subject_name: me.as,
      },
    ])
  })

  test('ME-3 an avatar is a picture that this platform stores; anything else is refused at its field', async () => {
    const picture = await storePicture()
    expect((await change({ headImg: picture })).code).toBe(0)
    expect((await stored()).head_img).toBe(picture)
    const strange = [
      'https://example.com/a.png',
      '/sys/image/',
      '/sys/image/none',
      `/x${picture}`,
      `${picture}/..`,
    ]
    for (const headImg of strange) {
      const answer = await change({ headImg })
      expect(answer, headImg).toMatchObject({
        status: 400,
        data: [{ field: 'headImg', message: 'The image no longer exists, please upload it again' }],
      })
    }
    expect((await stored()).head_img).toBe(picture)
  })
})

async function storePicture(): Promise<string> {
  const id = newId(platform.now())
  await platform.insert('image', {
    id,
    type: 'image/png',
    bytes: Buffer.from('x'),
    account_id: me.id,
    created_time: platform.now(),
  })
  return `/sys/image/${id}`
}

describe('the own password', () => {
  beforeEach(withPassword)

  test('ME-4 a change ends the other sessions at once, and the present one goes on', async () => {
    const visitor = { address: '10.8.0.1', agent: 'elsewhere', now: platform.now() }
    const token = await beginSession(platform.db, me.id, visitor)
    const elsewhere = { headers: { authorization: `Bearer ${token}` } }
    const stranger = await newPerson(platform)
    await platform.ok(currentUser, elsewhere)
    await platform.ok(currentUser, from(stranger))
    expect((await passwords()).code).toBe(0)
    expect(await platform.call(currentUser, elsewhere)).toMatchObject({ status: 401, code: 102002 })
    await platform.ok(currentUser, from(me))
    await platform.ok(currentUser, from(stranger))
    // What was the old one is wrong now.
    expect(refusedFields(await passwords())).toEqual(['oldPassword'])
    expect((await passwords(second_, first)).code).toBe(0)
  })

  test('ME-4 a wrong old password changes nothing, ends no session and says so at its field', async () => {
    const before = await stored()
    const token = await beginSession(platform.db, me.id, { address: 'x', agent: '', now: platform.now() })
    expect(await passwords(wrong)).toMatchObject({
      status: 400,
      data: [{ field: 'oldPassword', message: 'The old password is wrong' }],
    })
    expect(await stored()).toEqual(before)
    const elsewhere = { headers: { authorization: `Bearer ${token}` } }
    await platform.ok(currentUser, elsewhere)
    expect((await logged()).map(({ status, changes }) => [status, changes])).toEqual([['2', null]])
  })

  test('ME-4 the new password must differ from the old one', async () => {
    const before = await stored()
    expect(await passwords(first, first)).toMatchObject({
      status: 400,
      data: [{ field: 'newPassword', message: 'The new password must differ from the old one' }],
    })
    expect(await stored()).toEqual(before)
  })

  test('ME-4 the sixth try within ten minutes waits, even with the right password; then it goes', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await passwords(wrong)).status).toBe(400)
      platform.forward(30 * second)
    }
    expect(await passwords()).toMatchObject({
      status: 429,
      code: 429,
      msg: 'The old password was entered wrongly too often. Try again in 450 seconds',
    })
    platform.forward(449 * second)
    expect((await passwords()).status).toBe(429)
    platform.forward(second)
    expect((await passwords()).code).toBe(0)
  })

  test('ME-4 tries at the same moment do not outrun the count, and a right one forgets it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => passwords(wrong)))
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    platform.forward(10 * minute)
    for (let tries = 0; tries < 4; tries += 1) await passwords(wrong)
    expect((await passwords()).code).toBe(0)
    for (let tries = 0; tries < 4; tries += 1) await passwords(wrong)
    expect((await passwords(second_, first)).code).toBe(0)
  })

  test('ME-4 EDGE-4 the log tells that the password changed, and neither log holds a hash', async () => {
    await passwords()
    expect(await logged()).toMatchObject([{ status: '1', changes: { credential: { after: '******' } } }])
    const written = JSON.stringify(await logged()) + platform.log.join('')
    for (const secret of [first, second_, (await stored()).password_hash])
      expect(written).not.toContain(secret)
  })
})

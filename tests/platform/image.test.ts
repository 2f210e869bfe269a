import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as menus from '#contracts/menu'
import { update as updateProfile } from '#contracts/user'
import { sweep } from '#platform/cleanup'
import { day } from '#platform/kernel/clock'
import { pictureOf } from '#platform/modules/image/picture'
import { sweepImages } from '#platform/modules/image/sweep'
import { auditKeys } from './databases.ts'
import { animation, apng, count, gif, platform, send, who } from './images.ts'
import { extended, hex, lossless, lossy, pictures, png, storePicture, webp } from './pictures.ts'
import { makePerson } from './records.ts'

const idOf = (path: string) => path.split('/').at(-1) ?? ''

describe('uploading', () => {
  test.each(Object.entries(pictures))(
    'APP-4 ME-2 a picture of type %s is stored whole, and read by whoever uploaded it',
    async (type, bytes) => {
      const answer = await send(bytes)
      expect(answer).toMatchObject({ status: 200, code: 0 })
      const path = String(answer.data)
      expect(path).toMatch(/^\/sys\/image\/[\w-]{36}$/)
      const response = await platform.send('GET', path, who)
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
      const header = (name: string) => response.headers.get(name)
      expect(header('content-type')).toBe(type)
      expect(header('content-length')).toBe(String(bytes.length))
      expect(header('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(header('content-disposition')).toBe(`inline; filename="${idOf(path)}.${type.slice(6)}"`)
      expect(header('x-content-type-options')).toBe('nosniff')
      expect(header('x-request-id')).toBeTruthy()
    },
  )

  test('APP-4 reading takes a session; what is not there is 404 and leaves no row in the operation log', async () => {
    const path = await storePicture(platform)
    const rows = async () => (await platform.rows('operation_log')).length
    const before = await rows()
    expect((await platform.send('GET', path)).status).toBe(401)
    for (const as of ['admin', 'field', 'orphan']) {
      expect((await platform.send('GET', `${path.slice(0, -1)}_`, { as })).status).toBe(404)
    }
    expect((await platform.send('GET', '/sys/image/a.b', { as: 'field' })).status).toBe(400)
    expect(await rows()).toBe(before)
  })

  test('APP-4 PERM-5 icons are for all, avatars and what was only uploaded for their own people', async () => {
    const status = async (path: string, as: string) => (await platform.send('GET', path, { as })).status
    const seen = async (path: string) =>
      Promise.all(['operator', 'auditor', 'orphan', 'admin'].map((as) => status(path, as)))
    const path = await storePicture(platform, { as: 'operator', org: 'EAST' })
    expect(await seen(path)).toEqual([200, 404, 404, 404])
    const icon = async (value: string | null) => platform.set('menu_node', { code: 'ems' }, { icon: value })
    await icon(path)
    expect(await seen(path)).toEqual([200, 200, 200, 200])
    await icon(null)
    const avatar = { headImg: path }
    const taken = await platform.call(updateProfile, who, { body: avatar })
    expect(taken, 'nobody makes another person’s picture their own').toMatchObject({ status: 400 })
    await platform.ok(updateProfile, { as: 'operator' }, { body: avatar })
    expect(await seen(path)).toEqual([200, 404, 404, 404])
    await platform.set('image', {}, { account_id: 'gone' })
    expect(await seen(path)).toEqual([200, 404, 404, 404])
    await platform.set('account', { account: 'operator' }, { head_img: null })
    expect(await seen(path)).toEqual([404, 404, 404, 404])
  })

  test('APP-4 HOLD-9 of what a person uploads and never saves the latest are kept, and whatever is shown', async () => {
    const { account } = await makePerson(platform, { EAST: ['ems.alarms.search'] })
    const own = { as: account, org: 'EAST' }
    const foreign = await storePicture(platform)
    const avatar = await storePicture(platform, own)
    await platform.ok(updateProfile, own, { body: { headImg: avatar } })
    const paths: string[] = []
    for (let at = 0; at < 34; at += 1) {
      platform.forward(1)
      paths.push(await storePicture(platform, own))
    }
    const kept = await platform.rows('image', { account_id: await platform.accountId(account) })
    expect(kept.map(({ id }) => id).sort()).toEqual([avatar, ...paths.slice(-31)].map(idOf).sort())
    expect(await platform.rows('image', { id: idOf(foreign) })).toHaveLength(1)
    platform.forward(-1000)
    const newest = await storePicture(platform, own)
    platform.forward(1000)
    expect(await platform.rows('image', { id: idOf(newest) }), 'by a clock that has gone back').toHaveLength(
      1,
    )
  })

  test('APP-4 PERM-4 whoever belongs to no organization uploads nothing', async () => {
    const before = await count()
    const pilot = await makePerson(platform, { PILOT: ['ems.alarms.search'] })
    for (const as of ['orphan', pilot.account]) {
      expect(await send(png(), { as })).toMatchObject({ status: 403, code: 403, data: { orgId: null } })
    }
    expect(await count()).toBe(before)
  })

  test('EDGE-4 the operation log tells what was uploaded, and none of its bytes', async () => {
    platform.forward(1)
    const path = String((await send(png(3, 2), { as: 'operator', org: 'EAST' })).data)
    const row = await platform.row('operation_log', { create_time: platform.now() })
    expect(row).toMatchObject({
      ...{ username: 'operator', module: 'image', type: 'upload', status: '1' },
      ...{ subject_id: idOf(path), subject_name: path },
      changes: { type: { after: 'image/png' }, size: { after: '3 × 2' } },
    })
    expect(Object.keys(row.changes ?? {}).sort()).toEqual(['size', 'type'])
  })
})

describe('the size of a picture', () => {
  test.each([
    ['lossy', webp(lossy(3, 2)), 3, 2],
    ['lossy and scaled', webp(lossy(0x4003, 0x8002)), 3, 2],
    ['lossless', webp(lossless), 3, 2],
    ['extended', webp(extended(3, 2), lossless), 3, 2],
    ['extended and wide', webp(extended(16_384, 10_000), lossy(3, 2)), 16_384, 10_000],
    ['animated', animation(30, 20, { width: 3, height: 2, left: 4, top: 8 }), 30, 20],
  ])('APP-2 it is read from a %s WebP', (_, bytes, width, height) => {
    expect(pictureOf(bytes)).toMatchObject({ type: 'image/webp', width, height, frames: 1 })
  })

  test('APP-2 it is read from the other kinds, and from a bitmap with the old header', () => {
    for (const [type, bytes] of Object.entries(pictures)) {
      expect(pictureOf(bytes)).toEqual({ type, width: 3, height: 2, frames: 1, pixels: 6 })
    }
    const old = hex(`424d 1e000000 00000000 1a000000 0c000000 0300 0200 0100 1800${'00'.repeat(24)}`)
    expect(pictureOf(old)).toMatchObject({ type: 'image/bmp', width: 3, height: 2 })
  })

  test('APP-2 bytes of every kind, cut anywhere, are no picture, but for what is spare', () => {
    const box = { width: 3, height: 2 }
    const further = [
      webp(lossy(3, 2)),
      webp(extended(3, 2), lossless),
      animation(3, 2, box),
      gif(3, 2, box),
      apng(3, 2, box),
    ]
    for (const bytes of [...Object.values(pictures), ...further]) {
      for (let end = 0; end < bytes.length; end += 1) {
        const isSpare = bytes.subarray(end).every((byte) => byte === 0 || byte === 0x3b)
        expect(pictureOf(bytes.subarray(0, end)) === undefined || isSpare, String(end)).toBe(true)
      }
    }
  })
})

describe('upkeep', () => {
  async function kept(...paths: string[]): Promise<boolean[]> {
    const rows = await platform.rows('image')
    const ids = new Set(rows.map((row) => row.id))
    return paths.map((path) => ids.has(idOf(path)))
  }
  const setIcon = (icon: string | null) => platform.set('menu_node', { code: 'ems' }, { icon })
  const setHead = (head_img: string | null) => platform.set('account', { account: 'field' }, { head_img })

  test('APP-4 ME-2 a picture that nothing shows goes after a day, in batches; icons and avatars stay', async () => {
    const { db, now } = platform
    const [icon, avatar, unused] = [
      await storePicture(platform),
      await storePicture(platform),
      await storePicture(platform),
    ]
    await setIcon(icon)
    await setHead(avatar)
    const row = { type: 'image/png', bytes: png(), account_id: 'x', created_time: now() }
    const many = Array.from({ length: 250 }, (_, at) => ({ ...row, id: `many${at}` }))
    await platform.insert('image', many)
    platform.forward(day - 1)
    await sweepImages(db, now())
    expect(await kept(icon, avatar, unused)).toEqual([true, true, true])
    platform.forward(2)
    const fresh = await storePicture(platform)
    await sweepImages(db, now())
    expect(await kept(icon, avatar, unused, fresh)).toEqual([true, true, false, true])
    expect(await platform.rows('image', { account_id: 'x' })).toEqual([])
    await setIcon(null)
    await setHead(null)
    await sweepImages(db, now())
    expect(await kept(icon, avatar, fresh)).toEqual([false, false, true])
  })

  test('DAY-6 APP-4 the avatar of a deleted account and the icon of a deleted entry stay as long as these can come back', async () => {
    const { db, now } = platform
    const [avatar, icon] = [await storePicture(platform), await storePicture(platform)]
    const person = await makePerson(platform, { EAST: [] })
    await platform.set('account', { id: person.id }, { head_img: avatar })
    const { id: pid } = await platform.row('menu_node', { code: 'ems.operation' })
    const entry = {
      type: 1,
      pid,
      name: '图标',
      code: 'ems.operation.icon',
      path: '/icon',
      sort: 1,
      icon: 'folder',
    }
    await platform.ok(menus.add, { as: 'admin' }, { body: entry })
    const { id: resourceId } = await platform.row('menu_node', { code: entry.code })
    await platform.set('menu_node', { id: resourceId }, { icon })
    await platform.ok(accounts.remove, { as: 'admin' }, { params: { id: person.id } })
    await platform.ok(menus.remove, { as: 'admin' }, { params: { resourceId }, query: {} })
    platform.forward(day + 1)
    await sweepImages(db, now())
    expect(await kept(avatar, icon)).toEqual([true, true])
    await platform.ok(accounts.restore, { as: 'admin' }, { params: { id: person.id } })
    expect(await platform.row('account', { id: person.id })).toMatchObject({ head_img: avatar })
    await sweepImages(db, now())
    expect(await kept(avatar, icon)).toEqual([true, true])
    await platform.set('account', { id: person.id }, { head_img: null })
    platform.forward(30 * day)
    await sweep(db, now(), { logRetentionDays: 180, auditKeys })
    await sweepImages(db, now())
    expect(await kept(avatar, icon)).toEqual([false, false])
  })

  test('APP-4 a picture that is being taken into a record at that moment stays', async () => {
    const { db, now } = platform
    const path = await storePicture(platform)
    platform.forward(day + 1)
    const { requireStoredImage } = await import('#platform/modules/image/stored')
    await db.transaction().execute(async (transaction) => {
      const person = { id: await platform.accountId('admin'), account: 'admin', name: null }
      const reach = { db: transaction, person: { ...person, superIdentification: true } }
      await requireStoredImage(reach, 'icon', path)
      await sweepImages(db, now())
      await transaction.updateTable('menu_node').set({ icon: path }).where('code', '=', 'ems').execute()
    })
    await sweepImages(db, now())
    expect(await kept(path)).toEqual([true])
    await setIcon(null)
    await sweepImages(db, now())
    expect(await kept(path)).toEqual([false])
  })
})

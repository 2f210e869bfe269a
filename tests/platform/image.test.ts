import { describe, expect, test } from 'vitest'
import * as images from '#contracts/image'
import { limits } from '#contracts/limits'
import { day, hour } from '#platform/clock'
import { pictureOf } from '#platform/image/picture'
import { sweepImages } from '#platform/image/sweep'
import { sweep } from '#platform/upkeep'
import { type Answer, type Context, testPlatform } from './harness.ts'
import { png, storePicture, uploadFiles } from './pictures.ts'

const platform = testPlatform()
const who = { as: 'orphan' }
const wrongType = {
  en: 'Please upload jpg / jpeg / png / webp / gif / bmp format!',
  'zh-cn': '请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！',
}
const tooLarge = {
  en: 'Upload image size cannot exceed 5MB!',
  'zh-cn': '上传图片大小不能超过 5MB！',
}

const send = (bytes: Uint8Array<ArrayBuffer>, context: Context = who) =>
  uploadFiles(platform, context, [{ bytes }])
const said = ({ status, code, msg, data }: Answer) => ({ status, code, msg, data })
async function count(): Promise<number> {
  return (await platform.db.selectFrom('image').select('id').execute()).length
}
const idOf = (path: string) => path.split('/').at(-1) ?? ''
/** A multipart body, written by hand. */
const raw = (body: string, type = 'multipart/form-data; boundary=b') =>
  platform.send('POST', images.upload.path, { ...who, body, type })
const part = (head: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** One by one pixel (or as said), as an encoder writes them. */
const pictures = {
  'image/png': png(3, 2),
  'image/gif': hex(
    '474946383961 0300 0200 80 00 00 000000 ffffff 2c 00000000 0300 0200 00 02 02 84 51 00 3b',
  ),
  // Fill bytes and a restart marker before the frame, an application segment, then height and width.
  'image/jpeg': hex(
    'ffd8 ffe0 0004 0102 ffd0 ffff fffe 0003 41 ffc2 000b 08 0002 0003 01 01 11 00 ffda 0008 ffd9',
  ),
  'image/bmp': Buffer.concat([
    hex('424d 46000000 0000 0000 36000000 28000000 03000000 feffffff 0100 1800'),
    Buffer.alloc(44),
  ]),
}
const webp = (kind: string, body: string) =>
  Buffer.concat([
    hex('52494646 30000000 57454250'),
    Buffer.from(kind),
    hex('10000000'),
    hex(body),
    Buffer.alloc(8),
  ])

describe('uploading', () => {
  test.each(Object.entries(pictures))(
    'APP-4 ME-2 a picture of type %s is stored whole, and whoever is signed in may read it',
    async (type, bytes) => {
      const answer = await send(bytes)
      expect(answer).toMatchObject({ status: 200, code: 0 })
      const path = String(answer.data)
      expect(path).toMatch(/^\/sys\/image\/[\w-]{36}$/)
      const response = await platform.send('GET', path, { as: 'field' })
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
    const rows = async () => (await platform.db.selectFrom('operation_log').select('id').execute()).length
    const before = await rows()
    expect((await platform.send('GET', path)).status).toBe(401)
    for (const as of ['admin', 'field', 'orphan']) {
      expect((await platform.send('GET', `${path.slice(0, -1)}_`, { as })).status).toBe(404)
    }
    expect((await platform.send('GET', '/sys/image/a.b', { as: 'field' })).status).toBe(400)
    expect(await rows()).toBe(before)
  })

  const page = '<!doctype html><script>alert(1)</script>'
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  test.each([
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'.repeat(9))],
    ['an SVG with a handler', Buffer.from(drawing)],
    ['an SVG behind a declaration', Buffer.from(`<?xml version="1.0"?>${drawing}`)],
    ['a page', Buffer.from(page)],
    ['nothing', Buffer.alloc(0)],
    ['a PNG without its header', png().subarray(0, 20)],
    ['a PNG whose first chunk is another', Buffer.concat([png().subarray(0, 8), png().subarray(33)])],
    [
      'a PNG whose header has another name',
      Buffer.from(png().toString('latin1').replace('IHDR', 'iHDR'), 'latin1'),
    ],
    ['a GIF of six bytes', Buffer.from('GIF89a')],
    ['a JPEG without a frame', hex('ffd8 ffe0 0004 0102 ffda 0008 0000 0000')],
    ['a JPEG whose frame comes after the scan', hex('ffd8 ffda 0002 ffc0 000b 08 0002 0003 01 01 11 00')],
    ['a JPEG whose frame comes after the end', hex('ffd8 ffd9 0002 ffc0 000b 08 0002 0003 01 01 11 00')],
    ['a JPEG whose segment has no length', hex('ffd8 ffe0 0000 ffc0 000b 08 0002 0003 01 01 11')],
    ['a JPEG that ends in its frame', hex('ffd8 ffc0 000b 08 00')],
    ['a BMP that ends in its header', hex('424d 00000000 00000000 36000000 28000000 03000000 02000000')],
    ['a WebP of another kind', webp('ICCP', '00000000 00000000 00000000')],
    ['a PNG of no pixels', png(0, 5)],
    ['a PDF', Buffer.from('%PDF-1.7\n'.repeat(9))],
  ])('APP-2 VALID-2 %s that calls itself .png is refused, and nothing is stored', async (_, bytes) => {
    const before = await count()
    const copy = new Uint8Array(bytes)
    const type = { status: 415, code: 415 }
    const file = (message: string) => [{ field: 'file', message }]
    expect(said(await send(copy))).toEqual({ ...type, msg: wrongType.en, data: file(wrongType.en) })
    const zh = wrongType['zh-cn']
    expect(said(await send(copy, { ...who, locale: 'zh-cn' }))).toEqual({ ...type, msg: zh, data: file(zh) })
    expect(await count()).toBe(before)
  })

  test('APP-2 VALID-2 more than 5 MB are refused with the size, whether the picture alone or the whole body is too large', async () => {
    const grown = (bytes: number) => Buffer.concat([png(), Buffer.alloc(bytes - png().length)])
    expect((await send(grown(limits.imageBytes))).code).toBe(0)
    const before = await count()
    for (const bytes of [limits.imageBytes + 1, 6 * 1024 * 1024, 9 * 1024 * 1024]) {
      expect(await send(grown(bytes))).toMatchObject({ status: 413, code: 413, msg: tooLarge.en })
      const chinese = await send(grown(bytes), { ...who, locale: 'zh-cn' })
      expect(chinese).toMatchObject({ status: 413, msg: tooLarge['zh-cn'] })
    }
    expect((await send(grown(limits.imageBytes + 1))).data).toEqual([{ field: 'file', message: tooLarge.en }])
    expect(await count()).toBe(before)
  })

  test('APP-2 a body without a length is counted as it comes, and reading ends where it is too large', async () => {
    let sent = 0
    const long = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > 3 * limits.uploadBytes) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const type = 'multipart/form-data; boundary=b'
    const headers = { authorization: `Bearer ${await platform.token('admin')}` }
    const init = { ...who, headers, body: long, type }
    const response = await platform.send('POST', images.upload.path, init)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(limits.uploadBytes + 1024 * 1024)
  })

  test.each([
    ['30,000 a side', 30_000, 30_000],
    ['one side of 10,001', 10_001, 10],
    ['more than 40 million in all', 8000, 5001],
  ])('APP-2 pixels: %s are refused before any browser has to unpack them', async (_, width, height) => {
    const answer = await send(png(width, height))
    const message = 'The image has too many pixels: at most 10,000 a side and 40 million in all'
    expect(answer).toMatchObject({ status: 400, data: [{ field: 'file', message }] })
    const chinese = await send(png(width, height), { ...who, locale: 'zh-cn' })
    expect(JSON.stringify(chinese.data)).toContain('图片像素过大')
    expect((await send(png(8000, 5000))).code).toBe(0)
  })

  test('APP-2 a person who uploads without end is told to wait; others, and the next hour, go on', async () => {
    const one = { as: 'field' }
    const seen = new Set<number>()
    for (let stored = 0; stored < 201; stored += 1) seen.add((await send(pictures['image/png'], one)).status)
    expect([...seen]).toEqual([200, 429])
    const before = await count()
    const { code, msg } = await send(pictures['image/png'], one)
    expect({ code, msg }).toMatchObject({ code: 429, msg: expect.stringContaining('Try again in 3') })
    expect(await count()).toBe(before)
    expect((await send(pictures['image/png'])).status).toBe(200)
    platform.forward(hour)
    expect((await send(pictures['image/png'], one)).status).toBe(200)
  })

  test('APP-2 no file, several, or a text in its place are refused', async () => {
    const before = await count()
    const fields = async (answer: Promise<Answer>) => said(await answer).data
    const missing = [{ field: 'file', message: 'Please upload image' }]
    expect(await fields(uploadFiles(platform, who, []))).toEqual(missing)
    expect(await fields(uploadFiles(platform, who, [{ bytes: png(), field: 'other' }]))).toEqual(missing)
    const several = [{ field: 'file', message: 'Upload one image at a time' }]
    expect(await fields(uploadFiles(platform, who, [{ bytes: png() }, { bytes: png() }]))).toEqual(several)
    const two = [{ bytes: png() }, { bytes: png(), field: 'other' }]
    expect(await fields(uploadFiles(platform, who, two))).toEqual(several)
    const text = await raw(`${part('name="file"', 'text')}--b--\r\n`)
    expect([text.status, (await text.json()).data]).toEqual([400, missing])
    expect(await count()).toBe(before)
  })

  test('APP-2 a broken form and another kind of body are refused as such', async () => {
    const answers = [
      await raw(''),
      await raw('--b\r\n'),
      await raw(part('name="file"; filename="a.png"', 'cut off')),
      await raw('no parts at all'),
      await raw(`${part('name="file"', 'x')}--b--`, 'multipart/form-data'),
      await raw(`${part('name="file"', 'x')}--b--`, 'multipart/form-data; boundary='),
    ]
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({ code: 400, msg: 'The form data is broken' })
    }
    const typed = await raw('{}', 'application/json')
    const untyped = await platform.send('POST', images.upload.path, who)
    expect([typed.status, untyped.status]).toEqual([415, 415])
    expect((await platform.send('POST', images.upload.path, { type: 'multipart/form-data' })).status).toBe(
      401,
    )
  })

  test('APP-2 a form of very many parts does not hold the platform up', async () => {
    const parts = part('name="a"', '').repeat(100_000)
    const begin = performance.now()
    const response = await raw(`${parts}--b--\r\n`)
    expect(await response.json()).toMatchObject({ code: 400, msg: 'The form data is broken' })
    expect(performance.now() - begin).toBeLessThan(400)
  })

  test('EDGE-4 the operation log tells what was uploaded, and none of its bytes', async () => {
    platform.forward(1)
    const path = String((await send(png(3, 2), { as: 'operator', org: 'EAST' })).data)
    const row = await platform.db
      .selectFrom('operation_log')
      .where('create_time', '=', platform.now())
      .selectAll()
      .executeTakeFirstOrThrow()
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
    ['lossy', webp('VP8 ', '000000 9d012a 0340 0280'), 3, 2],
    ['lossless', webp('VP8L', '2f 02400000 00000000'), 3, 2],
    ['extended', webp('VP8X', '00000000 020000 010000'), 3, 2],
    ['extended and wide', webp('VP8X', '00000000 ff3f00 0f2700'), 16_384, 10_000],
  ])('APP-2 it is read from a %s WebP', (_, bytes, width, height) => {
    expect(pictureOf(bytes)).toEqual({ type: 'image/webp', width, height })
  })

  test('APP-2 it is read from the other kinds, and from a bitmap with the old header', () => {
    for (const [type, bytes] of Object.entries(pictures)) {
      expect(pictureOf(bytes)).toEqual({ type, width: 3, height: 2 })
    }
    const old = hex('424d 1e000000 00000000 1a000000 0c000000 0300 0200 0100 1800')
    expect(pictureOf(old)).toEqual({ type: 'image/bmp', width: 3, height: 2 })
  })

  test('APP-2 bytes of every kind, cut anywhere, are read without a fault', () => {
    const lossy = webp('VP8 ', '000000 9d012a 0340 0280')
    for (const bytes of [...Object.values(pictures), lossy, webp('VP8L', '2f 02400000')]) {
      for (let end = 0; end < bytes.length; end += 1) {
        expect(() => pictureOf(bytes.subarray(0, end)), String(end)).not.toThrow()
      }
    }
  })
})

describe('upkeep', () => {
  async function kept(...paths: string[]): Promise<boolean[]> {
    const rows = await platform.db.selectFrom('image').select('id').execute()
    const ids = new Set(rows.map((row) => row.id))
    return paths.map((path) => ids.has(idOf(path)))
  }
  const setIcon = (icon: string | null) =>
    platform.db.updateTable('menu_node').set({ icon }).where('code', '=', 'ems').execute()
  const setHead = (head_img: string | null) =>
    platform.db.updateTable('account').set({ head_img }).where('account', '=', 'field').execute()

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
    await db.insertInto('image').values(many).execute()
    platform.forward(day - 1)
    await sweep(db, now, 180)
    expect(await kept(icon, avatar, unused)).toEqual([true, true, true])
    platform.forward(2)
    const fresh = await storePicture(platform)
    await sweep(db, now, 180)
    expect(await kept(icon, avatar, unused, fresh)).toEqual([true, true, false, true])
    expect(await count()).toBe(3)
    await setIcon(null)
    await setHead(null)
    await sweepImages(db, now())
    expect(await kept(icon, avatar, fresh)).toEqual([false, false, true])
  })

  test('APP-4 a picture that is being taken into a record at that moment stays', async () => {
    const { db, now } = platform
    const path = await storePicture(platform)
    platform.forward(day + 1)
    const { requireStoredImage } = await import('#platform/image/stored')
    await db.transaction().execute(async (transaction) => {
      await requireStoredImage(transaction, 'icon', path)
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

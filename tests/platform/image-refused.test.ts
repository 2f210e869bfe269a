import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import * as images from '#contracts/image'
import { limits } from '#contracts/limits'
import { hour } from '#platform/kernel/clock'
import type { Answer } from './harness.ts'
import { animation, apng, type Box, count, gif, platform, send, who } from './images.ts'
import { extended, hex, lossy, pictures, png, uploadFiles, webp, webpChunk } from './pictures.ts'
import { makePerson } from './records.ts'

const wrongType = {
  en: 'Please upload jpg / jpeg / png / webp / gif / bmp format!',
  'zh-cn': '请上传 jpg / jpeg / png / webp / gif / bmp 格式的图片！',
}
const tooLarge = { en: 'Upload image size cannot exceed 5MB!', 'zh-cn': '上传图片大小不能超过 5MB！' }
const said = ({ status, code, msg, data }: Answer) => ({ status, code, msg, data })
/** A multipart body, written by hand. */
const raw = (body: string, type = 'multipart/form-data; boundary=b') =>
  platform.send('POST', images.upload.path, { ...who, body, type })
const part = (head: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const uploads = async (account: string) => {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(q.count), 0)::int as count
    from quota q join account a on a.id = q.subject where q.kind = 'upload' and a.account = ${account}`.execute(
    platform.db,
  )
  return rows[0]?.count ?? 0
}
const many = (count: number, box: Box) => Array.from({ length: count }, () => box)

describe('uploading', () => {
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
    ['a WebP of another kind', webp(webpChunk('ICCP', Buffer.alloc(20)))],
    ['a WebP without a bitmap', webp(extended(3, 2))],
    ['a WebP that is cut off', webp(lossy(3, 2)).subarray(0, 30)],
    ['a WebP frame that is larger than it says', animation(9, 9, { width: 3, height: 2, drawn: 9000 })],
    ['a WebP frame beyond its canvas', animation(1, 1, { width: 16_000, height: 16_000 })],
    ['a GIF frame beyond its canvas', gif(1, 1, { width: 30_000, height: 30_000 })],
    [
      'a GIF whose second frame lies beyond its canvas',
      gif(9, 9, { width: 9, height: 9 }, { left: 5, width: 5, height: 1 }),
    ],
    ['a GIF without a frame', gif(3, 2)],
    ['a GIF that is cut off', gif(3, 2, { width: 3, height: 2 }).subarray(0, -2)],
    ['an animated PNG frame beyond its canvas', apng(1, 1, { width: 30_000, height: 30_000 })],
    ['a PNG that is cut off', png().subarray(0, -13)],
    ['a PNG with two headers', Buffer.concat([png().subarray(0, 33), png(30_000).subarray(8)])],
    [
      'a JPEG with two frames',
      hex(
        'ffd8 ffc0 000b 08 0002 0003 01 01 11 00 ffc0 000b 08 7530 7530 01 01 11 00 ffda 0008 01 01 00 00 3f 00 12 ffd9',
      ),
    ],
    [
      'a JPEG whose second frame comes after a scan',
      hex(
        'ffd8 ffc0 000b 08 0002 0003 01 01 11 00 ffda 0008 01 01 00 00 3f 00 12 ffc0 000b 08 7530 7530 01 01 11 00 ffd9',
      ),
    ],
    ['a JPEG without an end', pictures['image/jpeg'].subarray(0, -2)],
    [
      'a JPEG of very many scans',
      Buffer.concat([
        hex('ffd8 ffc2 000b 08 0002 0003 01 01 11 00'),
        ...Array.from({ length: 101 }, () => hex('ffda 0008 01 01 00 00 3f 00 12')),
        hex('ffd9'),
      ]),
    ],
    ['a BMP whose pixels are not there', pictures['image/bmp'].subarray(0, 60)],
    [
      'a BMP with another picture inside',
      hex(`424d 46000000 0000 0000 36000000 28000000 03000000 02000000 0100 0000 05000000${'00'.repeat(60)}`),
    ],
    ['an icon file', Buffer.concat([hex('0000 0100 0100 1010 0000 0100 2000'), Buffer.alloc(60)])],
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
    ['the other side of all that its header can say', 1, 0xffff_ffff],
    ['more than 40 million in all', 8000, 5001],
  ])('APP-2 pixels: %s are refused before any browser has to unpack them', async (_, width, height) => {
    const answer = await send(png(width, height))
    const message = 'The image has too many pixels: at most 10,000 per side and 40 million in all'
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

  test('APP-2 of two uploads at the same moment, the one that came first and is counted last goes through', async () => {
    expect((await send(pictures['image/png'])).status).toBe(200)
    platform.forward(-5)
    expect((await send(pictures['image/png'])).status).toBe(200)
    platform.forward(5)
  })

  test('APP-2 no file, several, or a text in its place are refused', async () => {
    const before = await count()
    const fields = async (answer: Promise<Answer>) => said(await answer).data
    const missing = [{ field: 'file', message: 'Please upload image' }]
    expect(await fields(uploadFiles(platform, who, []))).toEqual(missing)
    for (const field of ['other', '__proto__'])
      expect(await fields(uploadFiles(platform, who, [{ bytes: png(), field }]))).toEqual(missing)
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
      await raw(`${part('name="file"', 'x')}--b--`, 'multipart/form-data; boundary=other'),
      await raw(`${part('name="file"', 'x')}--b--`, `multipart/form-data; boundary=${'b'.repeat(3000)}`),
    ]
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({ code: 400, msg: 'The form data is broken' })
    }
    const typed = await raw('{}', 'application/json')
    const mixed = await raw(`${part('name="file"', 'x')}--b--`, 'multipart/mixed; boundary=b')
    const untyped = await platform.send('POST', images.upload.path, who)
    expect([typed.status, mixed.status, untyped.status]).toEqual([415, 415, 415])
    expect((await platform.send('POST', images.upload.path, { type: 'multipart/form-data' })).status).toBe(
      401,
    )
  })

  test('APP-2 a form of very many parts is refused before it is taken apart, and does not hold the platform up', async () => {
    const takeApart = vi.spyOn(Response.prototype, 'formData')
    for (const [parts, taken] of [
      [19, 1],
      [20, 0],
      [100_000, 0],
    ] as const) {
      takeApart.mockClear()
      const response = await raw(`${part('name="a"', '').repeat(parts)}--b--\r\n`)
      expect(response.status).toBe(400)
      expect(takeApart, `${parts} parts`).toHaveBeenCalledTimes(taken)
      if (taken === 0)
        expect(await response.json()).toMatchObject({ code: 400, msg: 'The form data is broken' })
    }
    takeApart.mockRestore()
  })

  test('HOLD-8 ME-3 a part that says much of itself is not taken apart, and counts like a picture', async () => {
    const takeApart = vi.spyOn(Response.prototype, 'formData')
    const { account } = await makePerson(platform, { EAST: [] })
    const before = await uploads(account)
    for (const [more, taken] of [
      [1500, 1],
      [2500, 0],
    ] as const) {
      takeApart.mockClear()
      const body = `${part(`name="file"; x=${'y'.repeat(more)}`, 'x')}--b--\r\n`
      const type = 'multipart/form-data; boundary=b'
      const response = await platform.send('POST', images.upload.path, {
        as: account,
        org: 'EAST',
        body,
        type,
      })
      expect(response.status).toBe(400)
      expect(takeApart, `${more} bytes`).toHaveBeenCalledTimes(taken)
    }
    takeApart.mockRestore()
    expect((await uploads(account)) - before).toBe(2)
  })

  test('HOLD-8 what whoever belongs nowhere uploads is not read', async () => {
    const takeApart = vi.spyOn(Response.prototype, 'formData')
    expect((await send(png(), { as: 'orphan' })).status).toBe(403)
    expect(takeApart).not.toHaveBeenCalled()
    takeApart.mockRestore()
  })

  test('HOLD-8 ME-3 a form is taken apart by the boundary by which its parts were counted, whatever else its head says', async () => {
    const body = `${part('name="a"', '').repeat(1000)}--b--\r\n`
    for (const type of ['x=";boundary=none"; boundary=b', 'boundary=none; boundary=b']) {
      const response = await raw(body, `multipart/form-data; ${type}`)
      expect(await response.json(), type).toMatchObject({ code: 400, msg: 'The form data is broken' })
    }
  })
})

describe('every frame counts', () => {
  const side = { width: 500, height: 500 }
  const large = { width: 5000, height: 5000 }
  test.each([
    ['a GIF', (...boxes: Box[]) => gif(5000, 5000, ...boxes)],
    ['an animated PNG', (...boxes: Box[]) => apng(5000, 5000, ...boxes)],
    ['an animated WebP', (...boxes: Box[]) => animation(5000, 5000, ...boxes)],
  ])(
    'APP-2 ME-2 %s of many frames is stored up to 1,000 of them and 200 million pixels in all',
    async (_, of) => {
      const message =
        'The animation is too large: at most 1,000 frames, and 200 million pixels in all of them'
      const stored = async (...boxes: Box[]) => (await send(of(...boxes))).status
      expect(await stored(...many(600, side))).toBe(200)
      expect(await stored(...many(7, large))).toBe(200)
      for (const boxes of [many(9, large), many(1001, { width: 1, height: 1 })]) {
        expect(await send(of(...boxes))).toMatchObject({ status: 400, data: [{ field: 'file', message }] })
      }
      const chinese = await send(of(...many(9, large)), { ...who, locale: 'zh-cn' })
      expect(JSON.stringify(chinese.data)).toContain('动图过大')
    },
  )
})

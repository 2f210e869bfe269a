import { crc32, deflateSync } from 'node:zlib'
import { upload } from '#contracts/image'
import type { Answer, Context, Platform } from './harness.ts'

export function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A PNG whose header tells this size; its pixels are those of one line. */
export function png(width = 8, height = width): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(width + 1))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** Uploads files as a browser does: each under the name of its field. */
export async function uploadFiles(
  platform: Platform,
  context: Context,
  files: readonly { bytes: Uint8Array<ArrayBuffer>; name?: string; field?: string }[],
): Promise<Answer> {
  const body = new FormData()
  for (const { bytes, name = 'picture.png', field = 'file' } of files) {
    body.append(field, new File([bytes], name, { type: 'image/png' }))
  }
  const response = await platform.send('POST', upload.path, { ...context, body })
  return { ...(await response.json()), status: response.status, headers: response.headers }
}

/** Stores a picture and gives its path. */
export async function storePicture(platform: Platform, context: Context = { as: 'admin' }): Promise<string> {
  const answer = await uploadFiles(platform, context, [{ bytes: png() }])
  if (typeof answer.data !== 'string') throw new Error(answer.msg)
  return answer.data
}

import { upload } from '#contracts/image'
import { pngFile } from '../png.ts'
import type { Answer, Context, Platform } from './harness.ts'

/** A PNG whose header tells this size; its pixels are those of one line. */
export const png = (width = 8, height = width): Buffer<ArrayBuffer> =>
  pngFile(width, height, 0, Buffer.alloc(width + 1))

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
  // Whole, as a browser has it: the stream that Node makes of a form breaks where its reader ends.
  const whole = new Response(body)
  const type = whole.headers.get('content-type') ?? ''
  const response = await platform.send('POST', upload.path, {
    ...context,
    ...{ body: await whole.arrayBuffer(), type },
  })
  return { ...(await response.json()), status: response.status, headers: response.headers }
}

/** Stores a picture and gives its path. */
export async function storePicture(platform: Platform, context: Context = { as: 'admin' }): Promise<string> {
  const answer = await uploadFiles(platform, context, [{ bytes: png() }])
  if (typeof answer.data !== 'string') throw new Error(answer.msg)
  return answer.data
}

export const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** One by one pixel (or as said), as an encoder writes them. */
export const pictures = {
  'image/png': png(3, 2),
  'image/gif': hex(
    '474946383961 0300 0200 80 00 00 000000 ffffff 2c 00000000 0300 0200 00 02 02 84 51 00 3b',
  ),
  // Fill bytes and a restart marker before the frame, an application segment, then height and width; markers in the data.
  'image/jpeg': hex(
    'ffd8 ffe0 0004 0102 ffd0 ffff fffe 0003 41 ffc2 000b 08 0002 0003 01 01 11 00 ffda 0008 01 01 00 00 3f 00 ff00 12 ffd1 34 ffd9',
  ),
  'image/bmp': Buffer.concat([
    hex('424d 46000000 0000 0000 36000000 28000000 03000000 feffffff 0100 1800'),
    Buffer.alloc(48),
  ]),
}
export const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntLE(value, 0, bytes)
  return written
}
export const webpChunk = (kind: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  const pad = Buffer.alloc(body.length % 2)
  return Buffer.concat([Buffer.from(kind), number(body.length, 4), body, pad])
}
export const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), number(body.length, 4), body])
}
export const lossy = (width: number, height: number) =>
  webpChunk('VP8 ', hex('000000 9d012a'), number(width, 2), number(height, 2), Buffer.alloc(4))
export const lossless = webpChunk('VP8L', hex('2f 02400000 00000000'))
export const extended = (width: number, height: number) =>
  webpChunk('VP8X', number(0, 4), number(width - 1, 3), number(height - 1, 3))

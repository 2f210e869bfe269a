import { chunk as pngChunk } from '../png.ts'
import { type Context, testPlatform } from './harness.ts'
import { extended, hex, lossy, number, png, uploadFiles, webp, webpChunk } from './pictures.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform()
export const who = { as: 'auditor' }

export const send = (bytes: Uint8Array<ArrayBuffer>, context: Context = who) =>
  uploadFiles(platform, context, [{ bytes }])
export async function count(): Promise<number> {
  return (await platform.rows('image')).length
}

export interface Box {
  left?: number
  top?: number
  width: number
  height: number
}
export const gif = (width: number, height: number, ...boxes: Box[]) =>
  Buffer.concat([
    hex('474946383961'),
    ...[width, height].map((side) => number(side, 2)),
    hex('80 00 00 000000 ffffff 21ff0b 4e45545343415045322e30 03 01 0000 00'),
    ...boxes.flatMap(({ left = 0, top = 0, width, height }) => [
      hex('21f904 00 0a00 00 00 2c'),
      ...[left, top, width, height].map((value) => number(value, 2)),
      hex('00 02 02 84 51 00'),
    ]),
    hex('3b'),
  ])
export const apng = (width: number, height: number, ...boxes: Box[]) => {
  const whole = png(width, height)
  const controls = boxes.map(({ left = 0, top = 0, width, height }) =>
    pngChunk(
      'fcTL',
      Buffer.concat(
        [0, width, height, left, top].map((value) => number(value, 4).swap32()).concat(Buffer.alloc(6)),
      ),
    ),
  )
  return Buffer.concat([whole.subarray(0, 33), ...controls, whole.subarray(33)])
}
export const animation = (width: number, height: number, ...boxes: (Box & { drawn?: number })[]) =>
  webp(
    extended(width, height),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...boxes.map(({ left = 0, top = 0, width, height, drawn = width }) =>
      webpChunk(
        'ANMF',
        ...[left / 2, top / 2, width - 1, height - 1, 100].map((value) => number(value, 3)),
        Buffer.alloc(1),
        lossy(drawn, height),
      ),
    ),
  )

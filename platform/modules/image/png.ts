import { type Frame, type Frames, framesOn, textAt } from './frames.ts'

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const lengths = new Map([
  ['IHDR', 13],
  ['fcTL', 26],
])

/** Walks from chunk to chunk to the end. An animation (APNG) has a frame control chunk (`fcTL`) for each of its frames. */
export function pngFrames(bytes: Buffer): Frames | undefined {
  let canvas: Frame | undefined
  let hasData = false
  const frames: Frame[] = []
  for (const { kind, at, length } of chunksOf(bytes)) {
    // The header comes first, and once.
    if ((kind === 'IHDR') !== (canvas === undefined) || length !== (lengths.get(kind) ?? length))
      return undefined
    if (kind === 'IHDR') canvas = sizeAt(bytes, at)
    if (kind === 'IDAT') hasData = true
    if (kind === 'fcTL') {
      const [left, top] = [bytes.readUInt32BE(at + 12), bytes.readUInt32BE(at + 16)]
      frames.push({ ...sizeAt(bytes, at + 4), left, top })
    }
    if (kind === 'IEND' && canvas !== undefined && hasData) {
      return framesOn(canvas.width, canvas.height, [canvas, ...frames])
    }
  }
  return undefined
}

/** All that are whole; where one is cut off, neither it nor the end comes. */
function* chunksOf(bytes: Buffer): Generator<{ kind: string; at: number; length: number }> {
  if (!bytes.subarray(0, start.length).equals(start)) return
  for (let at = start.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) return
    const kind = textAt(bytes, at + 4, 4)
    yield { kind, at: at + 8, length }
    if (kind === 'IEND') return
    at += 12 + length
  }
}

function sizeAt(bytes: Buffer, at: number): Frame {
  return { width: bytes.readUInt32BE(at), height: bytes.readUInt32BE(at + 4) }
}

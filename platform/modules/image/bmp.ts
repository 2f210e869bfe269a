import { type Frames, framesOn, textAt } from './frames.ts'

/** Plain, two of run lengths, and two of bit masks; another picture wrapped in a bitmap is none. */
const compressions = new Set([0, 1, 2, 3, 6])

/** The old header of 12 bytes, or one of the later ones, whose height is negative where lines run downwards. */
export function bmpFrames(bytes: Buffer): Frames | undefined {
  if (bytes.length < 26 || textAt(bytes, 0, 2) !== 'BM') return undefined
  const header = bytes.readUInt32LE(14)
  const isOld = header === 12
  if (!isOld && (header < 40 || header > 124 || bytes.length < 14 + header)) return undefined
  const [width, height] = isOld
    ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
    : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]
  const bits = bytes.readUInt16LE(isOld ? 24 : 28)
  const compression = isOld ? 0 : bytes.readUInt32LE(30)
  const pixels = bytes.readUInt32LE(10)
  if (!compressions.has(compression) || pixels < 14 + header || pixels >= bytes.length) return undefined
  const isPacked = compression === 1 || compression === 2
  // A line is a multiple of four bytes.
  const needed = isPacked ? 0 : 4 * Math.ceil((width * bits) / 32) * height
  return bytes.length - pixels < needed ? undefined : framesOn(width, height, [{ width, height }])
}

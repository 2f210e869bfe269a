import { type Frame, type Frames, framesOn, textAt } from './frames.ts'

const extension = 0x21
const image = 0x2c
const trailer = 0x3b

/** Walks from block to block to the trailer; each frame has a size of its own, whatever the header says. */
export function gifFrames(bytes: Buffer): Frames | undefined {
  if (bytes.length < 13 || !['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return undefined
  const frames: Frame[] = []
  for (let at = 13 + colours(bytes.readUInt8(10)); at <= bytes.length; ) {
    // Some encoders leave the last byte out.
    const kind = at === bytes.length ? trailer : bytes.readUInt8(at)
    if (kind === trailer) return framesOn(bytes.readUInt16LE(6), bytes.readUInt16LE(8), frames)
    if (kind === extension) at = endOfBlocks(bytes, at + 2)
    else if (kind === image && at + 10 <= bytes.length) {
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
      frames.push({ left, top, width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) })
      // The size of the codes stands before the compressed data.
      at = endOfBlocks(bytes, at + 10 + colours(bytes.readUInt8(at + 9)) + 1)
    } else return undefined
  }
  return undefined
}

/** Bytes of the colour table that a packed field announces. */
function colours(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0
}

/** Behind a run of blocks, each led by its length; the last one is empty. Beyond the end where they are cut off. */
function endOfBlocks(bytes: Buffer, begin: number): number {
  let at = begin
  while (at < bytes.length) {
    const length = bytes.readUInt8(at)
    at += 1 + length
    if (length === 0) return at
  }
  return bytes.length + 1
}

import { type Frame, type Frames, framesOn, textAt } from './frames.ts'

interface Chunk {
  kind: string
  /** Its content begins here, and ends before `end`. */
  at: number
  end: number
}

/** The three forms of WebP: lossy, lossless, and the one with further chunks, which may be an animation. */
export function webpFrames(bytes: Buffer): Frames | undefined {
  if (bytes.length < 20 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return undefined
  const end = 8 + bytes.readUInt32LE(4)
  const chunks = end > bytes.length ? undefined : chunksIn(bytes, 12, end)
  const first = chunks?.[0]
  if (chunks === undefined || first === undefined) return undefined
  if (first.kind !== 'VP8X') {
    const frame = bitmapOf(bytes, first)
    return frame && framesOn(frame.width, frame.height, [frame])
  }
  if (first.end - first.at < 10) return undefined
  const canvas = sizeAt(bytes, first.at + 4)
  const frames: Frame[] = []
  for (const chunk of chunks) {
    if (chunk.kind !== 'ANMF' && !isBitmap(chunk)) continue
    const frame = chunk.kind === 'ANMF' ? animationFrame(bytes, chunk) : bitmapOf(bytes, chunk)
    if (frame === undefined) return undefined
    frames.push(frame)
  }
  return framesOn(canvas.width, canvas.height, frames)
}

/** A frame of an animation, whose bitmap has to be as large as it says. */
function animationFrame(bytes: Buffer, { at, end }: Chunk): Frame | undefined {
  if (end - at < 16) return undefined
  const [left, top] = [2 * bytes.readUIntLE(at, 3), 2 * bytes.readUIntLE(at + 3, 3)]
  const size = sizeAt(bytes, at + 6)
  const bitmap = chunksIn(bytes, at + 16, end)?.find(isBitmap)
  const drawn = bitmap && bitmapOf(bytes, bitmap)
  return drawn?.width === size.width && drawn.height === size.height ? { ...size, left, top } : undefined
}

function isBitmap({ kind }: Chunk): boolean {
  return kind === 'VP8 ' || kind === 'VP8L'
}

function bitmapOf(bytes: Buffer, { kind, at, end }: Chunk): Frame | undefined {
  if (kind === 'VP8 ' && end - at >= 10 && bytes.readUIntBE(at + 3, 3) === 0x9d012a) {
    return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff }
  }
  if (kind === 'VP8L' && end - at >= 5 && bytes.readUInt8(at) === 0x2f) {
    const packed = bytes.readUInt32LE(at + 1)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

/** Two sizes of three bytes, one less than they are. */
function sizeAt(bytes: Buffer, at: number): Frame {
  return { width: bytes.readUIntLE(at, 3) + 1, height: bytes.readUIntLE(at + 3, 3) + 1 }
}

/** Nothing where one reaches beyond the end. */
function chunksIn(bytes: Buffer, begin: number, end: number): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = begin; at + 8 <= end; ) {
    const chunk = { kind: textAt(bytes, at, 4), at: at + 8, end: at + 8 + bytes.readUInt32LE(at + 4) }
    if (chunk.end > end) return undefined
    chunks.push(chunk)
    at = chunk.end + (chunk.end % 2)
  }
  return chunks
}

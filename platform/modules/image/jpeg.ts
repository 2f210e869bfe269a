import { type Frame, type Frames, framesOn } from './frames.ts'

const marker = 0xff
const startOfImage = 0xd8
const startOfScan = 0xda
const endOfImage = 0xd9
/** A progressive picture has about ten; each goes over all pixels again. */
const mostScans = 100

/** The frame headers; between them stand three markers of other meaning. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

/** Markers without a segment behind them. */
function isAlone(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= 0xd7)
}

/**
 * Walks from segment to segment and over the scans to the end. A thumbnail lies inside a segment and is stepped over.
 * Nothing for what is no JPEG, or has not exactly one frame.
 */
export function jpegFrames(bytes: Buffer): Frames | undefined {
  let frame: Frame | undefined
  let scans = 0
  for (const { kind, at, end } of segmentsOf(bytes)) {
    if (isFrame(kind)) {
      if (frame !== undefined || end < at + 9) return undefined
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (kind === startOfScan) scans += 1
    if (scans > (frame === undefined ? 0 : mostScans)) return undefined
    if (kind === endOfImage && frame !== undefined && scans > 0) {
      return framesOn(frame.width, frame.height, [frame])
    }
  }
  return undefined
}

/** All up to the end of the image; where they are broken or cut off, that one does not come. */
function* segmentsOf(bytes: Buffer): Generator<{ kind: number; at: number; end: number }> {
  if (bytes.length < 4 || bytes[0] !== marker || bytes[1] !== startOfImage) return
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === marker; ) {
    const kind = bytes.readUInt8(at + 1)
    // Any number of fill bytes may stand before a marker.
    if (kind === marker) at += 1
    else if (isAlone(kind)) at += 2
    else {
      const end = endOfSegment(bytes, at, kind)
      if (end === undefined) return
      yield { kind, at, end }
      if (kind === endOfImage) return
      at = kind === startOfScan ? endOfScan(bytes, end) : end
    }
  }
}

function endOfSegment(bytes: Buffer, at: number, kind: number): number | undefined {
  if (kind === endOfImage) return at + 2
  const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
  return length < 2 || at + 2 + length > bytes.length ? undefined : at + 2 + length
}

/** The next marker behind compressed data, in which a marker byte is followed by zero, and restart markers stand. */
function endOfScan(bytes: Buffer, begin: number): number {
  for (let at = bytes.indexOf(marker, begin); at !== -1; at = bytes.indexOf(marker, at + 1)) {
    const next = bytes[at + 1]
    if (next !== 0 && next !== undefined && !isAlone(next)) return at
  }
  return bytes.length
}

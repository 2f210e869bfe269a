import { jpegSize } from './jpeg-size.ts'

/** What a picture's own header says of it. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp'
  width: number
  height: number
}
interface Size {
  width: number
  height: number
}

/** Reads the kind of a picture and its size in pixels from its bytes, whatever its name says. Nothing for what is none. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  for (const { type, sizeOf } of kinds) {
    const size = sizeOf(bytes)
    if (size !== undefined && size.width > 0 && size.height > 0) return { type, ...size }
  }
  return undefined
}

const kinds: readonly { type: Picture['type']; sizeOf: (bytes: Buffer) => Size | undefined }[] = [
  { type: 'image/png', sizeOf: pngSize },
  { type: 'image/jpeg', sizeOf: jpegSize },
  { type: 'image/gif', sizeOf: gifSize },
  { type: 'image/webp', sizeOf: webpSize },
  { type: 'image/bmp', sizeOf: bmpSize },
]

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

/** The signature, and a header chunk of 13 bytes with its name and checksum. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !begins(bytes, pngStart) || textAt(bytes, 12, 4) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13 || !['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** The three forms of WebP: lossy, lossless, and the one with further chunks. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return undefined
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return undefined
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** The old header of 12 bytes, or one of the later ones, whose height is negative where lines run downwards. */
function bmpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 26 || textAt(bytes, 0, 2) !== 'BM') return undefined
  const header = bytes.readUInt32LE(14)
  if (header === 12) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
  if (header < 40 || header > 124 || bytes.length < 14 + header) return undefined
  return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}

function begins(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function textAt(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length)
}

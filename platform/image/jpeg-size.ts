const marker = 0xff
const startOfImage = 0xd8
const startOfScan = 0xda
const endOfImage = 0xd9

/** The frame headers; between them stand three markers of other meaning. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

/** Markers without a segment behind them. */
function isAlone(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= 0xd7)
}

/** Walks from segment to segment to the frame header, which holds height and width. Nothing for what is no JPEG. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 4 || bytes[0] !== marker || bytes[1] !== startOfImage) return undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== marker) return undefined
    const kind = bytes.readUInt8(at + 1)
    // Any number of fill bytes may stand before a marker.
    if (kind === marker) at += 1
    else if (isAlone(kind)) at += 2
    else if (isFrame(kind)) {
      if (at + 9 > bytes.length) return undefined
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else {
      if (kind === startOfScan || kind === endOfImage) return undefined
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return undefined
}

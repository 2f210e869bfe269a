/**
 * An exported file on its way to the page: frames of a kind (a byte), a length (four bytes) and that many bytes. A proxy may
 * end an answer that broke off as if it were whole; one without its last frame is not.
 */
export const frameKinds = { bytes: 0, progress: 1, end: 2, fault: 3 } as const
const frameHead = 5

export interface ExportProgress {
  rows: number
}
export interface ExportEnd extends ExportProgress {
  /** There are more, which the platform does not hand out at once. */
  more: boolean
}

export function frame(kind: number, content: Uint8Array | object): Uint8Array[] {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content))
  const head = new Uint8Array(frameHead)
  head[0] = kind
  new DataView(head.buffer).setUint32(1, bytes.length)
  return [head, bytes]
}

/** Takes bytes as they come, and gives the frames that are whole. */
export function frameReader(): (
  bytes: Uint8Array<ArrayBuffer>,
) => { kind: number; content: Uint8Array<ArrayBuffer> }[] {
  let rest = new Uint8Array(0)
  return (bytes) => {
    const all = rest.length === 0 ? bytes : new Uint8Array(rest.length + bytes.length)
    if (all !== bytes) {
      all.set(rest)
      all.set(bytes, rest.length)
    }
    const frames = []
    let at = 0
    while (all.length - at >= frameHead) {
      const length = new DataView(all.buffer, all.byteOffset + at + 1).getUint32(0)
      if (all.length - at - frameHead < length) break
      const from = at + frameHead
      frames.push({ kind: all[at] ?? 0, content: all.slice(from, from + length) })
      at = from + length
    }
    rest = all.slice(at)
    return frames
  }
}

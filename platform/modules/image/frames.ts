/** A picture's canvas and what is drawn on it, as its bytes tell; nothing is unpacked. */
export interface Frames {
  width: number
  height: number
  /** How many pictures a browser unpacks, and their pixels together. */
  frames: number
  pixels: number
}

export interface Frame {
  left?: number
  top?: number
  width: number
  height: number
}

/** Nothing where there is no frame, or one that is empty or reaches beyond the canvas, as no encoder writes it. */
export function framesOn(width: number, height: number, frames: readonly Frame[]): Frames | undefined {
  const isInside = (frame: Frame) =>
    frame.width > 0 &&
    frame.height > 0 &&
    (frame.left ?? 0) + frame.width <= width &&
    (frame.top ?? 0) + frame.height <= height
  if (frames.length === 0 || !frames.every(isInside)) return undefined
  const pixels = frames.reduce((sum, frame) => sum + frame.width * frame.height, 0)
  return { width, height, frames: frames.length, pixels }
}

export function textAt(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length)
}

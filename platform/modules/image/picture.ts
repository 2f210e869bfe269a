import { bmpFrames } from './bmp.ts'
import type { Frames } from './frames.ts'
import { gifFrames } from './gif.ts'
import { jpegFrames } from './jpeg.ts'
import { pngFrames } from './png.ts'
import { webpFrames } from './webp.ts'

export interface Picture extends Frames {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp'
}

const kinds: readonly { type: Picture['type']; framesOf: (bytes: Buffer) => Frames | undefined }[] = [
  { type: 'image/png', framesOf: pngFrames },
  { type: 'image/jpeg', framesOf: jpegFrames },
  { type: 'image/gif', framesOf: gifFrames },
  { type: 'image/webp', framesOf: webpFrames },
  { type: 'image/bmp', framesOf: bmpFrames },
]

/**
 * Reads the kind of a picture, its size in pixels and all its frames from its bytes, whatever its name says. Nothing for
 * what is none, is cut off, or draws beyond its own canvas.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  for (const { type, framesOf } of kinds) {
    const frames = framesOf(bytes)
    if (frames !== undefined) return { type, ...frames }
  }
  return undefined
}

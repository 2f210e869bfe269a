import { crc32, deflateSync } from 'node:zlib'
import { digitStrokes, type Point } from './digit-strokes.ts'

/** Twice the size it is shown at (120 × 40), for sharp screens. */
const width = 240
const height = 80
type Colour = readonly [number, number, number]
const paper: Colour = [243, 245, 249]
const inks: readonly Colour[] = [
  [31, 58, 110],
  [20, 92, 84],
  [108, 42, 92],
  [120, 62, 18],
  [44, 48, 66],
]

/** Draws digits as strokes, each turned, scaled and shifted, over and under noise curves. Gives a PNG. */
export function drawDigits(digits: string): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels.set(paper, at)
  const between = (least: number, most: number) => least + (most - least) * Math.random()
  const ink = () => inks[Math.floor(Math.random() * inks.length)] ?? paper

  for (let curve = 0; curve < 3; curve += 1) {
    draw(pixels, [noiseCurve(between)], between(0.9, 1.5), ink(), 0.35)
  }
  for (let kind = 0; kind < 3; kind += 1) {
    const dots = Array.from({ length: 20 }, (): Point => [between(0, width), between(0, height)])
    draw(
      pixels,
      dots.map((dot) => [dot, dot]),
      between(0.8, 1.6),
      ink(),
      0.3,
    )
  }
  const step = width / (digits.length + 0.4)
  for (const [index, digit] of [...digits].entries()) {
    const place = {
      x: step * (index + 0.7) + between(-5, 5),
      y: height / 2 + between(-5, 5),
      turn: between(-0.32, 0.32),
      slant: between(-0.18, 0.18),
      wide: between(28, 36),
      tall: between(36, 43),
    }
    const strokes = digitStrokes(digit).map((stroke) => stroke.map((point) => placed(point, place)))
    draw(pixels, strokes, between(2.6, 3.4), ink(), 1)
  }
  draw(pixels, [noiseCurve(between)], 1, ink(), 0.6)
  return png(pixels)
}

interface Glyph {
  x: number
  y: number
  turn: number
  slant: number
  wide: number
  tall: number
}

/** From the digit's unit square to the picture. */
function placed([unitX, unitY]: Point, { x, y, turn, slant, wide, tall }: Glyph): Point {
  const down = (unitY - 0.5) * tall
  const across = (unitX - 0.5) * wide - down * slant
  return [
    x + across * Math.cos(turn) - down * Math.sin(turn),
    y + across * Math.sin(turn) + down * Math.cos(turn),
  ]
}

function noiseCurve(between: (least: number, most: number) => number): Point[] {
  const middle = between(15, height - 15)
  const swing = between(8, 22)
  const length = between(50, 110)
  const start = between(0, Math.PI * 2)
  return Array.from({ length: 41 }, (_, at) => {
    const x = (at * width) / 40
    return [x, middle + swing * Math.sin(start + (x / length) * Math.PI)]
  })
}

/** Anti-aliased: a pixel's cover falls over one pixel at the line's rim. The strongest segment counts, once. */
function draw(
  pixels: Uint8Array,
  lines: readonly (readonly Point[])[],
  radius: number,
  colour: Colour,
  opacity: number,
): void {
  const cover = new Float32Array(width * height)
  for (const line of lines) {
    for (const [index, from] of line.slice(0, -1).entries()) {
      coverSegment(cover, from, line[index + 1] ?? from, radius)
    }
  }
  for (let at = 0; at < cover.length; at += 1) {
    const share = cover[at] ?? 0
    if (share === 0) continue
    for (let channel = 0; channel < 3; channel += 1) {
      const under = pixels[at * 3 + channel] ?? 0
      pixels[at * 3 + channel] = under + ((colour[channel] ?? 0) - under) * share * opacity
    }
  }
}

function coverSegment(cover: Float32Array, [x1, y1]: Point, [x2, y2]: Point, radius: number): void {
  const reach = radius + 1
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(x1, x2) - reach)),
    Math.min(width - 1, Math.ceil(Math.max(x1, x2) + reach)),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(y1, y2) - reach)),
    Math.min(height - 1, Math.ceil(Math.max(y1, y2) + reach)),
  ]
  const [dx, dy] = [x2 - x1, y2 - y1]
  const squared = dx * dx + dy * dy
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared))
      const distance = Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
      const share = Math.min(1, Math.max(0, radius + 0.5 - distance))
      const at = y * width + x
      if (share > (cover[at] ?? 0)) cover[at] = share
    }
  }
}

function png(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8) // eight bits a channel, red green blue
  const rows = Buffer.alloc(height * (1 + width * 3)) // each row begins with its filter: none
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1)
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(content.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

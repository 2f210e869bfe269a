import { hash } from 'node:crypto'

const newline = 0x0a

/** What is told of a table's rows: how many, and a checksum over all of them, in whatever order they come. */
export interface Told {
  rows: number
  sum: string
}

/** Adds rows up: the checksum is the sum of their SHA-256, lane by lane, so that their order does not count. */
export class RowSum {
  rows = 0
  readonly #lanes = new Uint32Array(8)

  /** @param lines whole ones, each with its end */
  add(lines: Buffer): void {
    for (let start = 0; start < lines.length; ) {
      const end = lines.indexOf(newline, start)
      if (end === -1) throw new Error('half a row')
      const digest = hash('sha256', lines.subarray(start, end), 'buffer')
      for (let lane = 0; lane < 8; lane += 1) {
        this.#lanes[lane] = (this.#lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4)
      }
      this.rows += 1
      start = end + 1
    }
  }

  get told(): Told {
    return { rows: this.rows, sum: Buffer.from(this.#lanes.buffer).toString('hex') }
  }
}

/** Cuts what comes in pieces into pieces of whole lines. Throws where the end of the last one is missing. */
export async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(newline) + 1
    if (end === 0) {
      rest.push(piece)
      continue
    }
    yield rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([...rest, piece.subarray(0, end)])
    rest = end === piece.length ? [] : [piece.subarray(end)]
  }
  if (rest.length > 0) throw new HalfLine('half a line')
}

export class HalfLine extends Error {}

import { Fault } from '../../scripts/lib/fault.mjs'
import { endOfRows, format, type Header, header, trailer } from './dump.ts'
import { HalfLine, type Told, wholeLines } from './row-sum.ts'

const newline = 0x0a
const mark = Buffer.from(`${endOfRows}\n`)

/** Nothing was changed by whoever meets one. */
export const half = new Fault(
  'The copy is damaged or half: what it says at its end is missing. Take another one.',
)

/** Reads a copy from its beginning to its end: the header, then the rows of each table, then what is told of them. */
export class CopyReader {
  readonly #pieces: AsyncIterator<Buffer>
  #piece: Buffer = Buffer.alloc(0)

  /** @param pieces as they come */
  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = wholeLines(pieces)[Symbol.asyncIterator]()
  }

  async header(): Promise<Header> {
    const parsed = header.safeParse(json(await this.#line()))
    if (!parsed.success) throw new Fault('This is no copy that `atrium backup` made.')
    if (parsed.data.format > format) {
      throw new Fault(
        'The copy was made by a newer version of Atrium, in a form that this one cannot read. Use that version.',
      )
    }
    return parsed.data
  }

  /** The rows of the next table, in pieces of whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (!(await this.#fill())) throw half
      const at = endIn(this.#piece)
      const rows = at === -1 ? this.#piece : this.#piece.subarray(0, at)
      this.#piece = at === -1 ? Buffer.alloc(0) : this.#piece.subarray(at + mark.length)
      if (rows.length > 0) yield rows
      if (at !== -1) return
    }
  }

  /** What the copy tells of its tables, after the last of them. */
  async trailer(): Promise<Record<string, Told>> {
    const parsed = trailer.safeParse(json(await this.#line()))
    if (!parsed.success) throw half
    return parsed.data.tables
  }

  async #line(): Promise<string> {
    if (!(await this.#fill())) throw half
    const end = this.#piece.indexOf(newline) + 1
    const line = this.#piece.subarray(0, end).toString('utf8')
    this.#piece = this.#piece.subarray(end)
    return line
  }

  async #fill(): Promise<boolean> {
    while (this.#piece.length === 0) {
      const next = await this.#pieces.next().catch((error: unknown) => {
        throw error instanceof HalfLine ? half : error
      })
      if (next.done) return false
      this.#piece = next.value
    }
    return true
  }
}

/** Where the line behind a table's rows begins; -1 where it is not in this piece. */
function endIn(piece: Buffer): number {
  if (piece.subarray(0, mark.length).equals(mark)) return 0
  const at = piece.indexOf(`\n${endOfRows}\n`)
  return at === -1 ? -1 : at + 1
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

import 'server-only'
import { createHmac } from 'node:crypto'
import { writeXlsxStream } from 'hucre/xlsx'
import { sealedLine } from '#contracts/rows'
import { csvLines, csvMark, inert } from '#lib/csv'
import type { FileColumn } from './columns'
import type { Rows } from './read-rows'

export const formats = ['csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

interface Content {
  /** Of the sheet. */
  title: string
  columns: readonly FileColumn[]
  rows: Rows
  /** Of rows that hold others: all of them, each by itself. */
  flat?: (rows: readonly object[]) => readonly object[]
  /** The head of the column with the seals of the lines. */
  proofLabel: (id: string) => string
}

/** How far a file has come. */
export interface Progress {
  rows: number
  /** Rows that a platform which hands out pages has beyond those that are read. */
  more: boolean
}

/** The bytes of a file, as its rows come; `progress` grows with them. */
export function fileOf(format: Format, content: Content, progress: Progress): AsyncIterable<Uint8Array> {
  return format === 'csv' ? csv(content, progress) : xlsx(content, progress)
}

async function* csv(content: Content, progress: Progress): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let isFirst = true
  for await (const lines of linesOf(content, progress, inert)) {
    yield encoder.encode((isFirst ? csvMark : '') + csvLines(lines))
    isFirst = false
  }
}

/** Cells are typed as text, so that none is a formula; more than a sheet holds goes on in another. */
async function* xlsx(content: Content, progress: Progress): AsyncGenerator<Uint8Array> {
  const lines = linesOf(content, progress, fitting)
  const { value: [heads = []] = [] } = (await lines.next()) as { value: string[][] }
  const stream = writeXlsxStream(oneByOne(lines), {
    name: content.title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
    columns: heads.map((header, at) => ({ header, width: at > heads.length - 3 ? 24 : 20 })),
    freezePane: { rows: 1 },
  })
  yield* stream as unknown as AsyncIterable<Uint8Array>
}

/** Characters that a cell of a sheet holds: with more, Excel takes the file for damaged. */
const mostOfCell = 32_767

function fitting(cell: string): string {
  if (cell.length <= mostOfCell) return cell
  // No half of a character beyond the first 65,536.
  return `${cell.slice(0, mostOfCell - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

async function* oneByOne(lines: AsyncIterable<string[][]>): AsyncGenerator<string[]> {
  for await (const some of lines) yield* some
}

/** The cells of the file, its heads first, some lines at a time. */
async function* linesOf(
  { columns, rows, flat, proofLabel }: Content,
  progress: Progress,
  asCell: (text: string) => string,
): AsyncGenerator<string[][]> {
  const { proof, batches } = rows
  let before = proof?.id ?? ''
  const sealed = (cells: string[]): string[] => {
    if (proof === undefined) return cells
    before = createHmac('sha256', proof.key).update(sealedLine(before, cells)).digest('hex')
    return [...cells, before]
  }
  const heads = columns.map(({ label }) => asCell(label))
  if (proof !== undefined) heads.push(asCell(proofLabel(proof.id)))
  // The heads are sealed with the first line: their own column has the words.
  before = sealedLine(before, heads)
  yield [heads]
  for (;;) {
    const { done, value } = await batches.next()
    if (done) {
      progress.more = value === 'more'
      return
    }
    const told = flat?.(value) ?? value
    yield told.map((row) => sealed(columns.map(({ of }) => asCell(String(of(row) ?? '')))))
    progress.rows += told.length
  }
}

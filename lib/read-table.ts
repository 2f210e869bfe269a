import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { limits } from '#contracts/limits'
import { notInert } from './csv'
import { yieldToMain } from './yield-to-main'

/** A table that somebody has made in a spreadsheet: its heads, and what stands below, as texts. */
export interface Table {
  heads: readonly string[]
  /** `line` as the spreadsheet numbers it. Empty ones are left out. */
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** Why a file is no table; each has a sentence. */
export class TableFault extends Error {
  readonly key:
    | 'fileTooLarge'
    | 'unpacksTooLarge'
    | 'oldExcel'
    | 'noTable'
    | 'damaged'
    | 'empty'
    | 'tooManyRows'
    | 'tooManyCells'
  constructor(key: TableFault['key']) {
    super(key)
    this.key = key
  }
}

/**
 * Bytes of the file, and of all that it unpacks to: ten thousand people need a hundredth of it. Columns with a head, and cells in all: a
 * few bytes in the last column of a row make sixteen thousand cells of it.
 */
const most = { file: 10 * 1024 * 1024, unpacked: 100 * 1024 * 1024, columns: 200, cells: 5_000_000 }
/** Rows between two breaths of the page. */
const breath = 500

/** @throws TableFault */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > most.file) throw new TableFault('fileTooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [lines, asText] = isZip(bytes)
    ? ([xlsxLines(bytes), cellText] as const)
    : ([csvLines(textOf(bytes)), (cell: unknown) => notInert(cellText(cell))] as const)
  const rows: { line: number; cells: string[] }[] = []
  let heads: string[] | undefined
  try {
    for await (const { line, values } of written(lines)) {
      // Beside the heads is nothing that could be a field, and no more of a cell is needed than tells that it is too long.
      const cells = values
        .slice(0, heads?.length ?? most.columns)
        .map((value) => asText(value).slice(0, limits.importCell + 1))
      if (heads !== undefined) rows.push({ line, cells })
      else if (lastOf(values) < most.columns) heads = cells
      else throw new TableFault('tooManyCells')
      if (rows.length > limits.importFileRows) throw new TableFault('tooManyRows')
    }
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault('damaged')
  }
  if (heads === undefined || rows.length === 0) throw new TableFault('empty')
  return { heads, rows }
}

/** The lines in which anything is. */
async function* written(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let count = 0
  let cells = 0
  for await (const line of lines) {
    count += 1
    cells += line.values.length
    if (cells > most.cells) throw new TableFault('tooManyCells')
    if (count % breath === 0) await yieldToMain()
    if (lastOf(line.values) >= 0) yield line
  }
}

/** Where the last cell with anything in it stands. */
function lastOf(values: readonly unknown[]): number {
  return values.findLastIndex((value) => cellText(value) !== '')
}

interface Line {
  line: number
  values: readonly unknown[]
}

async function* xlsxLines(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Line> {
  if (unpackedSize(bytes) > most.unpacked) throw new TableFault('unpacksTooLarge')
  for await (const { index, values } of streamXlsxRows(bytes)) {
    yield { line: index + 1, values }
  }
}

async function* csvLines(text: string): AsyncGenerator<Line> {
  const [mark = '', sign] = separatorMark.exec(text) ?? []
  let line = mark === '' ? 0 : 1
  const rows = text.slice(mark.length)
  for (const values of streamCsvRows(rows, { delimiter: sign ?? delimiterOf(rows) })) {
    line += 1
    yield { line, values }
  }
}

/** A first line by which Excel is told what separates the cells. */
const separatorMark = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)/i

/** As the heads have it: rows may lack cells, and cells hold such signs. */
function delimiterOf(text: string): string {
  const heads = /^.*/.exec(text.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const cells = (sign: string) => heads.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (cells(sign) > cells(best) ? sign : best))
}

/** A formula is what it came to; a time is its day. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)).trim()
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
const isOldExcel = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf

/** Spreadsheets in China write GBK, others UTF-8 or UTF-16 with a mark. */
function textOf(bytes: Uint8Array): string {
  if (isOldExcel(bytes)) throw new TableFault('oldExcel')
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  // A picture, a program: no text has this.
  if (bytes.includes(0)) throw new TableFault('noTable')
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one.
    }
  }
  throw new TableFault('noTable')
}

/** Bytes that a ZIP says it unpacks to; what unpacks to more than it says is refused when it is read. */
function unpackedSize(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new TableFault('damaged')
  let at = view.getUint32(end + 16, true)
  let size = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new TableFault('damaged')
    size += view.getUint32(at + 24, true)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return size
}

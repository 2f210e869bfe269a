import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { sql } from 'kysely'
import { sealedLine } from '#contracts/rows'
import type { SealKeys } from '#platform/kernel/audit/seal'
import type { Queries } from '#platform/kernel/db/schema'
import { exportKey } from '#platform/kernel/http/all-rows'
import { GivenFault } from '../../scripts/lib/fault.mjs'

/** What became of a file that was exported of the operation log. */
export type FileBreak =
  | 'noProof'
  | 'keyUnknown'
  | 'lineChanged'
  | 'linesMissing'
  | 'entryMissing'
  | 'entryOther'

export interface VerifiedFile {
  /** The export, as the log names it. */
  id: string
  /** Lines that are whole, before the first finding. */
  lines: number
  /** Lines whose entries retention has taken away since: what they say holds, the log has no more to compare. */
  pruned: number
  /** The log still has the export itself, and with it how many lines there have to be. */
  isCounted: boolean
  finding?: { what: FileBreak; line?: number; number?: number }
}

const batch = 5000
/** Lines of a sheet, besides its heads. */
const mostOfSheet = 1_048_575

/** Reads an exported file: each line is sealed with those before it, and has to be of an entry that the log has. */
export async function verifyFile(db: Queries, keys: SealKeys, file: string): Promise<VerifiedFile> {
  const lines = file.endsWith('.xlsx') ? xlsxLines(await readFile(file)) : csvLines(textsOf(file))
  const heads = (await lines.next()).value ?? []
  const id = /^\S+ ([\w-]{1,64})$/.exec(heads.at(-1) ?? '')?.[1]
  if (id === undefined) return { id: '', lines: 0, pruned: 0, isCounted: false, finding: { what: 'noProof' } }
  const verified: VerifiedFile = { id, lines: 0, pruned: 0, isCounted: false }
  const width = heads.length
  const candidates = keys.map((key) => exportKey([key], id))
  let before = sealedLine(id, heads)
  let waiting: { line: number; number: number; seal: string }[] = []
  for await (const cells of lines) {
    const line = verified.lines + 2
    const told = Array.from({ length: width - 1 }, (_, at) => cells[at] ?? '')
    const seals = (key: string) => createHmac('sha256', key).update(sealedLine(before, told)).digest('hex')
    const key = candidates.find((candidate) => seals(candidate) === cells[width - 1])
    if (key === undefined) {
      // With no key a first line alone cannot tell a change from a file of another platform.
      return { ...verified, finding: { what: line === 2 ? 'keyUnknown' : 'lineChanged', line } }
    }
    candidates.splice(0, candidates.length, key)
    before = cells[width - 1] ?? ''
    verified.lines += 1
    // A seal may begin like a formula, and stands as text then.
    const seal = (told.at(-1) ?? '').replace(/^'/, '')
    waiting.push({ line, number: Number(told.at(-2)), seal })
    if (waiting.length < batch) continue
    const finding = await compared(db, waiting, verified)
    if (finding !== undefined) return { ...verified, finding }
    waiting = []
  }
  const finding = (await compared(db, waiting, verified)) ?? (await endOf(db, verified))
  if (finding?.what === 'linesMissing' && file.endsWith('.xlsx') && verified.lines >= mostOfSheet) {
    throw new GivenFault(
      `The file goes on in another sheet, of which nothing is read: its first ${verified.lines} lines are what was exported. Export it as CSV to verify all.`,
    )
  }
  return finding === undefined ? verified : { ...verified, finding }
}

/** Whether the log has these entries under these numbers. */
async function compared(
  db: Queries,
  lines: readonly { line: number; number: number; seal: string }[],
  verified: VerifiedFile,
): Promise<VerifiedFile['finding']> {
  const { rows } = await sql<{ seq: string; seal: string; pruned: string }>`
    select l.seq, l.seal from operation_log l where l.seq = any(${lines.map(({ number }) => number)})`.execute(
    db,
  )
  const stored = new Map(rows.map(({ seq, seal }) => [Number(seq), seal]))
  const head = await db.selectFrom('operation_head').select('pruned_seq').executeTakeFirst()
  for (const { line, number, seal } of lines) {
    const known = stored.get(number)
    if (known === undefined && number > Number(head?.pruned_seq ?? 0))
      return { what: 'entryMissing', line, number }
    if (known === undefined) verified.pruned += 1
    else if (known !== seal) return { what: 'entryOther', line, number }
  }
  return undefined
}

/** Whether all lines are there that the log says were handed out. */
async function endOf(db: Queries, verified: VerifiedFile): Promise<VerifiedFile['finding']> {
  const entry = await db
    .selectFrom('operation_log')
    .where('id', '=', verified.id)
    .where('type', '=', 'export')
    .select('changes')
    .executeTakeFirst()
  const rows = entry?.changes?.rows?.after
  if (typeof rows !== 'number') return undefined
  verified.isCounted = true
  return verified.lines < rows ? { what: 'linesMissing', line: verified.lines + 2 } : undefined
}

async function* csvLines(texts: AsyncIterable<string>): AsyncGenerator<string[], void> {
  for await (const text of texts) {
    for (const cells of streamCsvRows(text, { delimiter: ',' })) yield cells.map((cell) => String(cell ?? ''))
  }
}

/** Characters that are read at once: a file may have more than a text can. */
const piece = 4 * 1024 ** 2

/** A CSV file in pieces of whole lines; a line break between quotes ends none. */
async function* textsOf(file: string): AsyncGenerator<string, void> {
  let text = ''
  let isQuoted = false
  let [at, end] = [0, 0]
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: piece })) {
    text += chunk
    for (; at < text.length; at += 1) {
      const sign = text.charCodeAt(at)
      if (sign === 0x22) isQuoted = !isQuoted
      else if (sign === 0x0a && !isQuoted) end = at + 1
    }
    if (end > 0) yield text.slice(0, end)
    text = text.slice(end)
    ;[at, end] = [text.length, 0]
  }
  if (text !== '') yield text
}

async function* xlsxLines(bytes: Buffer): AsyncGenerator<string[], void> {
  for await (const { values } of streamXlsxRows(new Uint8Array(bytes))) {
    yield values.map((cell) => String(cell ?? ''))
  }
}

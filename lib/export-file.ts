import { refusalOf } from './api'
import { csvOf } from './csv'
import { type ExportEnd, type ExportProgress, frameKinds, frameReader } from './export-frames'
import { readEnvelope, send } from './request'
import { saveFile } from './save-file'

export interface AskedFile {
  list: string
  format: 'csv' | 'xlsx'
  /** As the list's address has it. */
  search: Record<string, string>
}

/** The rows that had come when an export broke off. */
export class BrokenOff extends Error {
  readonly rows: number
  constructor(rows: number) {
    super('the export broke off')
    this.rows = rows
  }
}

/** Bytes that are handed to the browser at a time, which keeps them on disk: the page holds no more. */
const heldBytes = 4 * 1024 * 1024
const types = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * A list as a file. There is one when all of it has come, and none before.
 * @throws CallError where it was refused, BrokenOff where it was not finished
 */
export async function exportFile(
  asked: AskedFile,
  signal: AbortSignal,
  tell: (rows: number) => void,
): Promise<ExportEnd & { file: Blob }> {
  const answer = await send('/session/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    signal,
  })
  if (!answer.ok || answer.body === null) {
    throw refusalOf(await readEnvelope(answer), false)
  }
  const frames = frameReader()
  const parts: Blob[] = []
  let held: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let rows = 0
  const put = () => {
    parts.push(new Blob(held))
    held = []
    size = 0
  }
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
    if (done) throw new BrokenOff(rows)
    for (const { kind, content } of frames(value)) {
      if (kind === frameKinds.bytes) {
        held.push(content)
        size += content.length
        if (size >= heldBytes) put()
        continue
      }
      const told = JSON.parse(new TextDecoder().decode(content)) as ExportProgress
      rows = told.rows
      if (kind === frameKinds.fault) throw new BrokenOff(rows)
      if (kind === frameKinds.end) {
        put()
        return { ...(told as ExportEnd), file: new Blob(parts, { type: types[asked.format] }) }
      }
      tell(rows)
    }
  }
}

/** Hands out lines as a CSV file. @param name without its ending */
export function saveCsv(lines: readonly (readonly string[])[], name: string): void {
  saveFile(new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}

import 'server-only'
import { Readable } from 'node:stream'

/** A content type that names one. */
const saysEncoding = /;\s*charset\s*=\s*"?([\w:.-]+)/i
/** Bytes at a page's begin in which browsers look for what it says of itself. */
const prescanned = 1_024
const inPage = /<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i
const inSheet = /^@charset "([^"]{1,40})"/
const mark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * The encoding that a file says of itself; nothing where it is UTF-8, which is what wujie reads every file as, or where nobody can
 * read it.
 * @param type its content type
 */
export function encodingOf(body: Buffer, type: string): string | undefined {
  if (body.subarray(0, mark.length).equals(mark)) return undefined
  const begin = body.subarray(0, prescanned).toString('latin1')
  const said =
    saysEncoding.exec(type) ?? inSheet.exec(begin) ?? (/html/i.test(type) ? inPage.exec(begin) : null)
  try {
    const { encoding } = new TextDecoder(said?.[1] ?? 'utf-8')
    return encoding === 'utf-8' ? undefined : encoding
  } catch {
    return undefined
  }
}

/** The text of a file in another encoding. */
export function inUtf8(body: Buffer, encoding: string): Buffer {
  return Buffer.from(new TextDecoder(encoding).decode(body))
}

/** A file's text in UTF-8 as it comes, whose content type says its encoding; nothing where nobody can read that. */
export function streamedInUtf8(body: Readable, type: string): Readable | undefined {
  const [, said = 'utf-8'] = saysEncoding.exec(type) ?? []
  try {
    const decoder = new TextDecoder(said)
    if (decoder.encoding === 'utf-8') return undefined
    return Readable.from(decoded(body, decoder)).once('close', () => body.destroy())
  } catch {
    return undefined
  }
}

async function* decoded(body: Readable, decoder: TextDecoder): AsyncGenerator<Buffer, void> {
  let isMarked: boolean | undefined
  for await (const chunk of body as AsyncIterable<Buffer>) {
    isMarked ??= chunk.subarray(0, mark.length).equals(mark)
    yield isMarked ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }))
  }
  const rest = isMarked ? '' : decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}

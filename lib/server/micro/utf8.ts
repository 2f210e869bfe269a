import 'server-only'

/** A content type that names one. */
const saysEncoding = /;\s*charset\s*=\s*"?([\w:.-]+)/i
/** Bytes at a page's begin in which browsers look for what it says of itself. */
const prescanned = 1_024
const inPage = /<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i
const inSheet = /^@charset "([^"]{1,40})"/
const mark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * A file's text in UTF-8, which is what wujie reads every file as; nothing where it is that already, or where nobody can read it.
 * @param type its content type
 */
export function inUtf8(body: Buffer, type: string): Buffer | undefined {
  if (body.subarray(0, mark.length).equals(mark)) return undefined
  const begin = body.subarray(0, prescanned).toString('latin1')
  const said =
    saysEncoding.exec(type) ?? inSheet.exec(begin) ?? (/html/i.test(type) ? inPage.exec(begin) : null)
  try {
    const decoder = new TextDecoder(said?.[1] ?? 'utf-8')
    return decoder.encoding === 'utf-8' ? undefined : Buffer.from(decoder.decode(body))
  } catch {
    return undefined
  }
}

/** Whether a content type names another one. */
export function saysOtherEncoding(type: string): boolean {
  const [, said = 'utf-8'] = saysEncoding.exec(type) ?? []
  return !/^utf-?8$/i.test(said)
}

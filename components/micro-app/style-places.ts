import { type Files, fileAddress } from './file-addresses'

/**
 * What of a style sheet may name a file, and what only looks so: comments, other strings. No part of it can fail once it has
 * begun, so that a sheet takes time by its size: wujie's own expression for this hangs at an open bracket.
 */
const part =
  /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|((?<![\w-])url\(\s*|@import\s*)?(?:"([^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)"?|'([^'\\\n]*(?:\\[\s\S][^'\\\n]*)*)'?)|(?<![\w-])url\(([^)\\]*(?:\\[\s\S][^)\\]*)*)/gi
const escaped = /\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi
/** Signs that no address without quotes has: browsers pass over the whole. */
const broken = /[\s"'(]/

/**
 * What a style sheet names starts from where it is; a mark in the page (`#id`) and whole addresses stay as they are.
 * @param sheet its address, or that of the page that it stands in
 */
export function placedStyles(css: string, sheet: string, files: Files): string {
  const place = (whole: string, before: string, written: string) => {
    const given = written.replace(escaped, (_, code?: string, sign = '') =>
      code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16) % 0x110000),
    )
    const stays = given === '' || given.startsWith('#') || URL.canParse(given) || !URL.canParse(given, sheet)
    if (stays) return whole
    return `${before}"${fileAddress(new URL(given, sheet).href, files).replaceAll('\\', '%5C')}"`
  }
  const placed = css.replace(
    part,
    (whole, before?: string, double?: string, single?: string, bare?: string) => {
      const quoted = double ?? single
      if (quoted !== undefined) return before === undefined ? whole : place(whole, before, quoted)
      const plain = bare?.trim()
      return plain === undefined || broken.test(plain.replace(escaped, ''))
        ? whole
        : place(whole, 'url(', plain)
    },
  )
  // wujie puts the text in the page by a replacement, in which `$'` is all that follows.
  return placed.replace(/\$(?=[$&`'<\d])/g, '\\24 ')
}

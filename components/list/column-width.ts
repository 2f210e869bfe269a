/** Column widths of specification section 9 (LIST-5): 100 for labels under 6 characters, else 16 for each. */
export function columnWidth(label: string): number {
  const length = Array.from(label).length
  return length < 6 ? 100 : length * 16
}

/** Pixels of a character at 13 px: of a Latin one, which capitals and `m` exceed, and of a square one. */
const latin = 7.4
const square = 13
/** The blank at both sides of a cell. */
const padding = 32
/** What is longer is cut, and can be read by pointing at it or in the row's sheet. */
const longest = 320

/** Pixels that a cell needs for a text, by its characters alone: rows that are still arriving move nothing. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e7f' ? square : latin
  return Math.ceil(width)
}

/** Pixels of a column: what its label is granted, or what it holds where that is more. */
export function fittingWidth(label: string, texts: readonly string[], extra = 0, most = longest): number {
  const content = texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0)
  return Math.max(columnWidth(label), Math.min(content + padding + extra, most))
}

/** Pixels of a time to the second, in either language. */
export const timeWidth = 184

/** Pixels of how long ago something was, in either language. */
export const agoWidth = 140

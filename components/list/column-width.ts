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
export function fittingWidth(label: string, texts: readonly string[], extra = 0): number {
  const content = texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0)
  return Math.max(columnWidth(label), Math.min(content + padding + extra, longest))
}

/** How much wider than its content a column gets where there is room. */
const growth = 1.6
/** Pixels down to which a longer text gives room, before another column is out of sight. */
const enough = 180

interface Fit {
  /** Pixels that it is granted. */
  size: number
  /** Pixels that it keeps where there is no room for all. */
  least: number
}

/**
 * @param beside pixels of what stands before the text
 * @param least pixels that it keeps
 */
export function fitOf(label: string, size: number, beside = 0, least = enough): Fit {
  return { size, least: Math.max(columnWidth(label), Math.min(size, least + beside)) }
}

/** Widths of columns as CSS has them: they share what there is, and what is missing is taken from long texts. */
export function sharedWidths(fits: readonly Fit[]): string[] {
  const sum = (of: (fit: Fit) => number) => fits.reduce((total, fit) => total + of(fit), 0)
  const total = sum(({ size }) => size)
  const given = sum(({ size, least }) => size - least)
  return fits.map(({ size, least }) => {
    const share = `${((100 * size) / total).toFixed(2)}cqi`
    const part = (size - least) / given
    const lack = `${(100 * part).toFixed(2)}cqi + ${Math.round(size - total * part)}px`
    return `clamp(${least}px, ${size === least ? share : `min(${share}, ${lack})`}, ${Math.round(size * growth)}px)`
  })
}

/** Pixels of a time to the second, in either language. */
export const timeWidth = 184

/** Pixels of how long ago something was, in either language. */
export const agoWidth = 140

/** Sizes of a split view in per cent (specification section 9). */
export const splitLimits = {
  initial: 20,
  smallest: 5,
  smallestOnResize: 10,
  largest: 40,
  collapsed: 3,
} as const

export interface SplitSize {
  /** Of the first pane while it is open. */
  size: number
  collapsed: boolean
}

export const splitCookie = (name: string) => `split-${name}`

/** Reads what `splitText` wrote; anything else is the initial size. */
export function readSplit(text: string | undefined): SplitSize {
  const [, digits, mark] = /^(\d{1,2}(?:\.\d)?)(c?)$/.exec(text ?? '') ?? []
  const size = Number(digits ?? splitLimits.initial)
  const known = size >= splitLimits.smallest && size <= splitLimits.largest
  return { size: known ? size : splitLimits.initial, collapsed: known && mark === 'c' }
}

export function splitText({ size, collapsed }: SplitSize): string {
  return `${Math.round(size * 10) / 10}${collapsed ? 'c' : ''}`
}

/**
 * Where a pane comes to stand that is dragged to `wanted` per cent: between 10 and 40. Drawn in below the minimum of
 * 5 it collapses.
 */
export function resized({ size }: SplitSize, wanted: number): SplitSize {
  if (wanted < splitLimits.smallest) return { size, collapsed: true }
  const { smallestOnResize, largest } = splitLimits
  return { size: Math.min(Math.max(wanted, smallestOnResize), largest), collapsed: false }
}

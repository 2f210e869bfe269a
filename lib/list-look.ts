/** How a person has set up a list: what differs from how it stands by itself (EDGE-13). */
export interface ListLook {
  /** Columns by their ids: left out, though they show by themselves, or the other way round. */
  readonly hidden?: readonly string[]
  readonly shown?: readonly string[]
  /** From left to right, as far as it was said. */
  readonly order?: readonly string[]
  /** Pixels. */
  readonly widths?: Readonly<Record<string, number>>
  /** Rows a page, where the address does not say. */
  readonly size?: number
}

export interface Placed {
  readonly id: string
  /** Shows only where somebody wants it. */
  readonly isOptional?: boolean
  readonly pinned?: boolean
}

export function isShown({ id, isOptional = false, pinned = false }: Placed, look: ListLook): boolean {
  return pinned || (isOptional ? look.shown?.includes(id) === true : look.hidden?.includes(id) !== true)
}

/** Columns in a person's order: the first, which names the row, and the pinned ones stay where they are. */
export function inOrder<Column extends Placed>(
  columns: readonly Column[],
  { order = [] }: ListLook,
): Column[] {
  const [first, ...rest] = columns
  if (first === undefined) return []
  const free = rest.filter(({ pinned }) => !pinned)
  const rank = ({ id }: Column) => {
    const at = order.indexOf(id)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  // What nobody has placed, as a column of a later version is, keeps its neighbour.
  const placed = free.filter((column) => order.includes(column.id)).sort((a, b) => rank(a) - rank(b))
  const all = free.reduce<Column[]>((done, column, at) => {
    if (placed.includes(column)) return done
    const before = free.slice(0, at).findLast((one) => done.includes(one))
    const to = before === undefined ? 0 : done.indexOf(before) + 1
    return [...done.slice(0, to), column, ...done.slice(to)]
  }, placed)
  return [first, ...all, ...rest.filter(({ pinned }) => pinned)]
}

/** The columns that show, in their order; the first one always does. */
export function arranged<Column extends Placed>(columns: readonly Column[], look: ListLook): Column[] {
  return inOrder(columns, look).filter((column, at) => at === 0 || isShown(column, look))
}

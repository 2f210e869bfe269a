import { isParent, type NamedTree } from './tree'

/** Which nodes are open: a rule, and the ids that differ from it, so that it outlives a search and a save. */
export interface Opened {
  rule: 'all' | 'roots' | 'none'
  except: ReadonlySet<string>
}

export function openedBy(rule: Opened['rule']): Opened {
  return { rule, except: new Set() }
}

export function isOpen(tree: NamedTree, { rule, except }: Opened, at: number): boolean {
  const byRule = rule === 'all' || (rule === 'roots' && tree.level[at] === 1)
  return byRule !== except.has(tree.id[at] ?? '')
}

/** Opens or closes one node. */
export function withOpen(tree: NamedTree, opened: Opened, at: number, open: boolean): Opened {
  if (isOpen(tree, opened, at) === open) return opened
  const id = tree.id[at] ?? ''
  const except = new Set(opened.except)
  if (!except.delete(id)) except.add(id)
  return { ...opened, except }
}

/** Opens all that stands above a node. */
export function withWayTo(tree: NamedTree, opened: Opened, at: number): Opened {
  let next = opened
  for (let up = tree.parent[at] ?? -1; up >= 0; up = tree.parent[up] ?? -1) {
    next = withOpen(tree, next, up, true)
  }
  return next
}

/** The node itself where it shows, or the next above it that does. */
export function nearestShown(tree: NamedTree, rows: readonly number[], at: number): number {
  const shown = new Set(rows)
  let next = at
  while (next >= 0 && !shown.has(next)) next = tree.parent[next] ?? -1
  return next >= 0 ? next : (rows[0] ?? -1)
}

type TreeMove = { to: number } | { toggle: number }

interface View {
  tree: NamedTree
  /** The nodes that show, in order. */
  rows: readonly number[]
  isOpen: (at: number) => boolean
  /** Rows that the page keys pass. */
  page: number
}

/** What a key does in a tree, after the ARIA authoring practices; nothing for other keys. */
export function treeMove(key: string, at: number, { tree, rows, isOpen, page }: View): TreeMove | undefined {
  const row = rows.indexOf(at)
  const by = (step: number) => ({ to: rows[Math.min(Math.max(row + step, 0), rows.length - 1)] ?? at })
  const isOpenParent = isParent(tree, at) && isOpen(at)
  switch (key) {
    case 'ArrowDown':
      return by(1)
    case 'ArrowUp':
      return by(-1)
    case 'PageDown':
      return by(page)
    case 'PageUp':
      return by(-page)
    case 'Home':
      return by(-rows.length)
    case 'End':
      return by(rows.length)
    case 'ArrowRight':
      if (isOpenParent) return by(1)
      return isParent(tree, at) ? { toggle: at } : { to: at }
    case 'ArrowLeft':
      if (isOpenParent) return { toggle: at }
      return { to: tree.parent[at] === -1 ? at : (tree.parent[at] ?? at) }
    default:
      return undefined
  }
}

/** A run of rows with the space that others, which are not in the document, take before it. */
export interface ShownRow {
  at: number
  /** Its place among all rows, from 0. */
  row: number
  /** How many rows are left out right before it. */
  gap: number
}

/** Rows of the window [first, first + count), and `kept` wherever it is, so that the focus in it is not lost. */
export function shownRows(rows: readonly number[], first: number, count: number, kept: number): ShownRow[] {
  const places = rows.slice(first, first + count).map((_, index) => first + index)
  const place = rows.indexOf(kept)
  if (place >= 0 && (place < first || place >= first + count)) {
    if (place < first) places.unshift(place)
    else places.push(place)
  }
  return places.map((row, index) => ({
    at: rows[row] ?? -1,
    row,
    gap: row - (index === 0 ? 0 : (places[index - 1] ?? 0) + 1),
  }))
}

/** The next node that shows, from `at` on and round, whose name begins with a letter; nothing where there is none. */
export function nextNamed(
  tree: Pick<NamedTree, 'name'>,
  rows: readonly number[],
  at: number,
  letter: string,
): number | undefined {
  const row = rows.indexOf(at)
  const order = [...rows.slice(row + 1), ...rows.slice(0, row + 1)]
  return order.find((next) => tree.name[next]?.toLowerCase().startsWith(letter.toLowerCase()))
}

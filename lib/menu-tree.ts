import { limits } from '#contracts/limits'
import type { MenuRow, NodeType } from '#contracts/menu'
import { nodeTypes } from '#contracts/menu'
import { rootOf, shapeOf, type TreeShape } from './tree'

type Text = string | null | undefined

/**
 * The menu page's tree as it travels to the browser: a list for each column, in the order in which the nodes show.
 * Levels and order are the whole structure, so that no name of a field, no parent and no application is sent a thousand
 * times over.
 */
interface MenuColumns {
  /** 1 for roots. */
  level: number[]
  id: string[]
  name: string[]
  /** None where the platform knows no English names. */
  nameEn: Text[]
  /** What the menu calls it in the person's language, where that is another name. */
  shown: Text[]
  type: number[]
  code: Text[]
  path: Text[]
  icon: Text[]
  sort: (number | null | undefined)[]
  method: Text[]
  enabled: boolean[]
  /** Why a node is left as it is. */
  lock: Lock[]
  description: Text[]
  component: Text[]
  linkUrl: Text[]
  iFrame: boolean[]
  version: Text[]
  /** The systems of roots, by the roots' ids, where they are not these. */
  systems: Record<string, string>
}

/** `builtIn`: insideFlag "0". `control`: isControl 0 (specification section 2.15). */
export type Lock = 'builtIn' | 'control' | null

/** The same with what the order says. */
export type MenuTree = Omit<MenuColumns, 'level'> & TreeShape

/** @param isLeftOut whether a node is left out, with all below it */
export function columnsOf(
  roots: readonly MenuRow[],
  isLeftOut: (row: MenuRow) => boolean = () => false,
  shownName: (row: MenuRow) => string = ({ name }) => name,
): MenuColumns {
  const columns: MenuColumns = {
    level: [],
    id: [],
    name: [],
    nameEn: [],
    shown: [],
    type: [],
    code: [],
    path: [],
    icon: [],
    sort: [],
    method: [],
    enabled: [],
    lock: [],
    description: [],
    component: [],
    linkUrl: [],
    iFrame: [],
    version: [],
    systems: {},
  }
  const visit = (rows: readonly MenuRow[], level: number) => {
    for (const row of rows) {
      if (isLeftOut(row)) continue
      columns.level.push(level)
      columns.id.push(row.id)
      columns.name.push(row.name)
      columns.nameEn.push(row.nameEn)
      const shown = shownName(row)
      columns.shown.push(shown === row.name ? null : shown)
      columns.type.push(row.type)
      columns.code.push(row.code)
      columns.path.push(row.path)
      columns.icon.push(row.icon)
      columns.sort.push(row.sort)
      columns.method.push(row.method)
      columns.enabled.push(row.enabled ?? true)
      columns.lock.push(lockOf(row))
      columns.description.push(row.description)
      columns.component.push(row.component)
      columns.linkUrl.push(row.linkUrl)
      columns.iFrame.push(row.iFrame ?? false)
      columns.version.push(row.version)
      visit(row.children ?? [], level + 1)
    }
  }
  visit(roots, 1)
  // On its way to the browser what a platform does not know would become what a node does not have.
  if (columns.nameEn.every((name) => name === undefined)) columns.nameEn = []
  if (columns.shown.every((name) => name === null)) columns.shown = []
  for (const { id, systemId, children } of roots) {
    const system = systemId ?? children?.[0]?.systemId
    if (system && system !== id) columns.systems[id] = system
  }
  return columns
}

/** What an entry is called on the page, and in what is asked and told of it. */
export function shownName(tree: Pick<MenuTree, 'name' | 'shown'>, at: number): string {
  return tree.shown[at] ?? tree.name[at] ?? ''
}

/** The system that a node belongs to, as the calls name it. */
export function systemOf(tree: MenuTree, at: number): string {
  const root = tree.id[rootOf(tree, at)] ?? ''
  return tree.systems[root] ?? root
}

function lockOf({ insideFlag, isControl }: MenuRow): Lock {
  // Below what is built in something may still be added; not here.
  if (isControl === 0) return 'control'
  return insideFlag === '0' ? 'builtIn' : null
}

export function treeFrom(columns: MenuColumns): MenuTree {
  return { ...columns, ...shapeOf(columns.level) }
}

/** Of a tree what a text is found in, by either name, with the ways there and all below it: the platform searches the stored names alone. */
export function foundRows(
  rows: readonly MenuRow[],
  text: string,
  shownName: (row: MenuRow) => string,
): MenuRow[] {
  const wanted = text.toLowerCase()
  return rows.flatMap((row) => {
    if ([row.name, shownName(row)].some((name) => name.toLowerCase().includes(wanted))) return [row]
    const children = foundRows(row.children ?? [], text, shownName)
    return children.length > 0 ? [{ ...row, children }] : []
  })
}

/** One text instead of a hundred thousand values, each of which the framework would look at by itself. */
export function packMenu(roots: readonly MenuRow[], shownName?: (row: MenuRow) => string): string {
  return JSON.stringify(columnsOf(roots, undefined, shownName))
}

export function unpackMenu(packed: string): MenuTree {
  return treeFrom(JSON.parse(packed) as MenuColumns)
}

/** Whether there is an application that the person may add to. */
export function hasApplication(tree: MenuTree): boolean {
  return tree.type.some((type, at) => type === nodeTypes.application && tree.lock[at] !== 'control')
}

/** What is usually added below a node of this type; nothing where nothing can hang. */
export function typeBelow(type: number | undefined): NodeType | undefined {
  const { application, directory, menu, button } = nodeTypes
  if (type === application) return directory
  if (type === directory) return menu
  return type === menu ? button : undefined
}

/** A sort number that puts a new node behind those that hang there. */
export function nextSort(tree: MenuTree, parent: number): number {
  const taken = new Set<number>()
  for (let at = parent + 1; at < (tree.end[parent] ?? 0); at = tree.end[at] ?? at + 1) {
    taken.add(tree.sort[at] ?? 0)
  }
  let next = Math.min(Math.max(0, ...taken) + 1, limits.largestSort)
  while (taken.has(next) && next > limits.smallestSort) next -= 1
  return next
}

/** A node as a parent, named: a dialog tells of it even where it cannot read the others. */
export interface ParentChoice {
  id: string
  name: string
  type: number
  /** The application that it belongs to. */
  systemId: string
  /** What stands above it, outermost first. */
  way: string[]
}

export function parentChoice(tree: MenuTree, at: number): ParentChoice {
  const way: string[] = []
  for (let up = tree.parent[at] ?? -1; up >= 0; up = tree.parent[up] ?? -1) way.unshift(shownName(tree, up))
  return {
    id: tree.id[at] ?? '',
    name: shownName(tree, at),
    type: tree.type[at] ?? -1,
    systemId: systemOf(tree, at),
    way,
  }
}

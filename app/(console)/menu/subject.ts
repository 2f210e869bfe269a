import { type MenuForm, type NodeType, nodeTypes, requestMethods } from '#contracts/menu'
import { type MenuTree, nextSort, type ParentChoice, parentChoice, typeBelow } from '#lib/menu-tree'

/** The fields of every type at once: what one type hides is kept for when the person comes back to it. */
interface FormStart {
  type: Exclude<NodeType, 0>
  name: string
  /** Nothing where the platform keeps none. */
  nameEn: string | undefined
  code: string
  path: string
  sort: number | string
  pid: string
  description: string
  icon: string
  component: string
  linkUrl: string
  iFrame: boolean
  method: Extract<MenuForm, { type: 3 }>['method'] | undefined
}

/** What the dialog is open for. */
export interface Subject {
  /** The node to edit; none to add one. */
  edited?: { id: string; version: string | null | undefined }
  parent: ParentChoice | undefined
  start: FormStart
  /** The sort number that a new node below this one would get; nothing where it is not known. */
  sortBelow?: (parentId: string) => number | undefined
}

const nothing: FormStart = {
  type: nodeTypes.directory,
  name: '',
  nameEn: '',
  code: '',
  path: '',
  sort: '',
  pid: '',
  description: '',
  icon: '',
  component: '',
  linkUrl: '',
  iFrame: false,
  method: undefined,
}

export function newSubject(tree: MenuTree | undefined): Subject {
  return { parent: undefined, start: blank(tree), sortBelow: sortsIn(tree) }
}

function blank(tree: MenuTree | undefined): FormStart {
  const keepsEnglish = tree?.nameEn.some((name) => name !== undefined) === true
  return { ...nothing, nameEn: keepsEnglish ? '' : undefined }
}

function sortsIn(tree: MenuTree | undefined): Subject['sortBelow'] {
  return (parentId) => {
    const at = tree?.id.indexOf(parentId) ?? -1
    return tree && at >= 0 ? nextSort(tree, at) : undefined
  }
}

/**
 * The sort number once another parent was chosen: what was suggested for the earlier one goes with it, what somebody
 * typed stays.
 */
export function sortAfterMove(
  { start, sortBelow }: Subject,
  given: unknown,
  earlierId: unknown,
  parentId: string,
): number | undefined {
  const isSuggested = [start.sort, sortBelow?.(String(earlierId))].some(
    (sort) => String(sort) === String(given),
  )
  return isSuggested ? sortBelow?.(parentId) : undefined
}

/** A new node at the place and of the type that fit below this one. */
export function subjectBelow(tree: MenuTree, at: number): Subject {
  const parent = parentChoice(tree, at)
  const type = typeOf(typeBelow(tree.type[at]))
  const start = { ...blank(tree), type, pid: parent.id, sort: nextSort(tree, at) }
  return { parent, start, sortBelow: sortsIn(tree) }
}

export function editSubject(tree: MenuTree, at: number): Subject {
  const above = tree.parent[at] ?? -1
  const parent = above < 0 ? undefined : parentChoice(tree, above)
  return {
    edited: { id: tree.id[at] ?? '', version: tree.version[at] },
    parent,
    start: {
      type: typeOf(tree.type[at]),
      name: tree.name[at] ?? '',
      nameEn: tree.nameEn[at] === undefined ? undefined : (tree.nameEn[at] ?? ''),
      code: tree.code[at] ?? '',
      path: tree.path[at] ?? '',
      sort: tree.sort[at] ?? '',
      pid: parent?.id ?? '',
      description: tree.description[at] ?? '',
      icon: tree.icon[at] ?? '',
      component: tree.component[at] ?? '',
      linkUrl: tree.linkUrl[at] ?? '',
      iFrame: tree.iFrame[at] ?? false,
      method: requestMethods.find((method) => method === tree.method[at]?.toUpperCase()),
    },
  }
}

function typeOf(type: number | undefined): FormStart['type'] {
  const { directory, menu, button, component } = nodeTypes
  return [menu, button, component].find((known) => known === type) ?? directory
}

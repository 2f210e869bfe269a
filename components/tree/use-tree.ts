'use client'

import { type KeyboardEvent, type RefObject, type UIEvent, useMemo, useRef, useState } from 'react'
import { type Found, foundNodes, isParent, type NamedTree, searchTree, visibleNodes } from '#lib/tree'
import {
  isOpen,
  nearestShown,
  nextNamed,
  type Opened,
  type ShownRow,
  shownRows,
  treeMove,
  withOpen,
} from '#lib/tree-view'

/** Rows beyond the window's edges, and by how many rows the window moves on at a time. */
const overscan = 4

interface Given<Box extends HTMLElement> {
  /** The element that scrolls, where somebody else needs it too. */
  box?: RefObject<Box | null>
  tree: NamedTree
  opened: Opened
  onOpened: (opened: Opened) => void
  /** Pixels. Rows are all alike, so that only those in sight need to be in the document. */
  rowHeight: number
  /** Pixels of the box, and of the head that stays in sight in it. */
  height: number
  headHeight?: number
  /** What is searched for in `texts`, one of each node: what is found shows with the way to it, which is open at first. */
  search?: { text: string; texts: readonly string[] }
  /** The node to begin at. */
  startAt?: number
  /** Whether rows have the focus themselves: the active one is in the document then, wherever it stands. */
  focusesRows?: boolean
}

interface TreeControl<Box extends HTMLElement> {
  box: RefObject<Box | null>
  /** The nodes that show, in order. */
  rows: readonly number[]
  /** The node that the keyboard is at; -1 where nothing shows. */
  active: number
  activate: (at: number) => void
  /** The rows to put into the document, and the number of rows behind the last of them. */
  shown: readonly ShownRow[]
  rest: number
  /** Nothing for a node without children. */
  openState: (at: number) => boolean | undefined
  toggle: (at: number) => void
  /** Whether the search leaves a node, be what is above it open or not. */
  isFound: (at: number) => boolean
  onScroll: (event: UIEvent<HTMLElement>) => void
  /** The same for a box whose page scrolls: how many pixels of its rows are above the window. */
  onScrolled: (above: number) => void
  /** Scrolls as little as brings a node into sight. */
  reveal: (at: number) => void
  /** What a key does, after the ARIA authoring practices: the node it leads to, or nothing; it opens and closes by itself. */
  moveByKey: (event: KeyboardEvent) => number | undefined
}

/** What every tree does: open and close, walk by keys, and show the rows in sight only. */
export function useTree<Box extends HTMLElement = HTMLDivElement>(given: Given<Box>): TreeControl<Box> {
  const {
    tree,
    opened,
    onOpened,
    rowHeight,
    height,
    headHeight = 0,
    search,
    startAt = -1,
    focusesRows = false,
  } = given
  const ownBox = useRef<Box>(null)
  const box = given.box ?? ownBox
  const [activeId, setActiveId] = useState(tree.id[startAt])
  const [first, setFirst] = useState(0)

  const { text = '', texts } = search ?? {}
  const wanted = text.trim()
  const found = useMemo(
    () => (texts === undefined || wanted === '' ? undefined : searchTree(tree, texts, wanted)),
    [tree, texts, wanted],
  )
  /** The nodes of that search that are not as they were at first. */
  const [turned, setTurned] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: '', ids: none })
  const ids = turned.of === wanted ? turned.ids : none
  const rows = useMemo(
    () =>
      found === undefined
        ? visibleNodes(tree, (at) => isOpen(tree, opened, at))
        : foundNodes(tree, found, (at) => isFoundOpen(tree, found, ids, at)),
    [tree, opened, found, ids],
  )
  const active = nearestShown(tree, rows, activeId === undefined ? -1 : tree.id.indexOf(activeId))
  const count = Math.ceil(height / rowHeight) + 3 * overscan
  const from = Math.max(0, Math.min(first, rows.length - count))
  const shown = shownRows(rows, from, count, focusesRows ? active : -1)
  const isShownOpen = (at: number) =>
    found === undefined ? isOpen(tree, opened, at) : isFoundOpen(tree, found, ids, at)
  const toggle = (at: number) => {
    if (found === undefined) return onOpened(withOpen(tree, opened, at, !isOpen(tree, opened, at)))
    // What was open before the search is so again behind it.
    const next = new Set(ids)
    const id = tree.id[at] ?? ''
    if (!next.delete(id)) next.add(id)
    setTurned({ of: wanted, ids: next })
  }

  const onScrolled = (above: number) =>
    setFirst(Math.max(0, Math.floor(above / rowHeight / overscan - 1) * overscan))

  const onMove = (move: ReturnType<typeof treeMove>): number | undefined => {
    if (move === undefined || 'to' in move) return move?.to
    if (isParent(tree, move.toggle)) toggle(move.toggle)
    return undefined
  }
  return {
    box,
    rows,
    active,
    activate: (at) => setActiveId(tree.id[at]),
    shown,
    rest: rows.length - 1 - (shown.at(-1)?.row ?? -1),
    openState: (at) => (isParent(tree, at) ? isShownOpen(at) : undefined),
    toggle,
    isFound: (at) => found === undefined || found.kept[at] === 1,
    onScroll: ({ currentTarget }) => onScrolled(currentTarget.scrollTop),
    onScrolled,
    reveal: (at) => {
      if (box.current !== null) scrollToRow(box.current, rows.indexOf(at), { rowHeight, headHeight })
    },
    moveByKey: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || active < 0) return undefined
      const page = Math.max(1, Math.floor((height - headHeight) / rowHeight))
      const move = treeMove(event.key, active, { tree, rows, isOpen: isShownOpen, page })
      const isLetter = event.key.length === 1 && event.key !== ' '
      if (move === undefined && !isLetter) return undefined
      event.preventDefault()
      return move === undefined ? nextNamed(tree, rows, active, event.key) : onMove(move)
    },
  }
}

const none: ReadonlySet<string> = new Set()

function isFoundOpen(tree: NamedTree, { leads }: Found, turned: ReadonlySet<string>, at: number): boolean {
  return (leads[at] === 1) !== turned.has(tree.id[at] ?? '')
}

/** Whether a tree's box scrolls its rows, or the page does. */
export function scrollsItself(box: HTMLElement): boolean {
  return getComputedStyle(box).overflowY !== 'visible'
}

/** Pixels of the window's edges in which the page's style lets nothing stop. */
export function pageEdges(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  // `auto` is none.
  return {
    top: Number.parseFloat(scrollPaddingTop) || 0,
    bottom: Number.parseFloat(scrollPaddingBottom) || 0,
  }
}

/**
 * Scrolls as little as brings a row into sight, below the head.
 * @param row its place among all that show, from 0; heights in pixels
 */
export function scrollToRow(
  element: HTMLElement,
  row: number,
  { rowHeight, headHeight }: { rowHeight: number; headHeight: number },
): void {
  const top = row * rowHeight
  if (!scrollsItself(element)) {
    const shown = element.getBoundingClientRect().top + top
    const below = shown + rowHeight - window.innerHeight + pageEdges().bottom
    if (shown < headHeight) window.scrollBy(0, shown - headHeight)
    else if (below > 0) window.scrollBy(0, below)
    return
  }
  const inSight = element.clientHeight - headHeight - rowHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top > element.scrollTop + inSight) element.scrollTop = top - inSight
}

'use client'

import { type ChangeEvent, type KeyboardEvent, useRef } from 'react'
import type { RowSheet } from '#components/list/row-sheet'
import type { Selection } from '#components/list/use-selection'
import type { MenuTree } from '#lib/menu-tree'
import { keysAreOff } from '#lib/storage'
import { type ChosenNode, chosenNodes, foundNodes, isChoice } from './chosen-nodes'

export interface NodeChoice {
  has: (at: number) => boolean
  /** One, or with Shift held all from the one before to it. */
  toggle: (at: number, event?: ChangeEvent<HTMLInputElement>) => void
  /** All from one row that shows to another. */
  walk: (from: number, to: number) => void
  /** As a key does; false for what cannot be chosen. */
  press: (at: number) => boolean
  /** Whether the key was one for rows that can be chosen; the keyboard is at `active`. */
  byKey: (event: KeyboardEvent, active: number) => boolean
  /** Of the rows that show; `none` of them can be chosen. */
  all: { none: boolean; checked: boolean; partly: boolean; set: (on: boolean) => void }
}

interface Given {
  tree: MenuTree
  /** The nodes that show, in order. */
  rows: readonly number[]
  searched: string
  selection: Selection<ChosenNode>
  sheet: RowSheet
}

/** The rows of the tree that are chosen, and choosing others. */
export function useNodeChoice({ tree, rows, searched, selection, sheet }: Given): NodeChoice {
  const last = useRef<string>(undefined)
  const has = (at: number) => selection.rows.has(tree.id[at] ?? '')
  const set = (nodes: readonly number[], on: boolean) => {
    const known = chosenNodes(tree, nodes)
    const others = [...selection.rows.keys()].filter((id) => !known.has(id))
    selection.take(on ? [...others, ...known.keys()] : others, known)
  }
  const between = (one: number, other: number) => {
    const [from, to] = [rows.indexOf(one), rows.indexOf(other)]
    return from < 0 ? [other] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  }
  const shown = () => {
    const found = new Set(foundNodes(tree, searched))
    return rows.filter((at) => found.has(at))
  }
  const ids = [...chosenNodes(tree, shown()).keys()]
  const checked = ids.length > 0 && ids.every((id) => selection.rows.has(id))
  const toggle: NodeChoice['toggle'] = (at, event) => {
    const native = event?.nativeEvent
    const isRange = native instanceof MouseEvent && native.shiftKey
    set(isRange ? between(tree.id.indexOf(last.current ?? ''), at) : [at], !has(at))
    last.current = tree.id[at]
  }
  const press = (at: number) => {
    if (at < 0 || !isChoice(tree, at)) return false
    toggle(at)
    return true
  }
  const pressed = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, active: number) => {
    const onBox = target instanceof HTMLInputElement
    if (ctrlKey || metaKey || altKey || !(onBox || target instanceof HTMLTableRowElement)) return false
    if ((key === ' ' && !onBox) || (key === 'x' && !keysAreOff())) return press(active)
    // An open sheet closes first.
    if (key !== 'Escape' || selection.rows.size === 0 || sheet.opened !== undefined) return false
    selection.clear()
    return true
  }
  return {
    has,
    toggle,
    walk: (from, to) => set(between(from, to), true),
    press,
    byKey: (event, active) => {
      const isOne = pressed(event, active)
      if (isOne) event.preventDefault()
      return isOne
    },
    all: {
      none: ids.length === 0,
      checked,
      partly: !checked && selection.rows.size > 0,
      set: (on) => set(shown(), on),
    },
  }
}

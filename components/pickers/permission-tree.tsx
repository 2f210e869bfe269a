'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { FoldAll } from '#components/tree/fold-all'
import { TreeBox, type TreeRow } from '#components/tree/tree-box'
import {
  addedTo,
  type Check,
  type Chosen,
  checkedIds,
  checkOf,
  chosenOf,
  type FlatTree,
  isChoosable,
  toggled,
} from '#lib/permission-tree'

/** What is saved: what differs from it is marked. */
interface Saved {
  ids: readonly string[]
  /** Tells how many were added at a node and below it, and how many taken away. */
  text: (more: number, less: number) => string | undefined
}

interface Props {
  tree: FlatTree
  /** Ids of checked nodes. */
  value: readonly string[]
  saved?: Saved | undefined
  onChange: (ids: string[]) => void
  label: string
  describedBy: string | undefined
  invalid: boolean
  /** Whose words it uses. */
  words?: 'role' | 'apply'
  /** Says who has a node that cannot be chosen. */
  takenText?: (name: string) => string
  /** Says why nothing can be chosen below a node. */
  lockedText?: string
  /** What there is to know of these nodes as they are chosen now, in a word and in a sentence. */
  hinted?: { nodes: ReadonlySet<number>; text: string; hint: string }
}

const ariaChecked = { none: false, some: 'mixed', all: true } as const

/** A tree with boxes, of which a parent's stands for all below it; in a search, for what that leaves of it. */
export function PermissionTree(props: Props) {
  const {
    tree,
    value,
    saved,
    onChange,
    label,
    describedBy,
    invalid,
    words = 'role',
    takenText,
    lockedText,
    hinted,
  } = props
  const t = useTranslations(words)
  const chosen = useMemo(() => chosenOf(tree, value), [tree, value])
  const savedIds = saved?.ids
  const changes = useMemo(() => changesOf(tree, savedIds, chosen), [tree, savedIds, chosen])
  const count = tree.level.reduce((sum, level, at) => (level === 1 ? sum + (chosen[at] ?? 0) : sum), 0)

  const check = (at: number, isFound: (at: number) => boolean) => {
    if (!isChoosable(tree, at)) return
    onChange(checkedIds(tree, toggled(tree, chosen, at, isFound)))
  }
  const descriptionOf = (at: number, hint: string | undefined) => {
    const change = saved?.text(changes?.more[at] ?? 0, changes?.less[at] ?? 0)
    return [hint, change].filter(Boolean).join(' ') || undefined
  }
  const row = (at: number): TreeRow => {
    const isBoxed = tree.boxed[at] ?? false
    const choosable = isChoosable(tree, at)
    const owner = tree.takenBy[at]
    const note = tree.locked[at] ? lockedText : owner ? takenText?.(owner) : undefined
    const state = checkOf(tree, chosen, at)
    const told = hinted?.nodes.has(at) ? hinted : undefined
    return {
      mark: isBoxed && <Box check={state} enabled={choosable} />,
      note: note ?? <Changes word={told?.text} more={changes?.more[at]} less={changes?.less[at]} />,
      title: choosable || !isBoxed ? told?.hint : (note ?? t('notSelectable')),
      className: choosable ? '' : 'text-faint',
      aria: {
        'aria-checked': isBoxed ? ariaChecked[state] : undefined,
        // What it is called stays its name.
        'aria-description': descriptionOf(at, told?.hint),
        'aria-disabled': (isBoxed && !choosable) || undefined,
      },
    }
  }
  return (
    <div className={`rounded-md border ${invalid ? 'border-danger' : 'border-edge'}`}>
      <TreeBox
        tree={tree}
        label={label}
        texts={tree.text}
        height={300}
        shortTree={60}
        row={row}
        onPress={check}
        searchLabel={t('searchTree')}
        emptyText={t('emptyTree')}
        noMatchText={t('noMatch')}
        multiselectable
        describedBy={describedBy}
        invalid={invalid}
        tools={(setOpened) => (
          <>
            <span aria-live="polite" className="tabular text-faint">
              {t('chosen', { count })}
            </span>
            <FoldAll words={words} look="link" setOpened={setOpened} className="gap-2 max-narrow:-ml-2" />
          </>
        )}
      />
    </div>
  )
}

function changesOf(tree: FlatTree, saved: readonly string[] | undefined, chosen: Chosen) {
  if (saved === undefined) return undefined
  const before = chosenOf(tree, saved)
  return { more: addedTo(tree, before, chosen), less: addedTo(tree, chosen, before) }
}

/** What there is to know of a node, and how many are given and taken at it and below it, against what is saved. */
function Changes({ word, more = 0, less = 0 }: { word: string | undefined; more?: number; less?: number }) {
  if (word === undefined && more + less === 0) return null
  return (
    <span aria-hidden className="tabular flex gap-2 font-medium">
      {word && <span className="text-warning">{word}</span>}
      {more > 0 && <span className="text-success">+{more}</span>}
      {less > 0 && <span className="text-danger">−{less}</span>}
    </span>
  )
}

function Box({ check, enabled }: { check: Check; enabled: boolean }) {
  const look = check === 'none' ? 'border-edge bg-surface' : 'border-accent bg-accent text-on-accent'
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 rounded-sm border ${look} ${enabled ? '' : 'opacity-40'}`}
    >
      {check === 'all' && <path d="m3.5 8.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />}
      {check === 'some' && <path d="M4 8h8" stroke="currentColor" strokeWidth="2" />}
    </svg>
  )
}

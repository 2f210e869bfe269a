'use client'

import { ChevronRight, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isParent, type MenuTree, searchable } from '#lib/menu-tree'
import { isOpen, nearestShown, openedBy, shownRows, treeMove, withOpen, withWayTo } from '#lib/menu-tree-view'
import { foundNodes, visibleNodes } from '#lib/permission-tree'
import { NodeTypeIcon } from './node-type'

/** Pixels. Rows are all alike, so that only those in sight need to be in the document. */
const rowHeight = 30
export const treeHeight = 240
const overscan = 4
/** A tree of at most so many nodes opens at once. */
const shortTree = 40

interface Props {
  tree: MenuTree
  label: string
  chosenId: string | undefined
  onChosen: (at: number) => void
}

/** A tree of which one node is chosen, after the ARIA authoring practices. */
export function ParentTree({ tree, label, chosenId, onChosen }: Props) {
  const t = useTranslations('menu')
  const id = useId()
  const chosen = chosenId === undefined ? -1 : tree.id.indexOf(chosenId)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(() =>
    withWayTo(tree, openedBy(tree.size <= shortTree ? 'all' : 'applications'), chosen),
  )
  const [asked, setAsked] = useState(chosen)
  const [top, setTop] = useState(0)
  const box = useRef<HTMLDivElement>(null)

  const searched = useMemo(() => searchable(tree), [tree])
  const searching = text.trim() !== ''
  const isShownOpen = (at: number) => searching || isOpen(tree, opened, at)
  const rows = useMemo(
    () => (searching ? foundNodes(searched, text) : visibleNodes(tree, (at) => isOpen(tree, opened, at))),
    [tree, searched, text, searching, opened],
  )
  const active = nearestShown(tree, rows, asked)
  const activeRow = rows.indexOf(active)
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const shown = shownRows(rows, first, Math.ceil(treeHeight / rowHeight) + 2 * overscan, -1)

  useEffect(() => {
    // The active row follows the keyboard; the scroll position is the browser's.
    const element = box.current
    if (element === null) return
    const from = activeRow * rowHeight
    if (from < element.scrollTop) element.scrollTop = from
    else if (from + rowHeight > element.scrollTop + treeHeight)
      element.scrollTop = from + rowHeight - treeHeight
  }, [activeRow])

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || active < 0) return
    const isPress = event.key === 'Enter' || event.key === ' '
    const page = Math.floor(treeHeight / rowHeight)
    const move = isPress ? undefined : treeMove(event.key, active, { tree, rows, isOpen: isShownOpen, page })
    if (!isPress && move === undefined) return
    event.preventDefault()
    if (move === undefined) onChosen(active)
    else if ('to' in move) setAsked(move.to)
    else if (!searching) setOpened(withOpen(tree, opened, move.toggle, !isShownOpen(move.toggle)))
  }
  return (
    <>
      <div className="flex items-center gap-2 border-line border-b px-2.5">
        <Search aria-hidden className="size-3.5 text-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the person opened it to find something.
          autoFocus
          aria-label={t('findParent')}
          placeholder={t('findParent')}
          value={text}
          maxLength={50}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            box.current?.focus()
          }}
          className="h-8 min-w-24 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
      </div>
      {rows.length === 0 ? (
        <p
          role="status"
          className="grid place-items-center text-faint text-md"
          style={{ height: treeHeight }}
        >
          {tree.size === 0 ? t('noParents') : t('noParentFound')}
        </p>
      ) : (
        <div
          ref={box}
          role="tree"
          aria-label={label}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          tabIndex={0}
          onKeyDown={onKey}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          style={{ height: treeHeight }}
          className="group overflow-y-auto rounded-b-md"
        >
          <div role="presentation" style={{ height: rows.length * rowHeight, paddingTop: first * rowHeight }}>
            {shown.map(({ at }) => (
              <Item
                key={tree.id[at]}
                id={`${id}-${at}`}
                tree={tree}
                at={at}
                open={isParent(tree, at) ? isShownOpen(at) : undefined}
                active={at === active}
                chosen={at === chosen}
                onPress={() => onChosen(at)}
                onToggle={() => {
                  setAsked(at)
                  setOpened(withOpen(tree, opened, at, !isOpen(tree, opened, at)))
                }}
              />
            ))}
          </div>
        </div>
      )}
    </>
  )
}

interface ItemProps {
  id: string
  tree: MenuTree
  at: number
  /** Nothing for a node without children. */
  open: boolean | undefined
  active: boolean
  chosen: boolean
  onPress: () => void
  onToggle: () => void
}

function Item({ id, tree, at, open, active, chosen, onPress, onToggle }: ItemProps) {
  const level = tree.level[at] ?? 1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys, as the one stop for Tab.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={tree.siblings[at]}
      aria-posinset={tree.place[at]}
      aria-expanded={open}
      aria-selected={chosen}
      onClick={onPress}
      style={{ height: rowHeight, paddingLeft: 8 + (level - 1) * 18 }}
      className={`flex cursor-default items-center gap-1.5 pr-2 text-md hover:bg-hover ${active ? 'group-focus-visible:bg-accent-soft' : ''} ${chosen ? 'font-medium text-accent-ink' : ''}`}
    >
      {open === undefined ? (
        <span className="w-5 shrink-0" />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a convenience for the pointer; the arrows do the same.
        // biome-ignore lint/a11y/noStaticElementInteractions: as above.
        <span
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
          className="grid size-5 shrink-0 place-items-center rounded-sm text-faint hover:text-ink"
        >
          <ChevronRight aria-hidden className={`size-3.5 transition-transform ${open ? 'rotate-90' : ''}`} />
        </span>
      )}
      <NodeTypeIcon type={tree.type[at] ?? -1} />
      <span className="truncate">{tree.name[at]}</span>
    </div>
  )
}

'use client'

import { ChevronRight, Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { composes } from '#components/ui/modal'
import { limits } from '#contracts/limits'
import type { NamedTree } from '#lib/tree'
import { type Opened, openedBy, withWayTo } from '#lib/tree-view'
import { useTree } from './use-tree'

const rowHeight = 30

/** What a row says and does beside its name. */
export interface TreeRow {
  /** Before the name: a box, or the icon of its type. */
  mark: ReactNode
  /** After the name, at the row's end. */
  note?: ReactNode
  title?: string
  className?: string
  /** `aria-checked`, `aria-selected`, `aria-disabled`, as they apply. */
  aria: Readonly<Record<`aria-${string}`, boolean | string | undefined>>
}

interface Props {
  tree: NamedTree
  label: string
  /** What a search in it looks at, one of each node, in lower case. */
  texts: readonly string[]
  /** Pixels of the rows' box where the window is high enough. */
  height: number
  /** A tree of at most so many nodes opens at once; of a longer one the roots do. */
  shortTree: number
  /** The node to begin at, all above it open. */
  startAt?: number
  row: (at: number) => TreeRow
  /** `isFound` tells the nodes that a search in it leaves. */
  onPress: (at: number, isFound: (at: number) => boolean) => void
  searchLabel: string
  /** Whether the search has the focus when the tree appears. */
  searchFirst?: boolean
  /** What stands there when nothing does: of an empty tree, and of a search. */
  emptyText: string
  noMatchText: string
  /** Beside the search. */
  tools?: (setOpened: (opened: Opened) => void) => ReactNode
  multiselectable?: boolean
  describedBy?: string
  invalid?: boolean
}

/** A tree with a search, after the ARIA authoring practices: one stop for Tab, arrows inside, Space and Enter press. */
export function TreeBox(props: Props) {
  const { tree, label, texts, height, shortTree, startAt = -1, row, onPress, invalid } = props
  const id = useId()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(() =>
    withWayTo(tree, openedBy(tree.size <= shortTree ? 'all' : 'roots'), startAt),
  )
  const control = useTree({
    tree,
    opened,
    onOpened: setOpened,
    rowHeight,
    height,
    search: { text, texts },
    startAt,
  })
  const { box, rows, active, activate, reveal } = control

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroll position follows the keyboard, and is the browser's otherwise.
  useEffect(() => {
    reveal(active)
    if (document.activeElement === box.current) box.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  /** Whole in sight in a low window, too, with room to work in. */
  const shownHeight = `clamp(160px, 45dvh, ${height}px)`

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 rounded-t-md border-line border-b px-2.5 inner-ring">
        <Search aria-hidden className="size-3.5 text-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: only where the person opened it to find something.
          autoFocus={props.searchFirst}
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          value={text}
          maxLength={limits.searchText}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            if (event.key !== 'ArrowDown' || composes(event.nativeEvent)) return
            event.preventDefault()
            box.current?.focus()
          }}
          className="h-8 min-w-24 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
        {props.tools?.(setOpened)}
      </div>
      {rows.length === 0 ? (
        <p
          role="status"
          className="grid place-items-center text-faint text-md"
          style={{ height: shownHeight }}
        >
          {tree.size === 0 ? props.emptyText : props.noMatchText}
        </p>
      ) : (
        <div
          ref={box}
          role="tree"
          aria-label={label}
          aria-multiselectable={props.multiselectable}
          aria-describedby={props.describedBy}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          data-invalid={invalid || undefined}
          tabIndex={0}
          onKeyDown={(event) => {
            const isPress = event.key === 'Enter' || event.key === ' '
            if (isPress && !event.ctrlKey && !event.metaKey && !event.altKey && active >= 0) {
              event.preventDefault()
              // As by a pointer, so that what is off says why.
              const pressed = document.getElementById(`${id}-${active}`)
              if (pressed) pressed.click()
              else onPress(active, control.isFound)
              return
            }
            const to = control.moveByKey(event)
            if (to !== undefined) activate(to)
          }}
          onScroll={control.onScroll}
          style={{ height: shownHeight }}
          className="group overflow-y-auto rounded-b-md outline-none"
        >
          <div role="presentation" className="flow-root" style={{ height: rows.length * rowHeight }}>
            {control.shown.map(({ at, gap }) => (
              <Row
                key={tree.id[at]}
                id={`${id}-${at}`}
                tree={tree}
                at={at}
                gap={gap}
                active={at === active}
                open={control.openState(at)}
                row={row(at)}
                onPress={() => {
                  activate(at)
                  onPress(at, control.isFound)
                }}
                onToggle={() => {
                  activate(at)
                  control.toggle(at)
                }}
              />
            ))}
          </div>
        </div>
      )}
    </>
  )
}

interface RowProps {
  id: string
  tree: NamedTree
  at: number
  /** Rows left out right before it. */
  gap: number
  active: boolean
  open: boolean | undefined
  row: TreeRow
  onPress: () => void
  onToggle: () => void
}

function Row({ id, tree, at, gap, active, open, row, onPress, onToggle }: RowProps) {
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
      {...row.aria}
      title={row.title}
      onClick={onPress}
      style={{ height: rowHeight, marginTop: gap * rowHeight, paddingLeft: 8 + (level - 1) * 18 }}
      className={`flex cursor-default items-center gap-1.5 pr-2 text-md hover:bg-hover ${active ? 'inner-ring rounded-sm group-focus-visible:bg-accent-soft' : ''} ${row.className ?? ''}`}
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
      {row.mark}
      {/* Of a row that says why it is off, that is told. */}
      <span title={row.title === undefined ? tree.name[at] : undefined} className="truncate">
        {tree.name[at]}
      </span>
      {row.note && <span className={`pl-2 text-base ${roomOf(row.note)}`}>{row.note}</span>}
    </div>
  )
}

/** A remark has what the name leaves it; marks have theirs. */
function roomOf(note: ReactNode): string {
  return typeof note === 'string' ? 'flex-1 basis-0 truncate text-right' : 'ml-auto shrink-0'
}

'use client'

import { ChevronRight, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import {
  type Chosen,
  checkedIds,
  checkOf,
  chosenOf,
  type FlatTree,
  foundNodes,
  isChoosable,
  toggled,
  visibleNodes,
} from '#lib/permission-tree'

/** Pixels. Rows are all alike, so that only those in sight need to be in the document. */
const rowHeight = 30
const height = 300
const overscan = 6

interface Props {
  tree: FlatTree
  /** Ids of checked nodes. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  label: string
  describedBy: string | undefined
  invalid: boolean
  /** Whose words it uses. */
  words?: 'role' | 'apply'
  /** Says who has a node that cannot be chosen. */
  takenText?: (name: string) => string
}

/** A tree with boxes after the ARIA authoring practices: one stop for Tab, arrows inside, Space checks. */
export function PermissionTree(props: Props) {
  const { tree, value, onChange, label, describedBy, invalid, words = 'role', takenText } = props
  const t = useTranslations(words)
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(tree, value))
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(firstLevel(tree)))
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const box = useRef<HTMLDivElement>(null)

  const searching = text.trim() !== ''
  const rows = useMemo(
    () => (searching ? foundNodes(tree, text) : visibleNodes(tree, (at) => open.has(at))),
    [tree, text, searching, open],
  )
  const activeRow = Math.max(0, rows.indexOf(active))
  const current = rows[activeRow]
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const shown = rows.slice(first, first + Math.ceil(height / rowHeight) + 2 * overscan)
  const isParent = (at: number) => (tree.end[at] ?? 0) > at + 1
  const isOpen = (at: number) => searching || open.has(at)

  useEffect(() => {
    // The active row follows the keyboard; the scroll position is the browser's.
    const element = box.current
    if (element === null) return
    const from = activeRow * rowHeight
    if (from < element.scrollTop) element.scrollTop = from
    else if (from + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = from + rowHeight - element.clientHeight
    }
  }, [activeRow])

  const check = (at: number) => {
    if (!isChoosable(tree, at)) return
    const next = toggled(tree, chosen, at)
    setChosen(next)
    onChange(checkedIds(tree, next))
  }
  const setOpened = (at: number, on: boolean) => {
    const next = new Set(open)
    if (on) next.add(at)
    else next.delete(at)
    setOpen(next)
  }
  const goTo = (row: number) => setActive(rows[Math.min(Math.max(row, 0), rows.length - 1)] ?? 0)
  const onKey = (event: KeyboardEvent) => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.floor(height / rowHeight)
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(activeRow + 1),
      ArrowUp: () => goTo(activeRow - 1),
      PageDown: () => goTo(activeRow + page),
      PageUp: () => goTo(activeRow - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => {
        if (isParent(current) && !isOpen(current)) setOpened(current, true)
        else if (isParent(current)) goTo(activeRow + 1)
      },
      ArrowLeft: () => {
        if (isParent(current) && isOpen(current) && !searching) setOpened(current, false)
        else setActive(Math.max(tree.parent[current] ?? 0, 0))
      },
      ' ': () => check(current),
      Enter: () => check(current),
    }
    const move = moves[event.key] ?? (event.key.length === 1 ? () => typeAhead(event.key) : undefined)
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  const typeAhead = (letter: string) => {
    const order = [...rows.slice(activeRow + 1), ...rows.slice(0, activeRow + 1)]
    const match = order.find((at) => tree.name[at]?.toLowerCase().startsWith(letter.toLowerCase()))
    if (match !== undefined) setActive(match)
  }
  const noteAt = (at: number) => {
    const name = tree.takenBy[at]
    return name ? takenText?.(name) : undefined
  }
  const leaves = rootsOf(tree).reduce((sum, at) => sum + (chosen[at] ?? 0), 0)

  return (
    <div className={`rounded-md border ${invalid ? 'border-danger' : 'border-line-strong'}`}>
      <div className="flex flex-wrap items-center gap-x-2 border-line border-b px-2.5">
        <Search aria-hidden className="size-3.5 text-faint" />
        <input
          aria-label={t('searchTree')}
          placeholder={t('searchTree')}
          value={text}
          maxLength={50}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-8 min-w-24 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
        <span aria-live="polite" className="tabular text-faint">
          {t('chosen', { count: leaves })}
        </span>
        <Button look="link" size="small" onClick={() => setOpen(new Set(rangeOf(tree)))}>
          {t('expandAll')}
        </Button>
        <Button look="link" size="small" onClick={() => setOpen(new Set())}>
          {t('collapseAll')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="grid place-items-center text-faint text-md" style={{ height }}>
          {t(tree.size === 0 ? 'emptyTree' : 'noMatch')}
        </p>
      ) : (
        <div
          ref={box}
          role="tree"
          aria-label={label}
          aria-multiselectable
          aria-describedby={describedBy}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
          data-invalid={invalid || undefined}
          tabIndex={0}
          onKeyDown={onKey}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          style={{ height }}
          className="group overflow-y-auto rounded-b-md"
        >
          <div role="presentation" style={{ height: rows.length * rowHeight, paddingTop: first * rowHeight }}>
            {shown.map((at) => (
              <Row
                key={at}
                id={`${id}-${at}`}
                tree={tree}
                chosen={chosen}
                at={at}
                active={at === current}
                open={isParent(at) ? isOpen(at) : undefined}
                unavailable={t('notSelectable')}
                note={noteAt(at)}
                onPress={() => {
                  setActive(at)
                  check(at)
                }}
                onToggle={() => {
                  setActive(at)
                  setOpened(at, !open.has(at))
                }}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  id: string
  tree: FlatTree
  chosen: Chosen
  at: number
  active: boolean
  /** Nothing for a node without children. */
  open: boolean | undefined
  unavailable: string
  /** Why this one cannot be chosen, to be read beside its name. */
  note: string | undefined
  onPress: () => void
  onToggle: () => void
}

const ariaChecked = { none: false, some: 'mixed', all: true } as const

function Row({ id, tree, chosen, at, active, open, unavailable, note, onPress, onToggle }: RowProps) {
  const check = checkOf(tree, chosen, at)
  const boxed = tree.boxed[at] ?? false
  const choosable = isChoosable(tree, at)
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
      aria-checked={boxed ? ariaChecked[check] : undefined}
      aria-disabled={(boxed && !choosable) || undefined}
      title={choosable || !boxed ? undefined : (note ?? unavailable)}
      onClick={onPress}
      style={{ height: rowHeight, paddingLeft: 8 + (level - 1) * 18 }}
      className={`flex cursor-default items-center gap-1.5 pr-2 text-md hover:bg-hover ${active ? 'group-focus-visible:bg-accent-soft' : ''} ${choosable ? '' : 'text-faint'}`}
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
      {boxed && <Box check={check} enabled={choosable} />}
      <span className="truncate">{tree.name[at]}</span>
      {note && <span className="ml-auto truncate pl-2 text-base">{note}</span>}
    </div>
  )
}

function Box({ check, enabled }: { check: 'none' | 'some' | 'all'; enabled: boolean }) {
  const look = check === 'none' ? 'border-line-strong bg-surface' : 'border-accent bg-accent text-on-accent'
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

function rootsOf(tree: FlatTree): number[] {
  const roots: number[] = []
  for (let at = 0; at < tree.size; at = tree.end[at] ?? at + 1) roots.push(at)
  return roots
}

/** A short tree opens at once; a long one shows where to begin. */
function firstLevel(tree: FlatTree): number[] {
  return tree.size <= 60 ? rangeOf(tree) : rootsOf(tree)
}

function rangeOf(tree: FlatTree): number[] {
  return Array.from({ length: tree.size }, (_, at) => at)
}

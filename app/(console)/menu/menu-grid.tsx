'use client'

import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { columnWidth } from '#components/list/column-width'
import { isParent, type MenuTree } from '#lib/menu-tree'
import { isOpen, nearestShown, type Opened, shownRows, treeMove, withOpen } from '#lib/menu-tree-view'
import { visibleNodes } from '#lib/permission-tree'
import { MenuRow, type RowActions } from './menu-row'

/** Pixels. Rows are all alike, so that only those in sight need to be in the document. */
const rowHeight = 44
const headHeight = 40
/** Rows beyond the window's edges, and by how many rows the window moves on at a time. */
const overscan = 4
/** What is taken for the table's height before the browser tells. */
const likelyHeight = 800

interface Props {
  tree: MenuTree
  label: string
  opened: Opened
  onOpened: (opened: Opened) => void
  /** What was searched for: it is marked in the names. */
  searched: string
  actions: RowActions
  pending: boolean
  /** What stands there when there are no rows. */
  empty: ReactNode
}

/**
 * The tree as a table, after the ARIA authoring practices' treegrid: one stop for Tab among the rows, arrows walk, open
 * and close; from a row Tab goes on to what can be done with it.
 */
export function MenuGrid(props: Props) {
  const { tree, label, opened, onOpened, searched, actions, pending, empty } = props
  const box = useRef<HTMLElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const [first, setFirst] = useState(0)
  const [height, setHeight] = useState(likelyHeight)

  const rows = useMemo(() => visibleNodes(tree, (at) => isOpen(tree, opened, at)), [tree, opened])
  const active = nearestShown(tree, rows, activeId === undefined ? -1 : tree.id.indexOf(activeId))
  const count = Math.ceil(height / rowHeight) + 3 * overscan
  const from = Math.max(0, Math.min(first, rows.length - count))
  const shown = shownRows(rows, from, count, active)
  const rest = rows.length - 1 - (shown.at(-1)?.row ?? -1)

  useEffect(() => {
    // How many rows are in sight is the window's business; the table's height itself is CSS.
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const toggle = (at: number) => onOpened(withOpen(tree, opened, at, !isOpen(tree, opened, at)))
  const goTo = (at: number) => {
    const element = box.current
    if (element === null) return
    // The row has to be in the document before it can have the focus.
    flushSync(() => setActiveId(tree.id[at]))
    const top = rows.indexOf(at) * rowHeight
    const inSight = element.clientHeight - headHeight - rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + inSight) element.scrollTop = top - inSight
    element.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || active < 0) return
    const onRow = event.target instanceof HTMLTableRowElement
    if (!onRow && event.key === 'ArrowLeft') {
      event.preventDefault()
      goTo(active)
      return
    }
    // A button of the row has these keys for itself.
    if (!onRow && ['Enter', ' ', 'ArrowRight'].includes(event.key)) return
    const page = Math.max(1, Math.floor((height - headHeight) / rowHeight))
    const view = { tree, rows, isOpen: (at: number) => isOpen(tree, opened, at), page }
    const isPress = event.key === 'Enter' || event.key === ' '
    const move = isPress ? { toggle: active } : treeMove(event.key, active, view)
    if (move === undefined) return
    event.preventDefault()
    if ('to' in move) goTo(move.to)
    else if (isParent(tree, move.toggle)) toggle(move.toggle)
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.closest('tr')?.dataset.id
    if (id !== undefined) setActiveId(id)
  }
  const columns = useColumns()
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop } }) =>
        setFirst(Math.max(0, Math.floor(scrollTop / rowHeight / overscan - 1) * overscan))
      }
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain max-narrow:max-h-[70dvh]"
    >
      {rows.length === 0 ? (
        empty
      ) : (
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML gives a table this very role.
          role="treegrid"
          aria-label={label}
          aria-busy={pending}
          aria-rowcount={rows.length + 1}
          className="tabular w-full table-fixed border-separate border-spacing-0 text-left text-md"
          style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}
        >
          <colgroup>
            {columns.map(({ id, width }) => (
              // On narrow screens the first column, which stays in sight, leaves room for the others.
              <col key={id} style={{ width }} className="max-narrow:first:w-40!" />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ id, text }) => (
                <th
                  key={id}
                  scope="col"
                  className="sticky top-0 z-10 h-10 whitespace-nowrap border-line border-b bg-sunken px-4 font-medium text-base text-soft first:left-0 first:z-20"
                >
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            onKeyDown={onKey}
            onFocus={onFocus}
            className={pending ? 'opacity-50 transition-opacity delay-150' : ''}
          >
            {shown.flatMap(({ at, row, gap }) => [
              <Gap key={`gap-${row}`} rows={gap} />,
              <MenuRow
                key={tree.id[at]}
                tree={tree}
                at={at}
                row={row}
                open={isParent(tree, at) ? isOpen(tree, opened, at) : undefined}
                active={at === active}
                searched={searched}
                onToggle={toggle}
                actions={actions}
              />,
            ])}
            <Gap rows={rest} />
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The room of rows that are not in the document. */
function Gap({ rows }: { rows: number }) {
  return (
    rows > 0 && (
      <tr aria-hidden>
        <td colSpan={8} className="p-0" style={{ height: rows * rowHeight }} />
      </tr>
    )
  )
}

function useColumns(): { id: string; text: string; width: number }[] {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const wanted: [id: string, text: string, width: number][] = [
    ['name', t('name'), 216],
    ['sort', t('sort'), 0],
    ['method', t('method'), 0],
    ['icon', t('icon'), 124],
    ['route', t('route'), 160],
    ['code', t('code'), 190],
    ['status', common('status'), 0],
    ['operations', common('operations'), 196],
  ]
  return wanted.map(([id, text, width]) => ({ id, text, width: Math.max(columnWidth(text), width) }))
}

'use client'

import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { columnWidth } from '#components/list/column-width'
import { useDensity } from '#components/list/use-density'
import { useTree } from '#components/tree/use-tree'
import type { MenuTree } from '#lib/menu-tree'
import type { Opened } from '#lib/tree-view'
import { MenuRow, type RowActions } from './menu-row'

/** Pixels. */
/** Of the head. */
const headHeight = 32
/** Of a row: what `--row` is by the root's density. */
const rowHeights = { comfortable: 44, normal: 36, compact: 30 } as const
export function useGridHeights() {
  return { rowHeight: rowHeights[useDensity()], headHeight }
}
/** What is taken for the table's height before the browser tells. */
const likelyHeight = 800

interface Props {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>
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
  const { box, tree, label, opened, onOpened, searched, actions, pending, empty } = props
  const [height, setHeight] = useState(likelyHeight)
  const control = useTree({ box, tree, opened, onOpened, ...useGridHeights(), height, focusesRows: true })
  const { rows, active, toggle } = control

  useEffect(() => {
    // How many rows are in sight is the window's business; the table's height itself is CSS.
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])

  const goTo = (at: number) => {
    // The row has to be in the document before it can have the focus.
    flushSync(() => control.activate(at))
    control.reveal(at)
    box.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    const onRow = event.target instanceof HTMLTableRowElement
    const isPress = event.key === 'Enter' || event.key === ' '
    if (!onRow && event.key === 'ArrowLeft') {
      event.preventDefault()
      goTo(active)
    } else if (onRow && isPress) {
      event.preventDefault()
      if (control.openState(active) !== undefined) toggle(active)
    } else if (onRow || !(isPress || event.key === 'ArrowRight')) {
      // A button of the row has the other keys for itself.
      const to = control.moveByKey(event)
      if (to !== undefined) goTo(to)
    }
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.closest('tr')?.dataset.id
    if (id !== undefined) control.activate(tree.id.indexOf(id))
  }
  const columns = useColumns()
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      onScroll={control.onScroll}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain border-line border-t focus-visible:outline-offset-[-2px] max-narrow:max-h-[70dvh]"
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
                  className="sticky top-0 z-10 h-8 whitespace-nowrap border-line border-b bg-sunken px-4 font-medium text-base text-faint first:left-0 first:z-20 first:pl-5 last:right-0 last:z-20 last:pr-5 last:text-right"
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
            {control.shown.flatMap(({ at, row, gap }) => [
              <Gap key={`gap-${row}`} rows={gap} />,
              <MenuRow
                key={tree.id[at]}
                tree={tree}
                at={at}
                row={row}
                open={control.openState(at)}
                active={at === active}
                searched={searched}
                onToggle={toggle}
                actions={actions}
              />,
            ])}
            <Gap rows={control.rest} />
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
        <td colSpan={8} className="p-0" style={{ height: `calc(var(--row) * ${rows})` }} />
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
    ['status', common('status'), 132],
    ['operations', common('operations'), 120],
  ]
  return wanted.map(([id, text, width]) => ({ id, text, width: Math.max(columnWidth(text), width) }))
}

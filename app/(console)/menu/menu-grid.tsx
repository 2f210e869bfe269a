'use client'

import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { columnWidth } from '#components/list/column-width'
import { ListTable } from '#components/list/list-transition'
import type { RowSheet } from '#components/list/row-sheet'
import { useDensity } from '#components/list/use-density'
import type { Selection } from '#components/list/use-selection'
import { useSingleKeys } from '#components/list/use-single-keys'
import { pageEdges, scrollsItself, useTree } from '#components/tree/use-tree'
import { Checkbox } from '#components/ui/checkbox'
import type { MenuTree } from '#lib/menu-tree'
import type { Opened } from '#lib/tree-view'
import type { ChosenNode } from './chosen-nodes'
import { MenuRow, type RowActions } from './menu-row'
import { useNodeChoice } from './use-node-choice'

/** Pixels, before the browser tells: of the table, of its head, and of a row, which is `--row` at first. */
const likely = { height: 800, headHeight: 32, rowHeight: 36 }
const nothing: Selection<ChosenNode> = {
  rows: new Map(),
  nameOf: () => '',
  take: () => {},
  follow: () => {},
  clear: () => {},
}
/** Pixels of what stands in the table as it is drawn: by density, and on phones as cards, with which the page scrolls. */
export function gridHeights(box: HTMLElement): typeof likely {
  const row = box.querySelector('tr[aria-level]')?.getBoundingClientRect().height || likely.rowHeight
  return scrollsItself(box)
    ? { height: box.clientHeight, headHeight: likely.headHeight, rowHeight: row }
    : { height: window.innerHeight, headHeight: pageEdges().top, rowHeight: row }
}

interface Props {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>
  tree: MenuTree
  label: string
  opened: Opened
  onOpened: (opened: Opened) => void
  /** What was searched for: it is marked in the names. */
  searched: string
  /** Of whoever may do something with many rows. */
  selection: Selection<ChosenNode> | undefined
  actions: RowActions
  sheet: RowSheet
  /** What stands there when there are no rows. */
  empty: ReactNode
}

/**
 * The tree as a table, after the ARIA authoring practices' treegrid: one stop for Tab among the rows, arrows walk, open
 * and close; from a row Tab goes on to what can be done with it. On narrow screens each row is a card, all of one height.
 */
export function MenuGrid(props: Props) {
  const { box, tree, label, opened, onOpened, searched, selection, actions, sheet, empty } = props
  const common = useTranslations('common')
  const [heights, setHeights] = useState(likely)
  const control = useTree({ box, tree, opened, onOpened, ...heights, focusesRows: true })
  const { rows, active, toggle } = control
  const choices = useNodeChoice({ tree, rows, searched, selection: selection ?? nothing, sheet })
  const choice = selection && choices

  const density = useDensity()
  const isEmpty = rows.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the browser tells depends on the density, and on there being rows.
  useEffect(() => {
    // How many rows are in sight is the window's business; the heights themselves are CSS.
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeights(gridHeights(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, density, isEmpty])
  const onPageScroll = useEffectEvent(() => {
    const element = box.current
    if (element && !scrollsItself(element)) control.onScrolled(-element.getBoundingClientRect().top)
  })
  useEffect(() => {
    // The outside world: on phones the page scrolls the rows.
    const follow = () => onPageScroll()
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])

  const goTo = (at: number) => {
    // The row has to be in the document before it can have the focus.
    flushSync(() => control.activate(at))
    control.reveal(at)
    box.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }
  useSingleKeys({ x: () => choice?.press(active) ?? false })
  const walk = (event: KeyboardEvent) => {
    const to = control.moveByKey(event)
    if (to === undefined) return
    if (event.shiftKey && event.key.startsWith('Arrow')) choice?.walk(active, to)
    goTo(to)
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
      walk(event)
    }
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.closest('tr')?.dataset.id
    if (id !== undefined) control.activate(tree.id.indexOf(id))
  }
  const columns = useColumns(choice !== undefined)
  const isChosen = selection !== undefined && selection.rows.size > 0
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      onScroll={control.onScroll}
      className="node-rows sideways relative min-h-0 flex-1 overflow-auto overscroll-contain border-line border-t focus-visible:-outline-offset-2 max-narrow:overflow-visible"
    >
      {isEmpty ? (
        empty
      ) : (
        <ListTable
          role="treegrid"
          aria-label={label}
          aria-multiselectable={choice && true}
          aria-rowcount={rows.length + 1}
          leastWidth={columns.reduce((sum, { width }) => sum + width, 0)}
        >
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
          <thead className="max-narrow:sr-only">
            <tr aria-rowindex={1}>
              {columns.map(({ id, text }, at) => (
                <th
                  key={id}
                  scope="col"
                  aria-label={choice && at === 0 ? text : undefined}
                  className={`sticky top-0 z-10 h-8 whitespace-nowrap border-line border-b px-4 font-medium text-base text-faint first:stuck first:stuck-start first:left-0 first:z-20 first:pl-5 ${at === columns.length - 1 ? 'stuck stuck-end right-0 z-20 pr-5 text-right print:hidden' : ''} ${isChosen ? 'bg-accent-soft' : 'bg-sunken'}`}
                >
                  {choice && at === 0 ? (
                    <span className="flex items-center gap-5">
                      <span className="inline-flex max-narrow:hidden">
                        <Checkbox
                          label={common('selectPage')}
                          checked={choice.all.checked}
                          partly={choice.all.partly}
                          disabled={choice.all.none}
                          onChange={choice.all.set}
                        />
                      </span>
                      {text}
                    </span>
                  ) : (
                    text
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            onKeyDown={(event) => choice?.byKey(event, active) || onKey(event)}
            onFocus={onFocus}
            className="max-narrow:block"
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
                choice={choice}
                actions={actions}
                sheet={sheet}
              />,
            ])}
            <Gap rows={control.rest} />
          </tbody>
        </ListTable>
      )}
    </section>
  )
}

/** The room of rows that are not in the document. */
function Gap({ rows }: { rows: number }) {
  return (
    rows > 0 && (
      <tr aria-hidden className="max-narrow:block">
        <td
          colSpan={8}
          className="p-0 max-narrow:block"
          style={{ height: `calc(var(--node-row) * ${rows})` }}
        />
      </tr>
    )
  )
}

function useColumns(canChoose: boolean): { id: string; text: string; width: number }[] {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const wanted: [id: string, text: string, width: number][] = [
    ['name', t('name'), canChoose ? 244 : 216],
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

import { boundedWidth } from '#lib/kept-look'

export { withWidth } from '#lib/kept-look'

/** Follows the pointer with the edge of a column, from where it was pressed; Escape gives it back. */
export function dragWidth(
  head: HTMLTableCellElement,
  from: number,
  least: number,
  done: (width: number) => void,
): void {
  const column = head.closest('table')?.querySelectorAll('col')[head.cellIndex]
  if (column === undefined) return
  const before = column.style.width
  const start = head.getBoundingClientRect().width
  let width = start
  const dragging = new AbortController()
  const { signal } = dragging
  const move = ({ clientX }: PointerEvent) => {
    width = boundedWidth(Math.max(start + clientX - from, least))
    column.style.width = `${width}px`
  }
  const drop = () => {
    dragging.abort()
    if (width !== start) done(width)
  }
  const giveBack = () => {
    dragging.abort()
    column.style.width = before
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    giveBack()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', giveBack, { signal })
  // Before what else it would close.
  window.addEventListener('keydown', onKey, { capture: true, signal })
}

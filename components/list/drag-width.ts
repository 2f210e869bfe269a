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
  const move = ({ clientX }: PointerEvent) => {
    width = boundedWidth(Math.max(start + clientX - from, least))
    column.style.width = `${width}px`
  }
  const end = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', drop)
    window.removeEventListener('pointercancel', giveBack)
    window.removeEventListener('keydown', onKey, { capture: true })
  }
  const drop = () => {
    end()
    if (width !== start) done(width)
  }
  const giveBack = () => {
    end()
    column.style.width = before
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    giveBack()
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', drop)
  window.addEventListener('pointercancel', giveBack)
  // Before what else it would close.
  window.addEventListener('keydown', onKey, { capture: true })
}

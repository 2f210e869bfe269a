import { limits } from '#contracts/limits'
import { inOrder, type ListLook, type Placed } from './list-look'

/** Under what the platform, or this browser, keeps it. */
export const lookKey = (list: string) => `list.${list}`
export const searchesKey = (list: string) => `searches.${list}`

export const columnWidths = { least: 64, most: 800 } as const
const mostColumns = 40
const columnId = /^\w{1,40}$/

const plain: ListLook = {}

/** Reads what was kept, by whatever version of the console: nonsense is left out. */
export function asLook(text: string | null | undefined): ListLook {
  if (!text) return plain
  try {
    const { hidden, shown, order, widths, size } = Object(JSON.parse(text))
    const known = {
      hidden: ids(hidden),
      shown: ids(shown),
      order: ids(order),
      widths: Object.fromEntries(
        Object.entries(Object(widths))
          .filter(([id, width]) => columnId.test(id) && Number.isFinite(width))
          .slice(0, mostColumns)
          .map(([id, width]) => [id, boundedWidth(width as number)]),
      ),
    }
    const filled = Object.entries(known).filter(([, value]) => Object.keys(value).length > 0)
    const isSize = limits.pageSizes.some((known) => known === size) && size !== limits.pageSize
    return { ...Object.fromEntries(filled), ...(isSize && { size }) }
  } catch {
    return plain
  }
}

export function boundedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, columnWidths.least), columnWidths.most))
}

/** Nothing where the list stands by itself. */
export function lookText(look: ListLook): string | undefined {
  const text = JSON.stringify(asLook(JSON.stringify(look)))
  return text === '{}' ? undefined : text
}

function ids(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.filter((id) => typeof id === 'string' && columnId.test(id)).slice(0, mostColumns)
}

/** A column one place further, or further back, among those that can be moved. */
export function moved(columns: readonly Placed[], look: ListLook, id: string, step: 1 | -1): ListLook {
  const order = inOrder(columns, look)
    .slice(1)
    .filter(({ pinned }) => !pinned)
    .map((column) => column.id)
  const at = order.indexOf(id)
  const to = at + step
  const other = order[to]
  if (at < 0 || other === undefined) return look
  return { ...look, order: order.map((one, place) => (place === at ? other : place === to ? id : one)) }
}

export function withShown(look: ListLook, { id, isOptional = false }: Placed, on: boolean): ListLook {
  const without = (list: readonly string[] = []) => list.filter((one) => one !== id)
  if (isOptional) return { ...look, shown: on ? [...without(look.shown), id] : without(look.shown) }
  return { ...look, hidden: on ? without(look.hidden) : [...without(look.hidden), id] }
}

/** Without a width it is as wide as what it holds. */
export function withWidth(look: ListLook, id: string, width: number | undefined): ListLook {
  const { [id]: _, ...others } = look.widths ?? {}
  return { ...look, widths: width === undefined ? others : { ...others, [id]: boundedWidth(width) } }
}

/**
 * What is kept by now, with what was set up between two looks: all else of it may be another tab's, or not have been read here.
 * An empty look sets everything back.
 */
export function withChanges(kept: ListLook, before: ListLook, after: ListLook): ListLook {
  if (Object.keys(after).length === 0) return after
  const ids = (name: 'hidden' | 'shown') => {
    const [was = [], is = []] = [before[name], after[name]]
    const stay = (kept[name] ?? []).filter((id) => is.includes(id) || !was.includes(id))
    return { [name]: [...new Set([...stay, ...is.filter((id) => !was.includes(id))])] }
  }
  const changed = (name: 'order' | 'size') => {
    const next = String(before[name]) === String(after[name]) ? kept : after
    return next[name] === undefined ? {} : { [name]: next[name] }
  }
  const stays = (widths: ListLook['widths'], id: string) => before.widths?.[id] === widths?.[id]
  const widths = [
    ...Object.entries(kept.widths ?? {}).filter(([id]) => stays(after.widths, id)),
    ...Object.entries(after.widths ?? {}).filter(([id]) => !stays(after.widths, id)),
  ]
  return {
    ...ids('hidden'),
    ...ids('shown'),
    ...changed('order'),
    widths: Object.fromEntries(widths),
    ...changed('size'),
  }
}

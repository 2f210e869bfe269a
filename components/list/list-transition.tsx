'use client'

import {
  type ComponentProps,
  type CSSProperties,
  createContext,
  type ReactNode,
  type RefObject,
  startTransition,
  type TransitionStartFunction,
  use,
  useEffect,
  useImperativeHandle,
  useTransition,
} from 'react'
import { durations } from '#contracts/limits'

/** How a list is read anew. */
export interface ListTransition {
  /** Of the provider around the list; none before that stands, or after the list is left. */
  start: RefObject<TransitionStartFunction | null>
  /** Who waits until the list shows what was read, or is left. */
  waiting: (() => void)[]
  /** The address that is being read; after the time of a request it is taken for lost. */
  underWay?: (() => string | undefined) | undefined
}

/**
 * @param address that a person asked for: what is under way already is not begun anew, or a line that is slow would never
 * bring it
 */
export function startReading(transition: ListTransition, step: () => void, address?: string): void {
  if (address !== undefined && transition.underWay?.() === address) return
  if (transition.start.current) {
    const at = Date.now()
    transition.underWay = () => (Date.now() - at < durations.request ? address : undefined)
    transition.start.current(step)
    return
  }
  startTransition(step)
  settle(transition)
}

const PendingContext = createContext(false)

/** Whether the list is being read anew; what stands there is still the old state. */
export function usePending(): boolean {
  return use(PendingContext)
}

interface Props {
  transition: ListTransition
  children: ReactNode
}

/**
 * Around a list. In a component of its own, so that the list itself is not drawn again before it even asks for what comes
 * next: only what says that it is being read is.
 */
export function ListTransitionProvider({ transition, children }: Props) {
  const [pending, start] = useTransition()
  useImperativeHandle(transition.start, () => start, [])
  useEffect(() => {
    if (!pending) settle(transition)
  }, [pending, transition])
  useEffect(() => () => settle(transition), [transition])
  return <PendingContext value={pending}>{children}</PendingContext>
}

function settle(transition: ListTransition): void {
  transition.underWay = undefined
  for (const done of transition.waiting.splice(0)) done()
}

interface TableProps extends Omit<ComponentProps<'table'>, 'className' | 'style'> {
  /** Pixels. */
  leastWidth: number
}

/** A list's table; it says that what stands there is the old state, and dims its rows, while the next are on their way. */
export function ListTable({ leastWidth, ...rest }: TableProps) {
  return (
    <table
      {...rest}
      aria-busy={usePending()}
      style={{ '--least': `${leastWidth}px` } as CSSProperties}
      className="list-table tabular w-full min-w-(--least) table-fixed border-separate [border-spacing:0] text-left text-md max-narrow:block max-narrow:min-w-0"
    />
  )
}

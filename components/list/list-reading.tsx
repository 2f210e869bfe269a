'use client'

import {
  type ComponentProps,
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

/** How a list is read anew. */
export interface Readings {
  /** Of the `ListReading` around it; none before that stands. */
  start: RefObject<TransitionStartFunction | null>
  /** Who waits until it shows what was read, or is left. */
  waiting: (() => void)[]
}

export function startReading({ start }: Readings, step: () => void): void {
  const begin = start.current ?? startTransition
  begin(step)
}

const PendingContext = createContext(false)

/** Whether the list is being read anew; what stands there is still the old state. */
export function usePending(): boolean {
  return use(PendingContext)
}

/**
 * Around a list. In a component of its own, so that the list itself is not drawn again before it even asks for what comes
 * next: only what says that it is being read is.
 */
export function ListReading({ readings, children }: { readings: Readings; children: ReactNode }) {
  const [pending, start] = useTransition()
  useImperativeHandle(readings.start, () => start, [])
  useEffect(() => {
    if (!pending) settle(readings)
  }, [pending, readings])
  useEffect(() => () => settle(readings), [readings])
  return <PendingContext value={pending}>{children}</PendingContext>
}

function settle({ waiting }: Readings): void {
  for (const done of waiting.splice(0)) done()
}

/** The table of a list; it says, and its body looks, as if what stands there is the old state. */
export function ReadTable(props: ComponentProps<'table'>) {
  return <table {...props} aria-busy={usePending()} />
}

/** Dims rows while the next ones are on their way. */
export const pendingRows = 'in-aria-busy:opacity-50 in-aria-busy:transition-opacity in-aria-busy:delay-150'

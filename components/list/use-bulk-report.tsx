'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { later } from '#components/form/later'
import type { BulkRun } from '#lib/bulk-run'
import type { Selection } from './use-selection'

const BulkReport = later(() => import('./bulk-report').then((module) => module.BulkReport))

/** What is done with the rows that are chosen in a list, in the dialog that tells of it. */
export function useBulkReport<Row>(selection: Selection<Row>): {
  /** Shows it; false where the list is left by now. */
  onRun: (run: BulkRun) => boolean
  report: ReactNode
} {
  const [run, setRun] = useState<BulkRun>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  /** What was done is chosen no more; what was not is still to be done. */
  const close = () => {
    const state = run?.state()
    setRun(undefined)
    if (state?.phase !== 'ended') return selection.clear()
    const open = new Set([...state.failed, ...state.left].map(({ id }) => id))
    selection.take(
      [...selection.rows.keys()].filter((id) => open.has(id)),
      selection.rows,
    )
  }
  return {
    onRun: (shown) => {
      setRun(shown)
      return isHere.current
    },
    report: run && <BulkReport key={run.id} run={run} onClose={close} />,
  }
}

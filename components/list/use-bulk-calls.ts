'use client'

import { useEffect, useState } from 'react'
import { calls } from '#contracts/bulk'
import { api } from '#lib/api'

let known: Promise<readonly string[]> | undefined

/** What this platform does in bulk, asked once; nothing where it does not have the call, or has not answered yet. */
export function useBulkCalls(isAsked: boolean): readonly string[] {
  const [offered, setOffered] = useState<readonly string[]>([])
  useEffect(() => {
    if (!isAsked) return
    known ??= api(calls, {})
    known.then(setOffered, () => {
      known = undefined
    })
  }, [isAsked])
  return offered
}

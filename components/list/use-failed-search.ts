'use client'

import { useEffect, useEffectEvent } from 'react'
import { toast } from '#components/ui/toast'
import type { ListResult } from '#lib/list-result'
import type { ListQuery } from './use-list-query'

/** A list that fails to load says so in a toast only when a person's search started it (LIST-11). */
export function useFailedSearch(result: ListResult<unknown>, query: ListQuery, tells: boolean): void {
  const tell = useEffectEvent((failed: Extract<ListResult<unknown>, { ok: false }>) => {
    if (tells && query.searched()) toast.error(failed.message)
  })
  useEffect(() => {
    if (!result.ok) tell(result)
  }, [result])
}

'use client'

import { createContext, use, useEffect, useEffectEvent, useState } from 'react'
import { useLoaded } from '#components/form/use-loaded'

/** What the list read of the sheet's row: another one with each reading. */
export const SheetRead = createContext<unknown>(undefined)

/**
 * What a sheet tells beyond its row. With the list it is read again, while what is there stays: a save or a switch has changed it.
 * @param load as of `useLoaded`
 */
export function useSheetRead<Value>(load: () => Promise<Value>): ReturnType<typeof useLoaded<Value>> {
  const loaded = useLoaded(load)
  const now = use(SheetRead)
  const [first] = useState(now)
  const renew = useEffectEvent(() => void loaded.renew(load))
  useEffect(() => {
    if (now !== first) renew()
  }, [now, first])
  return loaded
}

'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { basePath } from '#lib/request'

/** What an address asks for under a name, once: then it is no more in it. */
export function useAsked(name: string, onAsked: (value: string) => void): void {
  const pathname = usePathname()
  const params = useSearchParams()
  const value = params.get(name)
  const take = useEffectEvent((asked: string) => {
    const rest = new URLSearchParams(params)
    rest.delete(name)
    window.history.replaceState(null, '', basePath + pathname + (rest.size === 0 ? '' : `?${rest}`))
    onAsked(asked)
  })
  useEffect(() => {
    if (value !== null) take(value)
  }, [value])
}

'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { basePath } from '#lib/request'

/** Paths of lists that a step back will read. */
const awaited = new Set<string>()

/**
 * After a reading beside a sheet the framework has nothing to show for the list's address without the sheet, and does not ask
 * for it either: a step back there would wait for ever. So the list is read then.
 * @param read another one with each reading
 */
export function useStepBack(read: unknown): void {
  const router = useRouter()
  const path = basePath + usePathname()
  const first = useRef(read)
  useEffect(() => {
    if (read === first.current || awaited.has(path)) return
    awaited.add(path)
    // The outside world: the step is the browser's, and may be taken when the sheet is long gone.
    const onStep = () => {
      if (window.location.pathname !== path) return
      window.removeEventListener('popstate', onStep)
      awaited.delete(path)
      router.refresh()
    }
    window.addEventListener('popstate', onStep)
  }, [read, path, router])
}

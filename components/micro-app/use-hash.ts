import { useCallback, useEffect, useState } from 'react'
import { basePath } from '#lib/request'

/**
 * The part of the address behind `#`, which Next says nothing of, and where many routers write.
 * @param page path and query that are shown, without the base path
 * @returns it, and what reads it again
 */
export function useHash(page: string): [hash: string, read: () => void] {
  const [known, setKnown] = useState({ page: '', hash: '' })
  const read = useCallback(() => {
    const { pathname, search, hash } = window.location
    setKnown({ page: pathname.slice(basePath.length) + search, hash })
  }, [])
  useEffect(() => {
    // The outside world: Back, Forward, and what somebody types behind the `#`.
    for (const type of ['popstate', 'hashchange']) window.addEventListener(type, read)
    return () => {
      for (const type of ['popstate', 'hashchange']) window.removeEventListener(type, read)
    }
  }, [read])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another hash.
  useEffect(read, [page])
  return [known.page === page ? known.hash : '', read]
}

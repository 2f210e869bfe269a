import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useState } from 'react'
import { basePath } from '#lib/request'

/**
 * The page that is shown, and the part of its address behind `#`, which Next says nothing of, and where many routers write. A
 * page that is on its way has one of its own, and until it is there the present one keeps its.
 * @returns path and query without the base path, that part, and what takes note of an address: the one that the browser shows,
 *   or the one that is on its way. It says whether that is another part of the same page.
 */
export function useHash(): [page: string, hash: string, note: (to?: string) => boolean] {
  const page = pageOf(usePathname(), useSearchParams())
  const [known, setKnown] = useState<Record<string, string | undefined>>({})
  // Back and Forward draw a page before anybody is told of them.
  const hash = known[page] ?? shownHash(page)
  const note = useCallback(
    (given = location.href) => {
      const to = new URL(given)
      const next = pageAt(to)
      setKnown((before) => ({ [page]: before[page], [next]: to.hash }))
      return next === page && to.hash !== hash
    },
    [page, hash],
  )
  useEffect(() => {
    // The outside world: Back, Forward, and what somebody types behind the `#`.
    const read = () => note()
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [note])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has come.
  useEffect(() => {
    // Next writes what stood behind the `#` of the first address before that of a later one.
    if ((known[page] ?? location.hash) !== location.hash)
      history.replaceState(null, '', location.pathname + location.search + hash)
    setKnown({ [page]: hash })
  }, [page])
  return [page, hash, note]
}

const pageAt = ({ pathname, searchParams }: URL) => pageOf(pathname.slice(basePath.length), searchParams)

function pageOf(path: string, params: { toString: () => string }): string {
  const query = String(params)
  return path + (query && `?${query}`)
}

function shownHash(page: string): string {
  // Nothing of it is drawn by the server.
  const shown = typeof window === 'undefined' ? undefined : new URL(location.href)
  return shown && pageAt(shown) === page ? shown.hash : ''
}

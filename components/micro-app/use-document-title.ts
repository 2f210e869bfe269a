import { useEffect } from 'react'

/**
 * Names the document after the page that shows, before the product's name, for as long as there is one. Next names it by
 * the address once a navigation's answer has come; a page that goes on by itself makes none.
 */
export function useDocumentTitle(page: string | undefined, product: string): void {
  useEffect(() => {
    if (page === undefined) return
    // The outside world: whoever else names the document is overruled.
    const wanted = `${page} - ${product}`
    const name = () => {
      if (document.title !== wanted) document.title = wanted
    }
    name()
    const watcher = new MutationObserver(name)
    watcher.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => watcher.disconnect()
  }, [page, product])
}

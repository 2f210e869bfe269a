'use client'

import { useEffect } from 'react'

/**
 * Marks the window when React has taken the page and its effects have run: before them a press is heard, yet what it asks
 * of the router is not, since Next listens to `history.pushState` from an effect on. The document's own element would lose
 * a mark where Next puts a page of faults in its place.
 */
export function PageReady() {
  useEffect(() => {
    window.pageReady = true
  }, [])
  return null
}

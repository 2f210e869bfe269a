import { useState } from 'react'
import { type Opened, openedBy } from '#lib/tree-view'

/**
 * Which nodes are open. Results of a search come expanded and are opened and closed by themselves: when it is over, the
 * tree stands as it was left.
 */
export function useOpenedNodes(searched: string): [opened: Opened, set: (next: Opened) => void] {
  const [ordinary, setOrdinary] = useState(() => openedBy('roots'))
  const [found, setFound] = useState(() => ({ searched, opened: openedBy('all') }))
  if (searched === '') return [ordinary, setOrdinary]
  const opened = found.searched === searched ? found.opened : openedBy('all')
  return [opened, (next) => setFound({ searched, opened: next })]
}

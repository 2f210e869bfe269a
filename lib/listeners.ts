interface Listeners {
  /** As `useSyncExternalStore` subscribes. Gives the release. */
  listen: (listener: () => void) => () => void
  tell: () => void
}

/** Those who want to hear that something outside of React has changed. */
export function makeListeners(): Listeners {
  const all = new Set<() => void>()
  return {
    listen: (listener) => {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell: () => {
      for (const listener of all) listener()
    },
  }
}

type PageWindow = Window & typeof globalThis

/**
 * What changes in the page that is seen, told to the console. Nodes that the browser itself has made (of what somebody types or
 * pastes) are for good of the window whose function is told of them first: by the console's they would be none of the page's own.
 */
export function observerOf(shown: PageWindow, hear: MutationCallback): MutationObserver {
  return new shown.MutationObserver(new shown.Proxy(hear, {}))
}

/** A page that watches its document, or its window, means the one that is seen. */
export function observeShown(frame: Window, shown: PageWindow): void {
  const { MutationObserver, IntersectionObserver } = shown
  const { observe } = MutationObserver.prototype
  // In its place, where zone.js finds it among what it wraps.
  MutationObserver.prototype.observe = function observeSeen(target, options) {
    observe.call(this, target === frame.document ? shown.document : target, options)
  }
  shown.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      // In a frame, no root is the console's window, whose margins are not the page's; without any it knows what is behind others.
      const { root, rootMargin, scrollMargin } = (options ?? {}) as typeof options & { scrollMargin?: string }
      const isPage = root === frame.document || (!root && (rootMargin || scrollMargin))
      super(callback, isPage ? { ...options, root: shown.document } : options)
    }
  }
}

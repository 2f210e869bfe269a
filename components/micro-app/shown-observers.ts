type PageWindow = Window & typeof globalThis

/** A page that watches its document, or its window, means the one that is seen. */
export function observeShown(frame: Window, shown: PageWindow): void {
  const { MutationObserver, IntersectionObserver } = shown
  shown.MutationObserver = class extends MutationObserver {
    override observe(target: Node, options?: MutationObserverInit) {
      super.observe(target === frame.document ? shown.document : target, options)
    }
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

type PageWindow = Window & typeof globalThis

/** A page that watches its document means the one that is seen. */
export function observeShown(frame: Window, shown: PageWindow): void {
  const { MutationObserver, IntersectionObserver } = shown
  shown.MutationObserver = class extends MutationObserver {
    override observe(target: Node, options?: MutationObserverInit) {
      super.observe(target === frame.document ? shown.document : target, options)
    }
  }
  shown.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options?.root === frame.document ? { ...options, root: shown.document } : options)
    }
  }
}

const { addEventListener } = EventTarget.prototype
const { composedPath } = Event.prototype

/**
 * As browsers do what an event is for: when whoever listens has had a word, and wherever the last of them stopped it. Who listens
 * from now on is the last at each place on the way; a router may have the same in mind at the window.
 * @param event at the window, on its way down
 */
export function hearLast<Heard extends Event>(
  event: Heard,
  shown: Window,
  hear: (event: Heard) => void,
): void {
  if (event.defaultPrevented) return
  const over = new AbortController()
  const { signal } = over
  const listen = (at: EventTarget, capture: boolean, listener: () => void) =>
    addEventListener.call(at, event.type, listener, { capture, signal })
  const look = () => event.cancelBubble && hear(event)
  for (const at of composedPath.call(event)) {
    if (at !== shown) for (const capture of [true, false]) listen(at, capture, look)
  }
  listen(shown.document, false, () => event.cancelBubble || listen(shown, false, () => hear(event)))
  const stop = event.stopImmediatePropagation
  event.stopImmediatePropagation = () => {
    stop.call(event)
    queueMicrotask(look)
  }
  setTimeout(() => over.abort())
}

import { type FrameWindow, shownWindow } from './frame-window'

/** What happens in the frame of the scripts, and not where the page is seen. */
export const ownEvents = new Set(
  'hashchange popstate DOMContentLoaded load pageshow pagehide beforeunload unload message messageerror storage error unhandledrejection rejectionhandled'.split(
    ' ',
  ),
)

/**
 * Whoever listens to the window hears what happens in the shown one: no press and no key of the console. What a library has put
 * in the place of `EventTarget`'s own (zone.js) is asked, as in a window of one's own.
 */
export function shareEvents(frame: FrameWindow): void {
  const ask = (
    name: 'addEventListener' | 'removeEventListener' | 'dispatchEvent',
    type: string,
    given: unknown[],
  ) =>
    Reflect.apply(
      frame.EventTarget.prototype[name],
      ownEvents.has(type) ? frame : (shownWindow(frame) ?? frame),
      given,
    )
  Object.assign(frame, {
    addEventListener: (type: string, ...rest: unknown[]) => ask('addEventListener', type, [type, ...rest]),
    removeEventListener: (type: string, ...rest: unknown[]) =>
      ask('removeEventListener', type, [type, ...rest]),
    dispatchEvent: (event: Event) => ask('dispatchEvent', event.type, [event]),
  })
  // wujie's own, for elements that it shows again, which none is here.
  for (const name of ['addEventListener', 'removeEventListener'])
    Reflect.deleteProperty(frame.Node.prototype, name)
}

/** A page that has loaded is shown: browsers say so of the document that they load, which is another one here. */
export function tellShown(frame: FrameWindow): void {
  const tell = () => frame.dispatchEvent(new frame.PageTransitionEvent('pageshow', { persisted: false }))
  frame.EventTarget.prototype.addEventListener.call(frame, 'load', () => setTimeout(tell), { once: true })
}

/** The same of the document; and an event of either says that it was told at the page's own. */
export function tellTargets(frame: FrameWindow, shown: FrameWindow): void {
  // What was added for one time by a library is taken from where it was told.
  Object.defineProperty(shown, 'removeEventListener', {
    configurable: true,
    writable: true,
    value: (...given: unknown[]) =>
      Reflect.apply(frame.EventTarget.prototype.removeEventListener, shown, given),
  })
  shown.Event.prototype.stopImmediatePropagation = function stop() {
    frame.Event.prototype.stopImmediatePropagation.call(this)
  }
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const value = (...given: unknown[]) =>
      Reflect.apply(frame.EventTarget.prototype[name], shown.document, given)
    Object.defineProperty(shown.document, name, { configurable: true, writable: true, value })
  }
  const own = new Map<unknown, unknown>([
    [shown, frame],
    [shown.document, frame.document],
  ])
  const ownOf = (told: unknown) => own.get(told) ?? told
  const seenOf = (asked: unknown) => (asked === frame.document ? shown.document : asked)
  for (const { Event: kind, Node: node } of [shown, frame]) {
    const { composedPath } = kind.prototype
    kind.prototype.composedPath = function path() {
      return composedPath.call(this).map(ownOf) as EventTarget[]
    }
    const { getRootNode } = node.prototype
    node.prototype.getRootNode = function root(options) {
      return ownOf(getRootNode.call(this, options)) as Node
    }
    for (const name of ['contains', 'compareDocumentPosition', 'isSameNode'] as const) {
      const ask = node.prototype[name] as (other: Node | null) => unknown
      Reflect.set(node.prototype, name, function answer(this: Node, other: Node | null) {
        return Reflect.apply(ask, seenOf(this), [seenOf(other)])
      })
    }
  }
  const tell = (prototype: object, key: string) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, key) ?? {}
    if (get === undefined) return
    Object.defineProperty(prototype, key, {
      configurable: true,
      enumerable: true,
      get() {
        return ownOf(get.call(this))
      },
    })
  }
  for (const { Event: kind, UIEvent: ofInput, Node: node } of [shown, frame]) {
    for (const key of ['target', 'currentTarget', 'srcElement']) tell(kind.prototype, key)
    tell(ofInput.prototype, 'view')
    tell(node.prototype, 'ownerDocument')
  }
  const { serializeToString } = frame.XMLSerializer.prototype
  frame.XMLSerializer.prototype.serializeToString = (root) =>
    serializeToString.call(new frame.XMLSerializer(), seenOf(root) as Node)
}

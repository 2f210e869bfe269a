import { type FrameWindow, shownWindow } from './frame-window'

/** What happens in the frame of the scripts, and not where the page is seen. */
export const ownEvents = new Set(
  'hashchange popstate DOMContentLoaded load pageshow pagehide beforeunload unload message messageerror storage error unhandledrejection rejectionhandled'.split(
    ' ',
  ),
)

type Listener = (event: Event) => unknown
const ofFrames = new WeakMap<FrameWindow, WeakMap<Listener, Listener>>()
const given = new WeakMap<Listener, Listener>()

/** A listener that the shown window calls, for which `this` is the page's own; the same each time, so that it can be taken away. */
export function toldByOwn(frame: FrameWindow, listener: unknown): unknown {
  if (typeof listener !== 'function') return listener
  const known = ofFrames.get(frame) ?? new WeakMap<Listener, Listener>()
  ofFrames.set(frame, known)
  const heard = listener as Listener
  // Bound, not wrapped: its errors stay those of its own window.
  const told = known.get(heard) ?? (Function.prototype.bind.call(heard, frame) as Listener)
  known.set(heard, told)
  given.set(told, heard)
  return told
}

/** What the page has given. */
export const asGiven = (listener: unknown): unknown => given.get(listener as Listener) ?? listener

/**
 * Whoever listens to the window hears what happens in the shown one: no press and no key of the console. What a library has put
 * in the place of `EventTarget`'s own (zone.js) is asked, as in a window of one's own.
 */
export function shareEvents(frame: FrameWindow): void {
  const place = (type: string) => (ownEvents.has(type) ? frame : (shownWindow(frame) ?? frame))
  const ask =
    (name: 'addEventListener' | 'removeEventListener') =>
    (type: string, listener: unknown, ...rest: unknown[]) => {
      const at = place(type)
      const told = at === frame ? listener : toldByOwn(frame, listener)
      return Reflect.apply(frame.EventTarget.prototype[name], at, [type, told, ...rest])
    }
  Object.assign(frame, {
    addEventListener: ask('addEventListener'),
    removeEventListener: ask('removeEventListener'),
    dispatchEvent: (event: Event) => frame.EventTarget.prototype.dispatchEvent.call(place(event.type), event),
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

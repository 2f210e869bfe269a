import type { FrameWindow } from './frame-window'

const changes = ['appendChild', 'insertBefore', 'replaceChild', 'removeChild'] as const
const changesOfMany = ['append', 'prepend', 'replaceChildren'] as const

/**
 * wujie answers what a page asks any document by the one that is shown: a document that the page has parsed or made itself
 * (DOMPurify, `responseXML`) answers for itself. What it put on the prototype stays for the page's own.
 */
export function ownDocuments(frame: FrameWindow): void {
  const { prototype } = frame.Document
  const isOther = (asked: unknown) => isOtherDocument(frame, asked)
  for (const [key, put] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const native = descriptorOf(window.Document.prototype, key)
    if (native === undefined || !isPut(put)) continue
    const one = <Value>(value: Value, ofOthers: unknown): Value =>
      typeof value !== 'function' || typeof ofOthers !== 'function'
        ? value
        : (function ask(this: unknown, ...given: unknown[]) {
            return Reflect.apply(isOther(this) ? ofOthers : value, this, given)
          } as Value)
    if (put.get === undefined) {
      Object.defineProperty(prototype, key, { ...put, value: one(put.value, native.value) })
      continue
    }
    const { get, set } = put
    Object.defineProperty(prototype, key, {
      configurable: true,
      enumerable: put.enumerable ?? true,
      get() {
        if (isOther(this)) return native.get ? native.get.call(this) : native.value
        return one(get.call(this), native.value)
      },
      set:
        (set ?? native.set) &&
        function put(this: unknown, value: unknown) {
          ;(isOther(this) ? native.set : set)?.call(this, value)
        },
    })
  }
}

/**
 * What a page puts into its document, or takes out of it, is what is seen: its root, where it draws all of it (React). wujie
 * would try again without end what the browser refuses.
 */
export function changeShown(frame: FrameWindow, shown: FrameWindow): void {
  for (const name of changes) {
    const own = frame.Node.prototype[name] as (...given: unknown[]) => unknown
    const native = window.Node.prototype[name] as typeof own
    Reflect.set(frame.Node.prototype, name, function change(this: Node, ...given: unknown[]) {
      return this === frame.document
        ? Reflect.apply(native, shown.document, given)
        : Reflect.apply(own, this, given)
    })
  }
  for (const name of changesOfMany) {
    const value = (...given: (Node | string)[]) =>
      window.Document.prototype[name].apply(shown.document, given)
    Object.defineProperty(frame.document, name, { configurable: true, writable: true, value })
  }
}

/** One that the page has parsed or made itself. */
export function isOtherDocument(frame: FrameWindow, asked: unknown): boolean {
  return asked instanceof frame.Document && asked !== frame.document
}

/** Not the browser's own. */
function isPut({ get, value }: PropertyDescriptor): boolean {
  const made: unknown = get ?? value
  return typeof made === 'function' && !Function.prototype.toString.call(made).includes('[native code]')
}

function descriptorOf(prototype: object | null, key: string): PropertyDescriptor | undefined {
  if (prototype === null) return undefined
  return (
    Object.getOwnPropertyDescriptor(prototype, key) ?? descriptorOf(Object.getPrototypeOf(prototype), key)
  )
}

import type { FrameWindow } from './frame-window'

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

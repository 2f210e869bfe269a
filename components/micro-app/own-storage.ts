import type { plugin as Plugin } from 'wujie'
import { storageKeys } from '#lib/storage'

type Acts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'clear'>
type StorageWindow = Window & typeof globalThis

/** What a page of the customer's knows of the console it reads as ever, until it keeps a value of that name itself. */
const shared: ReadonlySet<string> = new Set(Object.values(storageKeys))

/**
 * What a system's pages keep is their own, as in their own origin: two systems use the same names, and `clear()` takes nothing
 * from the console. In the browser's storage each key has its system's prefix, so that the end of a session clears all.
 */
export function storagePlugin(prefix: string): Plugin {
  return { windowPropertyOverride: (frame) => giveStorage(frame as StorageWindow, `${prefix}:`) }
}

export function giveStorage(frame: StorageWindow, prefix: string): void {
  const parts = new Map<unknown, Acts>()
  const places = new Map<Storage, Storage>()
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    // Closed (private windows, policies): the page meets what it would meet in its own origin.
    if (!isOpen(frame, name)) continue
    const whole = frame[name]
    const acts = partOf(whole, prefix)
    const part = asStorage(frame, whole, prefix, acts)
    parts.set(part, acts)
    places.set(whole, part)
    Object.defineProperty(frame, name, { configurable: true, enumerable: true, get: () => part })
  }
  // On the prototype, where libraries that watch what is kept put themselves in between.
  const { prototype } = frame.Storage
  for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'] as const) {
    const own = prototype[name]
    prototype[name] = function (this: Storage, ...given: never[]) {
      const acts = parts.get(this)
      return Reflect.apply(acts ? acts[name] : own, acts ?? this, given)
    }
  }
  tellChanges(frame, prefix, places)
}

function isOpen(frame: Window, name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    return frame[name] !== null
  } catch {
    return false
  }
}

const keysIn = (whole: Storage, prefix: string) =>
  Object.keys(whole)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))

function partOf(whole: Storage, prefix: string): Acts {
  // As they are before anybody puts others on the prototype.
  const getItem = whole.getItem.bind(whole)
  const setItem = whole.setItem.bind(whole)
  const removeItem = whole.removeItem.bind(whole)
  return {
    getItem: (key) => getItem(`${prefix}${key}`) ?? (shared.has(String(key)) ? getItem(key) : null),
    setItem: (key, value) => setItem(`${prefix}${key}`, value),
    removeItem: (key) => removeItem(`${prefix}${key}`),
    key: (index) => keysIn(whole, prefix)[index] ?? null,
    clear: () => {
      for (const key of keysIn(whole, prefix)) removeItem(`${prefix}${key}`)
    },
  }
}

/** Its keys are properties as well. */
function asStorage(frame: StorageWindow, whole: Storage, prefix: string, acts: Acts): Storage {
  const has = (key: string | symbol): key is string =>
    typeof key === 'string' && Object.hasOwn(whole, prefix + key)
  return new Proxy(Object.create(frame.Storage.prototype) as Storage, {
    get(target, key, part) {
      if (key === 'length') return keysIn(whole, prefix).length
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, part)
      return acts.getItem(key) ?? undefined
    },
    set(target, key, value) {
      if (typeof key === 'symbol') return Reflect.set(target, key, value)
      acts.setItem(key, value)
      return true
    },
    has: (target, key) => key in target || has(key),
    deleteProperty(target, key) {
      if (typeof key === 'symbol') return Reflect.deleteProperty(target, key)
      acts.removeItem(key)
      return true
    },
    defineProperty(target, key, described) {
      if (typeof key === 'symbol') return Reflect.defineProperty(target, key, described)
      acts.setItem(key, described.value)
      return true
    },
    ownKeys: (target) => [...keysIn(whole, prefix), ...Reflect.ownKeys(target)],
    getOwnPropertyDescriptor: (target, key) =>
      has(key)
        ? { value: acts.getItem(key), configurable: true, enumerable: true, writable: true }
        : Reflect.getOwnPropertyDescriptor(target, key),
  })
}

/** Other windows' changes are told under the names that the page knows, and those of others not at all. */
function tellChanges(frame: StorageWindow, prefix: string, places: ReadonlyMap<Storage, Storage>): void {
  const hear = (event: StorageEvent) => {
    const { key, oldValue, newValue, url, storageArea } = event
    if (!event.isTrusted || key === null || shared.has(key)) return
    event.stopImmediatePropagation()
    if (!key.startsWith(prefix)) return
    const told = new frame.StorageEvent('storage', { key: key.slice(prefix.length), oldValue, newValue, url })
    Object.defineProperty(told, 'storageArea', { value: storageArea && places.get(storageArea) })
    frame.dispatchEvent(told)
  }
  frame.EventTarget.prototype.addEventListener.call(frame, 'storage', hear as EventListener, true)
}

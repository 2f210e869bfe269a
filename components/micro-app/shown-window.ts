import type { plugin as Plugin } from 'wujie'
import { type FrameWindow, shownWindow } from './frame-window'
import { findByName } from './named-elements'
import { changeShown, isOtherDocument, ownDocuments } from './own-documents'
import { asGiven, ownEvents, shareEvents, tellShown, tellTargets, toldByOwn } from './shown-events'
import { observeShown } from './shown-observers'

/**
 * wujie runs a page's scripts in one frame, which nobody sees, and shows its elements in another, so that its layout is
 * that of a window of its own. What the scripts ask their `window` and `document` about what is seen has to come from the
 * shown frame; wujie answers with the console's window instead.
 */

const isMeasure =
  /^(?:inner|outer)(?:Width|Height)$|^scroll[XY]$|^page[XY]Offset$|^screen(?:[XY]|Left|Top)$|^(?:length|visualViewport|devicePixelRatio|CSS|CSSStyleSheet|CloseWatcher|MutationObserver|ResizeObserver|IntersectionObserver)$/
const asked = [
  'getComputedStyle',
  'matchMedia',
  'scroll',
  'scrollTo',
  'scrollBy',
  'getSelection',
  'print',
  'find',
  'focus',
  'blur',
]
/** Browsers give these to the window that a person uses. */
const ofNavigator = ['clipboard', 'userActivation']
/** Of these, what `window.on…` says goes astray. */
const kept = new Set([
  ...['hashchange', 'popstate', 'message', 'messageerror', 'storage', 'rejectionhandled'],
  ...['pageshow', 'pagehide'],
])
const ownDocumentEvents = new Set(['DOMContentLoaded', 'readystatechange'])
const shownOfDocument = [
  'adoptedStyleSheets',
  'startViewTransition',
  'getAnimations',
  'cloneNode',
  'anchors',
  'caretRangeFromPoint',
  'title',
  'dir',
  'designMode',
  'exitPointerLock',
  ...['onscroll', 'onfullscreenchange', 'onfullscreenerror', 'onvisibilitychange'],
  ...['onpointerlockchange', 'onpointerlockerror', 'onsecuritypolicyviolation'],
  ...['queryCommandEnabled', 'queryCommandIndeterm', 'queryCommandState', 'queryCommandSupported'],
  'queryCommandValue',
]

export const shownWindowPlugin: Plugin = {
  windowPropertyOverride(given) {
    const frame = given as FrameWindow
    for (const key of Object.getOwnPropertyNames(frame)) if (isMeasure.test(key)) follow(frame, key)
    for (const key of asked) follow(frame, key, true)
    for (const key of Object.getOwnPropertyNames(frame)) {
      if (!key.startsWith('on')) continue
      const type = key.slice(2)
      if (kept.has(type)) keepHandler(frame, type)
      else if (!ownEvents.has(type)) follow(frame, key)
    }
    for (const key of ofNavigator) {
      Object.defineProperty(frame.navigator, key, {
        configurable: true,
        get: () => Reflect.get((shownWindow(frame) ?? window).navigator, key),
      })
    }
    shareEvents(frame)
    shareKinds(frame)
  },
  jsBeforeLoaders: [
    {
      callback: (given) => {
        const frame = given as FrameWindow
        const shown = shownWindow(frame)
        if (shown) {
          observeShown(frame, shown)
          tellTargets(frame, shown)
          findByName(frame, shown)
          changeShown(frame, shown)
        }
        tellShown(frame)
        passMessages(frame)
        addAsWujieDoes(frame)
      },
    },
  ],
  // What a script presses without showing it (a choice of files, a link to a new window) is pressed where the person is, and
  // what it draws without showing it knows the page's fonts.
  patchElementHook(element, given) {
    const isOfShown = /^(?:input|a|canvas)$/.test((element as unknown as Element).localName ?? '')
    if (isOfShown && element.parentNode === null)
      shownWindow(given as FrameWindow)?.document.adoptNode(element)
    if (element instanceof (given as FrameWindow).HTMLStyleElement) keepSheet(element)
  },
  documentPropertyOverride(given) {
    const frame = given as FrameWindow
    const { dispatchEvent } = frame.Document.prototype
    frame.Document.prototype.dispatchEvent = function dispatch(event: Event) {
      const isShown = this === frame.document && !ownDocumentEvents.has(event.type)
      const shown = isShown ? shownWindow(frame) : undefined
      return dispatchEvent.call(shown?.document ?? this, event)
    }
    for (const key of shownOfDocument) {
      Object.defineProperty(frame.document, key, {
        configurable: true,
        get: () => bound(shownWindow(frame)?.document, key),
        set: (value: unknown) => {
          const shown = shownWindow(frame)?.document
          if (shown) Reflect.set(shown, key, value)
        },
      })
    }
    findInShown(frame)
    ownDocuments(frame)
  },
}

/** What begins at the document begins at the one that is seen. wujie looks for a name by a selector that it makes of it as it is: `1` and `a:b` throw. */
function findInShown(frame: FrameWindow): void {
  const shown = () => shownWindow(frame)?.document
  const seen = (node: Node) => (node === frame.document ? (shown() ?? document) : node)
  // A page's scripts stand in a head that nobody sees; one may look for its own tag.
  const unseen = () => frame.__WUJIE_RAW_DOCUMENT_HEAD__ as HTMLHeadElement | undefined
  const scriptsIn = (selector: string) => {
    const { scripts } = frame.document
    return [...scripts].filter((script) => script.matches(selector))
  }
  const own = {
    getElementById: (id: string) =>
      shown()?.getElementById(id) ?? unseen()?.querySelector(`[id="${CSS.escape(String(id))}"]`) ?? null,
    querySelector: (selector: string) => shown()?.querySelector(selector) ?? scriptsIn(selector)[0] ?? null,
    querySelectorAll: (selector: string) => {
      const found = (shown() ?? document).querySelectorAll(selector)
      return found.length > 0 || scriptsIn(selector).length === 0
        ? found
        : unseen()?.querySelectorAll(selector)
    },
    evaluate: (path: string, from: Node, ...rest: [XPathNSResolver?, number?, XPathResult?]) =>
      (shown() ?? document).evaluate(path, seen(from), ...rest),
    createTreeWalker: (root: Node, ...rest: [number?, NodeFilter?]) =>
      (shown() ?? document).createTreeWalker(seen(root), ...rest),
    createNodeIterator: (root: Node, ...rest: [number?, NodeFilter?]) =>
      (shown() ?? document).createNodeIterator(seen(root), ...rest),
  }
  for (const [key, find] of Object.entries(own)) {
    const native: unknown = Reflect.get(window.Document.prototype, key)
    function value(this: unknown, ...given: unknown[]): unknown {
      return Reflect.apply((isOtherDocument(frame, this) ? native : find) as () => unknown, this, given)
    }
    Object.defineProperty(frame.document, key, { configurable: true, writable: true, value })
  }
}

/** wujie would write each rule that is put in into the element's text, which makes its sheet another one. */
function keepSheet(style: HTMLStyleElement): void {
  const find = () => Reflect.get(Object.getPrototypeOf(style), 'sheet', style) as CSSStyleSheet | null
  Object.defineProperty(style, 'sheet', {
    configurable: true,
    get: () => {
      const sheet = find()
      if (sheet !== null && !Object.hasOwn(sheet, 'insertRule')) {
        const { insertRule } = sheet
        Object.defineProperty(sheet, 'insertRule', {
          configurable: true,
          get: () => insertRule,
          set: () => {},
        })
      }
      return sheet
    },
  })
}

/** What frames and windows that the page opens tell their parent or opener, which is the shown one. */
function passMessages(frame: FrameWindow): void {
  shownWindow(frame)?.addEventListener('message', (event) => {
    const { data, origin, lastEventId, source, ports } = event
    const told = new frame.MessageEvent('message', { data, origin, lastEventId, source, ports: [...ports] })
    frame.dispatchEvent(told)
  })
}

/** Scripts run in the page's own frame where wujie sees them come, which it does by two of the ways to add them. */
function addAsWujieDoes(frame: FrameWindow): void {
  const shown = shownWindow(frame)?.document
  for (const parent of [shown?.head, shown?.body]) {
    if (!parent) continue
    const asNode = (given: Node | string) =>
      typeof given === 'string' ? parent.ownerDocument.createTextNode(given) : given
    parent.append = (...given) => {
      for (const one of given) parent.appendChild(asNode(one))
    }
    parent.prepend = (...given) => {
      const first = parent.firstChild
      for (const one of given) parent.insertBefore(asNode(one), first)
    }
  }
}

function bound(owner: object | undefined, key: string): unknown {
  const value: unknown = owner === undefined ? undefined : Reflect.get(owner, key)
  return typeof value === 'function' && owner !== undefined ? value.bind(owner) : value
}

/** A property that is read from the shown window, and written to it. */
function follow(frame: FrameWindow, key: string, isMethod = false): void {
  const before = frame[key]
  Object.defineProperty(frame, key, {
    configurable: true,
    enumerable: true,
    get: () => {
      const shown = shownWindow(frame)
      if (shown === undefined) return before
      return isMethod ? bound(shown, key) : asGiven(shown[key])
    },
    set: (value: unknown) => {
      const shown = shownWindow(frame)
      if (shown) Reflect.set(shown, key, key.startsWith('on') ? toldByOwn(frame, value) : value)
    },
  })
}

/** `window.onhashchange = …`, which wujie gives to the console's window. */
function keepHandler(frame: FrameWindow, type: string): void {
  let handler: unknown = null
  const call = (event: Event) => {
    if (typeof handler === 'function' && Reflect.apply(handler, frame, [event]) === false)
      event.preventDefault()
  }
  frame.EventTarget.prototype.addEventListener.call(frame, type, call)
  Object.defineProperty(frame, `on${type}`, {
    configurable: true,
    enumerable: true,
    get: () => handler,
    set: (value: unknown) => {
      handler = value
    },
  })
}

/**
 * Elements that the shown document makes itself (from HTML text), and its events, are of that window's kinds: for a script
 * they are `instanceof` its own.
 */
function shareKinds(frame: FrameWindow): void {
  for (const name of Object.getOwnPropertyNames(frame)) {
    const kind = /^[A-Z]/.test(name) ? Object.getOwnPropertyDescriptor(frame, name)?.value : undefined
    if (typeof kind !== 'function' || !isOfPage(kind)) continue
    Object.defineProperty(kind, Symbol.hasInstance, {
      configurable: true,
      value(this: unknown, given: unknown) {
        if (Reflect.apply(Function.prototype[Symbol.hasInstance], this, [given])) return true
        if (this !== kind) return false
        const others = [shownWindow(frame)?.[name], Reflect.get(window, name)]
        return others.some((other) => typeof other === 'function' && other !== kind && given instanceof other)
      },
    })
  }
}

/** Of the language's own, each realm has its own; what is asked often stays quick. */
const ofLanguage = /^(?:Map|Set|Weak\w+|Symbol|BigInt|\w*ArrayBuffer|DataView|Iterator|FinalizationRegistry)$/

/** Platforms name theirs. */
function isOfPage({ name, prototype }: { name: string; prototype?: object }): boolean {
  return prototype !== undefined && Object.hasOwn(prototype, Symbol.toStringTag) && !ofLanguage.test(name)
}

import type { FrameWindow } from './frame-window'
import { observerOf } from './shown-observers'

/** What a script can say by itself. Of the others, such as `el-id-1`, pages have thousands. */
const word = /^[A-Za-z_$][\w$]*$/
const ofDocument = 'form[name],img[name],iframe[name],embed[name],object[name],object[id],img[id][name]'

/**
 * Elements are found by what they are called: `kw.value` for `<input id="kw">`, `document.form1` for a form, `frames.inner` for a
 * frame. Browsers know those of the window that shows them; a script's own are none.
 */
export function findByName(frame: FrameWindow, shown: FrameWindow): void {
  const tell = (owner: object, name: string, find: () => unknown) => {
    if (!word.test(name) || name in owner) return
    Object.defineProperty(owner, name, {
      configurable: true,
      get: find,
      set: (value: unknown) =>
        Object.defineProperty(owner, name, { configurable: true, writable: true, enumerable: true, value }),
    })
  }
  const look = (element: Element) => {
    const name = element.getAttribute('name')
    for (const one of [element.id, name]) if (one) tell(frame, one, () => shown[one])
    if (!element.matches(ofDocument)) return
    for (const one of [element.id, name])
      if (one) tell(frame.document, one, () => Reflect.get(shown.document, one))
  }
  const lookIn = (element: Element) => {
    if (element.id || element.hasAttribute('name')) look(element)
    for (const below of element.querySelectorAll('[id],[name]')) look(below)
  }
  const { documentElement } = shown.document
  if (documentElement) lookIn(documentElement)
  observerOf(shown, (changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') look(target as Element)
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) lookIn(node as Element)
    }
  }).observe(shown.document, { subtree: true, childList: true, attributeFilter: ['id', 'name'] })
}

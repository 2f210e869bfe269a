import { expect, test, vi } from 'vitest'

/** A frame of a page; `objects` is what its `beforeunload` says. */
const frameOf = (objects = false) => {
  const frame = new EventTarget()
  const createEvent = () =>
    Object.defineProperties(new Event('beforeunload', { cancelable: true }), {
      initEvent: { value: () => {} },
      returnValue: { value: '' },
    })
  frame.addEventListener('beforeunload', (event) => objects && event.preventDefault())
  return Object.assign(frame, { document: { createEvent } })
}
const sandboxes = new Map<string, object>()
vi.stubGlobal('window', { __WUJIE_INJECT: { idToSandboxMap: sandboxes } })
const { hasUnsavedWork, isAnyUnsaved, noteUnsavedWork } = await import(
  '../../components/micro-app/unsaved-work'
)
const show = (frame: object) =>
  sandboxes.set('micro-ems.form', { wujie: { iframe: { contentWindow: frame } } })

test('FRAME-7 what a page said of its work is gone with it: one that was loaded anew has none', () => {
  expect(hasUnsavedWork('ems.form')).toBe(false)
  show(frameOf())
  noteUnsavedWork('ems.form', true)
  expect([hasUnsavedWork('ems.form'), isAnyUnsaved()]).toEqual([true, true])
  show(frameOf())
  expect([hasUnsavedWork('ems.form'), isAnyUnsaved()]).toEqual([false, false])
})

test('FRAME-7 a page has unsaved work while it says so, or while its `beforeunload` objects', () => {
  show(frameOf())
  noteUnsavedWork('ems.form', true)
  noteUnsavedWork('ems.form', false)
  expect(hasUnsavedWork('ems.form')).toBe(false)
  show(frameOf(true))
  expect(hasUnsavedWork('ems.form')).toBe(true)
  expect(isAnyUnsaved(), 'the browser asks for it').toBe(false)
})

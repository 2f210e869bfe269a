import { beforeEach, expect, test, vi } from 'vitest'
import { isHeld } from '#lib/session-end'
import {
  askWith,
  forgetUnsaved,
  hasUnsaved,
  leaveWindow,
  mayLeave,
  sameValues,
  stayWith,
  watchForm,
  watchWork,
} from '#lib/unsaved'

beforeEach(() => {
  vi.stubGlobal('window', { history: { state: null }, location: { href: 'http://127.0.0.1/' } })
  forgetUnsaved()
})

test('ACC-2 ROLE-2 values that were changed back are the same: no value is an empty one, lists have no order', () => {
  const stored = { name: 'a', remark: null, port: 80, ids: ['1', '2'], list: [{ orgId: 1, deptId: null }] }
  const typed = { name: 'a', remark: '', port: '80', ids: ['2', '1'], list: [{ orgId: '1' }] }
  expect(sameValues(typed, stored)).toBe(true)
  for (const other of [
    { name: 'a ' },
    { ids: ['1'] },
    { ids: ['1', '2', '2'] },
    { list: [] },
    { port: '' },
  ]) {
    expect(sameValues({ ...typed, ...other }, stored)).toBe(false)
  }
})

test('ACC-2 one question at a time is asked, only for a changed form, and none after it was answered with yes', async () => {
  let changed = false
  const onDiscard = vi.fn()
  let answer = (_: boolean) => {}
  const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
  const dismissed = askWith(ask)
  const release = watchForm({ isChanged: () => changed, onDiscard })
  expect(await mayLeave()).toBe(true)
  changed = true
  const first = mayLeave()
  expect(await mayLeave()).toBe(false)
  answer(false)
  expect(await first).toBe(false)
  expect(ask).toHaveBeenCalledTimes(1)
  const second = mayLeave()
  answer(true)
  expect(await second).toBe(true)
  expect(hasUnsaved()).toBe(false)
  expect(onDiscard).toHaveBeenCalledTimes(1)
  release()
  dismissed()
})

test('FRAME-7 work in a page of a sub-application is asked about where the window is left, not where another page shows', async () => {
  let isUnsaved = true
  let leaves = false
  const ask = vi.fn(async () => leaves)
  const load = vi.fn()
  const dismissed = askWith(ask)
  const release = watchWork(() => isUnsaved)
  expect([await mayLeave(), hasUnsaved(), ask.mock.calls.length]).toEqual([true, false, 0])
  expect(hasUnsaved('window')).toBe(true)
  await leaveWindow(load)
  expect([ask.mock.calls.length, load.mock.calls.length]).toEqual([1, 0])
  leaves = true
  expect(await mayLeave('window')).toBe(true)
  expect(hasUnsaved('window'), 'signing out may fail yet, and the work is still there').toBe(true)
  await leaveWindow(load)
  expect([load.mock.calls.length, hasUnsaved('window')]).toEqual([1, false])
  const question = { title: 'Report', text: 'Only here', confirm: 'Leave', cancel: 'Cancel' }
  const again = watchWork(() => isUnsaved, question)
  await leaveWindow(load)
  expect(ask, 'in its own words').toHaveBeenLastCalledWith(question)
  const other = watchWork(() => isUnsaved, question)
  isUnsaved = false
  expect(hasUnsaved('window')).toBe(false)
  isUnsaved = true
  again()
  other()
  expect(hasUnsaved('window')).toBe(false)
  release()
  dismissed()
})

test('FRAME-7 EDGE-1 EDGE-3 a page is not loaded anew behind the back of such work', () => {
  let isUnsaved = true
  const release = watchWork(() => isUnsaved)
  expect(isHeld()).toBe(true)
  isUnsaved = false
  expect(isHeld()).toBe(false)
  release()
})

test('CALL-3 SHELL-6 without a network the window is not left, and nothing of it is given up', async () => {
  const [tell, load, onDiscard] = [vi.fn(), vi.fn(), vi.fn()]
  watchForm({ isChanged: () => true, onDiscard })
  const release = stayWith(tell)
  await leaveWindow(load)
  expect([tell.mock.calls.length, load.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 0, 0])
  expect(hasUnsaved()).toBe(true)
  release()
  await leaveWindow(load)
  expect(load).toHaveBeenCalledTimes(1)
})

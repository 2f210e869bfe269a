import { beforeEach, expect, test, vi } from 'vitest'
import { askWith, forgetUnsaved, hasUnsaved, mayLeave, sameValues, watchForm } from '#lib/unsaved'

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

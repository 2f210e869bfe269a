import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type Sandbox from 'wujie/esm/sandbox'
import { leaveAddressAlone } from '../../components/micro-app/sandbox'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('MICRO-6 MICRO-4 a page that never ends taking itself down is gone after two seconds', async () => {
  const contentWindow = { __WUJIE_UNMOUNT: () => new Promise(() => {}) }
  const sandbox = { mountFlag: true, iframe: { contentWindow } } as unknown as Sandbox
  leaveAddressAlone(sandbox)
  let isGone = false
  void sandbox.unmount().then(() => {
    isGone = true
  })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(isGone).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isGone).toBe(true)
})

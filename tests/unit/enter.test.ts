import { expect, test, vi } from 'vitest'

const assign = vi.fn()
const fetched = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', fetched)
vi.stubGlobal('document', { documentElement: { dataset: {} }, visibilityState: 'visible', cookie: '' })
vi.stubGlobal(
  'window',
  Object.assign(new EventTarget(), { location: { pathname: '/home', search: '', assign } }),
)
const { enterSystem } = await import('#lib/enter')
const { sessionOver } = await import('#lib/session-end')
const { watchWork } = await import('#lib/unsaved')

test('EDGE-3 EDGE-1 a way back into a system that finds the session over asks in place, and nothing typed is lost', async () => {
  const over = vi.fn()
  window.addEventListener(sessionOver, over)
  fetched.mockResolvedValue(Response.json({ code: 102002, msg: 'Over', data: null }, { status: 401 }))
  const release = watchWork(() => true)
  await expect(enterSystem('o', 's')).rejects.toMatchObject({ kind: 'ended' })
  expect([over.mock.calls.length, assign.mock.calls.length]).toEqual([1, 0])
  release()
})

import { afterEach, expect, test, vi } from 'vitest'
import { send } from '#lib/request'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('LOGIN-4 CALL-3 what signs in has the time of all the calls that it makes in turn', async () => {
  vi.stubGlobal('document', {
    documentElement: { dataset: { timeout: '10000' } },
    visibilityState: 'visible',
  })
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const waits = vi.spyOn(AbortSignal, 'timeout')
  await send('/sys/dept/page/list')
  await send('/session/sign-in', { method: 'POST', body: '{}' })
  const [call = 0, signIn = 0] = waits.mock.calls.map(([milliseconds]) => milliseconds)
  expect(call).toBeLessThan(15_000)
  // Who they are, and where they go on, are asked for after the token.
  expect(signIn).toBeGreaterThan(30_000)
})

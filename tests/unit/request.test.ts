import { afterEach, expect, test, vi } from 'vitest'
import { CallError, readEnvelope, send } from '#lib/request'

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

test('CALL-3 HOLD-5 what a proxy refuses on the way has changed nothing, which other answers without an envelope leave open', async () => {
  const told = async (status: number, body = '<html>no</html>') => {
    const error = await readEnvelope(new Response(body, { status })).catch((fault: unknown) => fault)
    return error instanceof CallError ? [error.kind, error.data] : error
  }
  for (const status of [403, 405, 413, 431])
    expect(await told(status)).toEqual(['blocked', { outcome: 'unchanged' }])
  expect(await told(502)).toEqual(['system', undefined])
  expect(await told(200)).toEqual(['system', undefined])
  expect(await told(504)).toEqual(['timeout', undefined])
  expect(await told(403, '{"code":403,"msg":"no","data":null}')).toMatchObject({ code: 403 })
})

test('CALL-3 a record that a platform numbers beyond what a double holds keeps its number in the browser', async () => {
  const answer = new Response('{"code":200,"msg":"","data":{"id":1843920487329402881}}')
  expect(await readEnvelope(answer)).toMatchObject({ data: { id: '1843920487329402881' } })
})

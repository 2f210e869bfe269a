import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../serve'
import { callConsole, stubConsole } from './stub-console'

/** Of the platform: the calls that have reached it, and what came of their bodies. */
const begun: string[] = []
const whole: string[] = []
const platform = http.createServer(async (request, response) => {
  begun.push(request.url ?? '')
  const body = await text(request).catch(() => undefined)
  if (body === undefined) return
  if (body !== '') whole.push(body)
  response.setHeader('content-type', 'application/json').end('{"code":0,"data":null}')
})

const { origin, stop } = await serve(platform)
beforeAll(() => stubConsole(origin, { UPSTREAM_TIMEOUT_MS: '2000' }))
afterAll(stop)

/** Calls of one person whose bodies begin, and do not go on. */
function halves(path: string, type: string) {
  return Array.from({ length: 70 }, () => {
    const body = new ReadableStream({ start: (source) => source.enqueue(new TextEncoder().encode('{')) })
    const headers = { 'content-type': type, 'content-length': '10' }
    return callConsole(path, { body, headers }).then(({ status }) => status)
  })
}

test('HOLD-8 CALL-3 bodies that do not come leave connections with the platform to the others', async () => {
  const writes = halves('/sys/dept/page/add', 'application/json')
  const pictures = halves('/sys/image/page/upload', 'multipart/form-data; boundary=b')
  await expect.poll(() => begun.length).toBe(4)
  expect((await callConsole('/sys/dept/page/list')).status).toBe(200)
  expect(
    (
      await callConsole('/sys/dept/page/add', {
        body: '{"name":"计划"}',
        headers: { 'content-length': '17' },
      })
    ).status,
  ).toBe(200)
  expect(whole).toEqual(['{"name":"计划"}'])
  // Those that had their turn in vain, and those that never had one.
  expect([503, 504]).toEqual(
    expect.arrayContaining([...new Set(await Promise.all([...writes, ...pictures]))]),
  )
})

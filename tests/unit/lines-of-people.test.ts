import http, { type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { run } from '#contracts/bulk'
import { impactOfMany } from '#contracts/department'
import { succeeded } from '#lib/result'
import { serve } from '../serve'
import { callConsole, stubConsole } from './stub-console'

let origin: URL
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin }]),
}))

/** What the platform and a system are asked, which is answered when it is let go. */
let begun: { path: string; response: ServerResponse }[] = []
const holding = () =>
  http.createServer((request, response) => {
    request.resume()
    begun.push({ path: request.url ?? '', response })
  })
const [platform, system] = [await serve(holding()), await serve(holding())]
const letGo = () => {
  for (const { response } of begun.splice(0))
    response.setHeader('content-type', 'application/json').end('{"code":0,"data":null}')
}
const under = (path: string) => begun.filter((one) => one.path.startsWith(path)).length
const times = <T>(count: number, make: () => Promise<T>) => Array.from({ length: count }, make)
const post = { body: '{}', headers: { 'content-length': '2' } }
const list = '/sys/dept/page/list'

beforeAll(() => {
  origin = new URL(system.origin)
  stubConsole(platform.origin)
})
afterEach(() => {
  begun = []
})
afterAll(() => Promise.all([platform.stop(), system.stop()]))

/** All of them, as those that are under way are answered. */
async function statusesOf(calls: Promise<Response>[]): Promise<Set<number>> {
  const timer = setInterval(letGo, 5)
  const answers = await Promise.all(calls)
  clearInterval(timer)
  return new Set(answers.map(({ status }) => status))
}

test('HOLD-8 of one person the platform has a few calls at once, fewest of those that do the work of many', async () => {
  const reads = times(40, () => callConsole(list))
  const writes = times(10, () => callConsole('/sys/dept/page/add', post))
  const many = [run.path, impactOfMany.path].flatMap((path) => times(5, () => callConsole(path, post)))
  await expect.poll(() => begun.length).toBe(12)
  const paths = [list, '/sys/dept/page/add', '/sys/bulk/', impactOfMany.path]
  const counts = paths.map(under)
  expect(counts.slice(0, 2)).toEqual([6, 4])
  expect((counts[2] ?? 0) + (counts[3] ?? 0)).toBe(2)
  const other = callConsole(list, { userId: '8' })
  await expect.poll(() => begun.length).toBe(13)
  expect(await statusesOf([...reads, ...writes, ...many, other])).toEqual(new Set([200]))
})

test('HOLD-8 writes of one person beyond their line are refused at once, with nothing done', async () => {
  const writes = times(20, () => callConsole('/sys/dept/page/add', post))
  await expect.poll(() => begun.length).toBe(4)
  const refused = await callConsole('/sys/dept/page/add', post)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 503, data: { outcome: 'unchanged' } })
  expect(await statusesOf(writes)).toEqual(new Set([200]))
})

test('FRAME-10 a call gives its place back before it waits for a system, and keeps it while the platform is asked', async () => {
  const { inPlace } = await import('#lib/server/http/place')
  let left = 0
  const call = (path: string) =>
    inPlace(
      () => (left += 1),
      () => callConsole(path),
    )
  const calls = [call('/ems/stations')]
  await expect.poll(() => under('/ems/')).toBe(1)
  expect(left).toBe(1)
  calls.push(call(list))
  await expect.poll(() => under(list)).toBe(1)
  expect(left).toBe(1)
  await statusesOf(calls)
})

test('FRAME-10 all people together have a bound with one system', async () => {
  const people = Array.from({ length: 15 }, (_, at) => String(at))
  const calls = people.flatMap((userId) => times(12, () => callConsole('/ems/stations', { userId })))
  await expect.poll(() => under('/ems/')).toBe(128)
  expect(await statusesOf(calls)).toEqual(new Set([200]))
})

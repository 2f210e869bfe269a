import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { succeeded } from '#lib/result'
import { callConsole, stubConsole } from './stub-console'

let origin: URL
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin }]),
}))

/** What the platform and a system are asked, which is answered when it is let go. */
let begun: { path: string; response: ServerResponse }[] = []
const servers = [0, 1].map(() =>
  http.createServer((request, response) => {
    request.resume()
    begun.push({ path: request.url ?? '', response })
  }),
)
const letGo = () => {
  for (const { response } of begun.splice(0))
    response.setHeader('content-type', 'application/json').end('{"code":0,"data":null}')
}
const under = (path: string) => begun.filter((one) => one.path.startsWith(path)).length
const times = <T>(count: number, make: () => Promise<T>) => Array.from({ length: count }, make)
const list = '/sys/dept/page/list'

beforeAll(async () => {
  const addresses = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  const [platform = '', system = ''] = await Promise.all(addresses)
  origin = new URL(system)
  stubConsole(platform)
})
afterEach(() => {
  begun = []
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** All of them, as those that are under way are answered. */
async function statusesOf(calls: Promise<Response>[]): Promise<Set<number>> {
  const timer = setInterval(letGo, 5)
  const answers = await Promise.all(calls)
  clearInterval(timer)
  return new Set(answers.map(({ status }) => status))
}

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

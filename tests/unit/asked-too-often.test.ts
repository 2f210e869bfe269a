import http from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../serve'
import { callConsole, stubConsole } from './stub-console'

/** What the platform answers to whatever it is asked. */
let given: { status: number; type?: string; body: string; location?: string }
const platform = http.createServer((request, response) => {
  request.resume()
  const { status, type = 'application/json', body, location } = given
  response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
})
const warned: string[] = []

const { origin, stop } = await serve(platform)
beforeEach(async () => {
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  stubConsole(origin)
  warned.length = 0
  const { log } = await import('#lib/server/log')
  vi.spyOn(log, 'warn').mockImplementation((line) => void warned.push(line))
})
afterAll(stop)

test('FRAME-10 HOLD-8 a platform that was asked too often has taken no right away: a system’s call may come again', async () => {
  given = { status: 429, body: '{"code":429,"msg":"too often"}' }
  const often = await callConsole('/ems/stations')
  expect([often.status, await often.json()]).toEqual([429, expect.objectContaining({ msg: 'too often' })])
  given = { status: 200, body: '{"code":500,"msg":"a fault"}' }
  expect(await (await callConsole('/ems/stations')).json()).toMatchObject({ code: 500, msg: 'a fault' })
  // Its word on a right is.
  given = { status: 403, body: '{"code":403,"msg":"no right"}' }
  expect((await callConsole('/ems/stations')).status).toBe(404)
})

test('OPS-6 what a platform or a proxy answers in place of an envelope is in the log: status, type, and where it leads', async () => {
  given = { status: 502, type: 'text/html; charset=utf-8', body: '<h1>Bad gateway</h1>' }
  expect((await callConsole('/ems/stations')).status).toBe(502)
  given = { status: 302, type: 'text/html', body: '', location: 'https://sso.example/login?ticket=secret' }
  expect((await callConsole('/sys/dept/page/list')).status).toBe(502)
  expect(warned.join('\n')).toContain('the platform did not answer (status 502, text/html)')
  expect(warned.join('\n')).toContain('(status 302, text/html, to https://sso.example/login)')
})

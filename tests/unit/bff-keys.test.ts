import http from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callConsole, consoleOver } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

/** A platform that notes the key of each call. */
let keys: (string | undefined)[] = []
let accepted: (string | undefined)[] = []
let lifetime: string | undefined
let stop: () => Promise<void>

beforeEach(async () => {
  keys = []
  accepted = []
  lifetime = '86400'
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  Reflect.deleteProperty(globalThis, 'platformKeepsKeys')
  const server = http.createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    accepted.push(request.headers.accept)
    request.resume()
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(lifetime && { 'idempotency-key-lifetime': lifetime }),
    })
    response.end('{"code":0,"msg":"","data":null}')
  })
  stop = await consoleOver(server)
})
afterEach(() => stop())

async function call(method: string, path: string, key?: string): Promise<number> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return (await callConsole(path, { headers, ...(method === 'POST' && { body: '{}' }) })).status
}

const key = '"8f14e45fceea467fb0d2a1f7c1e5b6d3"'

test('HOLD-5: the console passes the key of a write on, of nothing else', async () => {
  expect(await call('POST', '/sys/dept/page/add', key)).toBe(200)
  expect(await call('POST', '/sys/dept/page/add')).toBe(200)
  expect(await call('GET', '/sys/dept/page/list', key)).toBe(200)
  expect(keys).toEqual([key, undefined, undefined])
})

test('HOLD-8: what form an answer has is the console’s to say, but for pictures and sound', async () => {
  const headers = { accept: 'application/x-ndjson' }
  await callConsole('/sys/user/page/list', { headers })
  await callConsole('/sys/image/01a21258-02ca-70f4-9542-fe81a894e9e8', { headers: { accept: 'image/*' } })
  expect(accepted).toEqual(['application/json', 'image/*'])
})

test('HOLD-5: what is no key is refused before it gets to the platform', async () => {
  for (const wrong of ['short', 'x'.repeat(500), 'with blanks in the key', '8f14e45fceea467f;drop']) {
    expect(await call('POST', '/sys/dept/page/add', wrong), wrong).toBe(400)
  }
  expect(keys).toEqual([])
})

test('DAY-7 what only asks, by POST too, leaves the answers that are kept; a change does not', async () => {
  const { askOnce } = await import('#lib/server/http/answer-cache')
  let asked = 0
  const menu = () =>
    askOnce('menu', 'token', 60_000, async () => {
      asked += 1
      return { ok: true, data: null }
    })
  await menu()
  for (const path of ['/sys/org/page/impact', '/sys/role/page/effect', '/sys/user/page/import/check']) {
    expect(await call('POST', path), path).toBe(200)
  }
  await menu()
  expect(asked).toBe(1)
  await call('POST', '/sys/dept/page/add')
  await menu()
  expect(asked).toBe(2)
})

test('HOLD-5 HOLD-3: pages and answers say that writes may be repeated while the platform says so', async () => {
  const { keepsKeys } = await import('#lib/server/http/keeps-keys')
  expect(keepsKeys()).toBe(false)
  await call('GET', '/sys/dept/page/list')
  expect(keepsKeys()).toBe(true)
  const { headers } = await callConsole('/sys/dept/page/nowhere', {})
  expect(headers.has('x-repeats'), 'every answer tells pages that were made before').toBe(true)
  lifetime = undefined
  await call('GET', '/sys/dept/page/list')
  expect(keepsKeys()).toBe(false)
})

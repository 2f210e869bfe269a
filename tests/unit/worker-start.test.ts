import { expect, test } from 'vitest'
import { prepareWorker } from '#lib/server/micro/prepare-worker'
import { workerStart } from '#lib/server/micro/worker-start'

const origin = 'https://console.example'
const path = '/c/micro/ems/assets/micro/w.js'
const start = (search: string) => workerStart(path, search)

test('FRAME-4 a worker starts with what makes its calls ready, then with its own script, as it was named', async () => {
  expect(start('?v=1')).toBeUndefined()
  expect(await start('?v=1&console-worker=module&console-context=7%7C%7C')?.text()).toBe(
    `import "${path}?console-worker=calls"\nimport "${path}?v=1"\n`,
  )
  const calls = (await start('?console-worker=calls')?.text()) ?? ''
  expect(await start('?console-worker=classic')?.text()).toBe(`${calls}\nimportScripts("${path}")\n`)
})

test('FRAME-4 CALL-5 a worker may load and ask the console alone, and its start is a script', () => {
  const { headers } = start('?console-worker=classic') ?? new Response()
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; frame-ancestors 'none'"
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

/** A worker that notes what it asks for. */
function prepared() {
  const asked: string[] = []
  class XMLHttpRequest {
    open(method: string, url: string) {
      asked.push(`${method} ${url}`)
    }
    setRequestHeader(name: string, value: string) {
      asked.push(`${name}: ${value}`)
    }
    send() {}
  }
  class OwnRequest extends Request {
    constructor(given: RequestInfo | URL, init?: RequestInit) {
      super(given instanceof Request ? given : new URL(given, origin + path), init)
    }
  }
  const worker = {
    location: new URL(origin + path),
    fetch: async (given: RequestInfo | URL, _init?: RequestInit) => {
      const { method, url, headers } = given as Request
      asked.push(`${method} ${url}`, ...[...headers].map(([name, value]) => `${name}: ${value}`))
      return new Response()
    },
    importScripts: (...urls: string[]) => void asked.push(...urls),
    ...{ Request: OwnRequest, XMLHttpRequest },
  }
  prepareWorker(
    worker as unknown as Parameters<typeof prepareWorker>[0],
    ['x-console', '1'],
    'x-page-headers',
  )
  return { worker, asked }
}

test('FRAME-2 FRAME-4 what a worker asks by fetch is found, and its own API gets the mark', async () => {
  const { worker, asked } = prepared()
  const init = { method: 'POST', headers: { 'x-own': '1' } }
  await worker.fetch('/c/api/ems/list', init)
  await worker.fetch(new Request(`${origin}/c/api/ems-admin/list`))
  await worker.fetch('/c/api/sys/user')
  await worker.fetch('/config.json')
  await worker.fetch('/c/ems/config.json')
  await worker.fetch('config.json')
  await worker.fetch('https://other.example/x')
  expect(asked).toEqual([
    ...[`POST ${origin}/c/api/ems/list`, 'x-console: 1', 'x-own: 1', 'x-page-headers: x-own=1'],
    ...[`GET ${origin}/c/api/ems-admin/list`, 'x-console: 1', `GET ${origin}/c/api/sys/user`],
    ...[`GET ${origin}/c/micro/ems/config.json`, `GET ${origin}/c/micro/ems/config.json`],
    ...[`GET ${origin}/c/micro/ems/assets/micro/config.json`, 'GET https://other.example/x'],
  ])
})

test('FRAME-2 FRAME-4 so is what it asks by XHR, or imports', () => {
  const { worker, asked } = prepared()
  const request = new worker.XMLHttpRequest()
  request.open('PUT', '/c/api/ems/list')
  request.setRequestHeader('X-Own', 'a b')
  request.send()
  request.open('GET', '/config.json')
  worker.importScripts('/x.js', './y.js', 'blob:https://console.example/1')
  expect(asked).toEqual([
    ...[`PUT ${origin}/c/api/ems/list`, 'x-console: 1', 'X-Own: a b', 'x-page-headers: x-own=a+b'],
    `GET ${origin}/c/micro/ems/config.json`,
    ...[
      `${origin}/c/micro/ems/x.js`,
      `${origin}/c/micro/ems/assets/micro/y.js`,
      'blob:https://console.example/1',
    ],
  ])
})

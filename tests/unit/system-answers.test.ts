import http, { type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { succeeded } from '#lib/result'
import { log } from '#lib/server/log'
import { serve } from '../serve'
import { callConsole, stubConsole } from './stub-console'

let origin: URL
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin }]),
}))

/** A system, and a platform, that answer as they are told to. */
let answer: (response: ServerResponse) => void
let stop: () => Promise<void>
beforeEach(async () => {
  const server = http.createServer((request, response) => {
    request.resume()
    answer(response)
  })
  const served = await serve(server)
  stop = served.stop
  origin = new URL(served.origin)
  stubConsole(served.origin)
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  return stop()
})

const read = (headers = {}) => callConsole('/ems/stations', { headers })
const write = () => callConsole('/ems/stations', { body: '{}' })

const nothing: [string, (status: number) => typeof answer][] = [
  ['a length of 0', (status) => (response) => response.writeHead(status, { 'content-length': '0' }).end()],
  [
    'an end without a length',
    (status) => (response) => {
      response.writeHead(status).flushHeaders()
      setTimeout(() => response.end(), 20)
    },
  ],
  [
    'a packed nothing',
    (status) => (response) => {
      response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync(''))
    },
  ],
]
for (const [what, made] of nothing) {
  test(`FRAME-4 a system’s empty answer comes back as it is: ${what}`, async () => {
    for (const status of [200, 201, 202, 400, 409, 500, 503]) {
      answer = made(status)
      for (const call of [read, write]) {
        const { status: shown, headers, body } = await call()
        expect([shown, headers.get('content-type'), body], String(status)).toEqual([status, null, null])
      }
    }
  })
}

test('CALL-5 an answer without a type that holds something is refused, and so is an empty redirect', async () => {
  answer = (response) => {
    response.writeHead(200).flushHeaders()
    setTimeout(() => response.end('<script>1</script>'), 20)
  }
  expect((await read()).status).toBe(502)
  answer = (response) => response.writeHead(302, { location: '/', 'content-length': '0' }).end()
  expect((await read()).status).toBe(502)
})

test('CALL-5 an empty answer of the platform’s is none', async () => {
  for (const status of [200, 201, 204]) {
    answer = (response) => response.writeHead(status).end()
    expect((await callConsole('/auth/info')).status, String(status)).toBe(502)
  }
})

const typed = async (type: string, asked?: Record<string, string>) => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end('content')
  const { status, headers } = await read(asked)
  return [status, headers.get('content-disposition')]
}

test.each([
  ...['application/msword', 'application/x-zip-compressed', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ...['application/octet-stream', 'application/pdf', 'text/csv; charset=gbk', 'image/tiff', 'model/step'],
])('FRAME-3 a file of its own API is saved: %s', async (type) => {
  expect(await typed(type)).toEqual([200, 'attachment'])
})

test.each(['font/woff2', 'image/x-icon', 'application/hal+json', 'text/plain', 'audio/ogg'])(
  'FRAME-3 what browsers show, and do not run, comes as it is: %s',
  async (type) => expect(await typed(type)).toEqual([200, null]),
)

test.each([
  ...['text/html', 'application/xhtml+xml', 'text/xml', 'text/css', 'text/javascript', 'text/jscript;x=y'],
  ...['application/x-javascript', 'multipart/related', 'message/rfc822', 'text/plain, text/html', 'text'],
])('CALL-5 what a browser makes a page of is refused: %s', async (type) => {
  expect((await typed(type, { 'sec-fetch-dest': 'document' }))[0]).toBe(502)
})

test.each([
  ...['text/html', 'application/xhtml+xml', 'text/xml', 'application/vnd.google-earth.kml+xml', 'text/css'],
  'application/x-javascript',
])(
  'FRAME-3 what a script reads comes as a text where a browser would make a page of it: %s',
  async (type) => {
    answer = (response) => response.writeHead(200, { 'content-type': `${type}; charset=gbk` }).end('ok')
    const asText = [200, 'text/plain; charset=gbk', 'nosniff', `${type}; charset=gbk`, null]
    const told = async (asked: Record<string, string>) => {
      const { status, headers } = await read(asked)
      const names = ['content-type', 'x-content-type-options', 'x-system-type', 'content-disposition']
      return [status, ...names.map((name) => headers.get(name))]
    }
    expect(await told({ 'sec-fetch-dest': 'empty' })).toEqual(asText)
    expect(await told({}), 'plain HTTP').toEqual(asText)
    for (const dest of ['document', 'iframe', 'script', 'style', 'serviceworker', 'worker', 'xslt'])
      expect((await told({ 'sec-fetch-dest': dest }))[0], dest).toBe(502)
  },
)

test('FRAME-3 what its server has a browser save is saved, whatever it is', async () => {
  const disposition = 'attachment; filename="export.xml"'
  answer = (response) =>
    response
      .writeHead(200, { 'content-type': 'text/xml', 'content-disposition': disposition })
      .end('<export/>')
  for (const dest of ['document', 'empty', 'script', 'iframe']) {
    const { status, headers } = await read({ 'sec-fetch-dest': dest })
    expect([status, headers.get('content-type'), headers.get('content-disposition')], dest).toEqual([
      ...[200, 'text/plain', disposition],
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('FRAME-4 a text is sent on, as beacons send it, and with the mark alone', async () => {
  answer = (response) => response.writeHead(204).end()
  const send = (headers: Record<string, string>) =>
    callConsole('/ems/log', { body: '{"a":1}', headers: { 'content-length': '7', ...headers } })
  for (const type of ['text/plain;charset=UTF-8', 'application/merge-patch+json']) {
    expect((await send({ 'content-type': type })).status, type).toBe(204)
  }
  expect((await send({ 'content-type': 'text/plain', 'x-console': '' })).status).toBe(403)
  expect((await send({ 'content-type': 'text/html' })).status).toBe(415)
})

test('FRAME-4 a file is sent on as a body of its own, but for what pages are made of, and what says nothing of its kind', async () => {
  let told: unknown
  answer = (response) => {
    told = response.req.headers['content-type']
    response.writeHead(204).end()
  }
  const send = async (type: string) => {
    const headers = { 'content-length': '7', 'content-type': type }
    const { status } = await callConsole('/ems/files', { body: 'content', headers })
    return [status, told]
  }
  for (const type of [
    'image/png',
    'video/mp4',
    'application/octet-stream',
    'application/x-protobuf',
    'text/csv',
  ])
    expect(await send(type)).toEqual([204, type])
  for (const type of ['image/svg+xml', 'text/xml', '']) expect((await send(type))[0], type).toBe(415)
})

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { expect } from 'playwright/test'
import { serve } from '../serve'
import type { AbuseCase } from './abuse-case'
import { type Attacker, unique } from './attacker'
import { withLure, withSystem } from './systems'
import { headerOf, headersOf } from './wire'

/** A registered system on an allowed address whose server is in an attacker's hands. */
interface HostileSystem {
  port: number
  heard: { url: string; headers: IncomingHttpHeaders }[]
  /** Where its redirects lead. */
  lead: { to: string }
  stop: () => Promise<void>
}

type Trick = (response: ServerResponse, lead: string) => void

const typed =
  (type: string, body: string | Buffer, more: Record<string, string> = {}): Trick =>
  (response) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(body)
const moved =
  (status: number): Trick =>
  (response, location) =>
    response.writeHead(status, { location }).end()

const markup = '<!doctype html><script>alert(1)</script>'
const tricks: Record<string, Trick> = {
  ...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [`moved-${status}`, moved(status)])),
  html: typed('text/html', markup),
  xhtml: typed('application/xhtml+xml', markup),
  svg: typed('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  script: typed('text/javascript', 'alert(1)'),
  pdf: typed('application/pdf', '%PDF-1.7', { 'content-disposition': 'inline; filename="x.html"' }),
  untyped: (response) => response.writeHead(200).end(markup),
  multipart: typed('multipart/x-mixed-replace; boundary=b', '--b'),
  squeezed: typed('application/json', 'no gzip at all', { 'content-encoding': 'gzip' }),
  unknown: typed('application/json', '{}', { 'content-encoding': 'zstd, x' }),
  json: typed('application/json', '{"code":0}', {
    'set-cookie': 'access_token=x; Path=/',
    'access-control-allow-origin': '*',
    'x-powered-by': 'evil',
    server: 'evil',
    refresh: '0;url=//evil.example',
    link: '<//evil.example>; rel=preload',
    'clear-site-data': '"*"',
    'content-security-policy': 'default-src *',
    'service-worker-allowed': '/',
    'strict-transport-security': 'max-age=0',
  }),
  large: (response) => {
    response.on('error', () => {})
    response.writeHead(200, { 'content-type': 'application/json', 'x-large': 'x'.repeat(30_000) }).end('{}')
  },
  broken: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{')
    response.socket?.destroy()
  },
}

export async function startHostileSystem(): Promise<HostileSystem> {
  const heard: HostileSystem['heard'] = []
  const lead = { to: '' }
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1)?.split('?')[0] ?? ''
    heard.push({ url: request.url ?? '', headers: request.headers })
    const trick = tricks[name] ?? ((other: ServerResponse) => other.writeHead(404).end())
    request.resume()
    trick(response, lead.to)
  })
  return { ...(await serve(server)), heard, lead }
}

export interface Against {
  bare: Attacker
  hostile: HostileSystem
}

async function withHostile({ bare, hostile }: Against, work: (code: string) => Promise<void>): Promise<void> {
  const admin = await bare.standing('admin')
  const code = unique('ab').slice(0, 30)
  hostile.heard.length = 0
  await withSystem(bare, admin, { code, hostName: '127.0.0.1', port: hostile.port }, () => work(code))
}

/** What is tried from the side of a sub-application's server. */
export const hostileSystem: readonly AbuseCase<Against>[] = [
  {
    ...{ id: 'L01', requirements: ['MICRO-7'], asvs: ['15.3.2', '1.3.6'] },
    tried: 'redirects of a system’s server to other hosts, for files and calls',
    expected: 'not followed and not passed on',
    try: (against) =>
      withLure(async ({ port, asked }) => {
        const { bare, hostile } = against
        const as = await bare.standing('admin')
        await withHostile(against, async (code) => {
          for (const to of [
            `http://127.0.0.1:${port}/`,
            '//127.0.0.1/',
            `${bare.target.platformUrl}/auth/info`,
          ]) {
            hostile.lead.to = to
            for (const status of [301, 302, 303, 307, 308]) {
              for (const path of [`/micro/${code}/moved-${status}`, `/api/${code}/moved-${status}`]) {
                const answer = await bare.send(path, { as, faults: [502] })
                expect([answer.status, headersOf(answer, 'location')], path).toEqual([502, []])
              }
            }
          }
        })
        expect(asked).toEqual([])
      }),
  },
  {
    ...{ id: 'L02', requirements: ['CALL-5'], asvs: ['3.2.1', '4.1.3', '3.4.2'] },
    tried:
      'answers of a system’s API that a browser would run, keep or obey: markup, drawings, cookies, headers',
    expected: 'refused, or passed without them, sandboxed and not sniffed',
    try: (against) =>
      withHostile(against, async (code) => {
        const { bare } = against
        const as = await bare.standing('admin')
        for (const name of ['html', 'xhtml', 'script']) {
          const path = `/api/${code}/${name}`
          for (const dest of ['document', 'iframe', 'script', 'style', 'worker', 'serviceworker']) {
            const asked = { as, headers: { 'sec-fetch-dest': dest }, faults: [502] }
            expect((await bare.send(path, asked)).status, `${name} as ${dest}`).toBe(502)
          }
          // A script may read it: no browser makes more of it than a text.
          const text = await bare.send(path, { as })
          expect(headerOf(text, 'content-type'), name).toMatch(/^text\/plain/)
          expect(headerOf(text, 'content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
          expect(headerOf(text, 'x-content-type-options')).toBe('nosniff')
        }
        for (const name of ['untyped', 'multipart', 'unknown', 'large']) {
          expect((await bare.send(`/api/${code}/${name}`, { as, faults: [502] })).status, name).toBe(502)
        }
        const answer = await bare.send(`/api/${code}/json`, { as })
        const ours = [
          'cache-control',
          'content-security-policy',
          'content-type',
          'cross-origin-resource-policy',
        ]
        const passed = answer.headers
          .map(([name]) => name)
          .filter((name) => /cookie|refresh|link|clear|worker|strict/.test(name))
        expect([answer.status, passed]).toEqual([200, []])
        for (const name of ours) expect(headersOf(answer, name).length, name).toBe(1)
        expect(headerOf(answer, 'content-security-policy')).toContain('sandbox')
        expect(headerOf(await bare.send(`/api/${code}/pdf`, { as }), 'content-disposition')).toBe(
          'attachment',
        )
        // A drawing is a picture; opened as a page it runs nothing.
        const drawing = await bare.send(`/api/${code}/svg`, { as })
        expect(headerOf(drawing, 'content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
        expect(headerOf(drawing, 'x-content-type-options')).toBe('nosniff')
        for (const name of ['squeezed', 'broken'])
          await bare.raw(requestOf(bare, `/api/${code}/${name}`, as.cookie), { faults: [502] })
        expect(await bare.isSignedIn(as)).toBe(true)
      }),
  },
  {
    ...{ id: 'L03', requirements: ['LOGIN-7', 'CALL-2'], asvs: ['4.1.3', '14.2.1'] },
    tried: 'listening at a system’s server for what the console sends along',
    expected: 'for files nothing of the session; for calls the person’s authority, never the cookie',
    try: (against) =>
      withHostile(against, async (code) => {
        const { bare, hostile } = against
        const as = await bare.standing('admin')
        const headers = {
          authorization: 'Bearer forged',
          'x-forwarded-for': '6.6.6.6',
          'x-secret': 'x',
          referer: `${bare.target.origin}/account/index?account=li`,
        }
        await bare.send(`/micro/${code}/html`, { as, headers })
        await bare.send(`/api/${code}/json`, { as, headers })
        await bare.send(`/api/${code}/json`, { as, headers, method: 'POST', body: { a: 1 } })
        const [file, ...calls] = hostile.heard
        for (const name of [
          ...['cookie', 'authorization', 'business', 'x-forwarded-for', 'referer', 'origin', 'x-console'],
          ...['x-secret'],
        ]) {
          expect(file?.headers[name], `file ${name}`).toBeUndefined()
        }
        expect(calls.length).toBe(2)
        for (const call of calls) {
          expect(call.headers.authorization).toBe(`Bearer ${as.token}`)
          expect(call.headers['x-forwarded-for']).toBe('127.0.0.1')
          for (const name of ['cookie', 'referer', 'origin', 'x-console', 'x-secret'])
            expect(call.headers[name], `call ${name}`).toBeUndefined()
        }
      }),
  },
]

function requestOf({ target }: Attacker, path: string, cookie: string): string {
  const { host, origin } = new URL(target.origin)
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nx-console: 1\r\norigin: ${origin}\r\ncookie: ${cookie}\r\n\r\n`
}

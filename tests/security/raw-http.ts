import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import type { Attacker } from './attacker'
import { expectHarmless, expectRefused } from './harmless'
import type { Speech } from './wire'

/** Milliseconds after which a server that waits for the rest of a request is left alone. */
const wait: Speech = { patience: 500 }

const hostOf = ({ target }: Attacker) => `Host: ${new URL(target.origin).host}\r\n`

export const rawHttp: readonly AbuseCase[] = [
  {
    ...{ id: 'E01', asvs: ['4.2.1'] },
    tried:
      'Content-Length and Transfer-Encoding at once, and transfer encodings that servers read differently',
    expected: '400, the connection ends, no second answer',
    try: async (attacker) => {
      const host = hostOf(attacker)
      const smuggled = 'GET /account/index HTTP/1.1\r\nX: y'
      const encodings = [
        'Transfer-Encoding: chunked\r\nContent-Length: 4',
        'Content-Length: 4\r\nTransfer-Encoding: chunked',
        'Transfer-Encoding: xchunked\r\nContent-Length: 4',
        'Transfer-Encoding : chunked\r\nContent-Length: 4',
        'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Length: 4',
        'Transfer-Encoding:\tchunked\r\nContent-Length: 4',
        'Transfer-Encoding: "chunked"\r\nContent-Length: 4',
        'Transfer-Encoding: chunked, identity',
        'Transfer-Encoding: \x0bchunked\r\nContent-Length: 4',
        ' Transfer-Encoding: chunked\r\nContent-Length: 4',
        'X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 4',
      ]
      await expectHarmless(
        attacker,
        encodings.map(
          (lines) => `POST /api/session/sign-in HTTP/1.1\r\n${host}${lines}\r\n\r\n0\r\n\r\n${smuggled}`,
        ),
        wait,
      )
    },
  },
  {
    ...{ id: 'E02', asvs: ['4.2.1', '4.2.2'] },
    tried: 'lengths that contradict each other or are no lengths',
    expected: '400',
    try: async (attacker) => {
      const host = hostOf(attacker)
      const lengths = [
        ...['5\r\nContent-Length: 6', '5\r\nContent-Length: 5', '5, 5', '-1', '+5', '0x5', '5 5', '1e1', ''],
        ...['9'.repeat(30), '5;'],
      ]
      for (const length of lengths) {
        const bytes = `POST /api/session/sign-in HTTP/1.1\r\n${host}Content-Length: ${length}\r\n\r\n{"a":1}`
        const [answer, ...more] = await attacker.raw(bytes, wait)
        expect([answer?.status, more.length], length).toEqual([length === '' ? answer?.status : 400, 0])
      }
    },
  },
  {
    ...{ id: 'E03', asvs: ['4.2.1', '15.2.2'] },
    tried: 'chunks of wrong sizes, with endless extensions, without an end',
    expected: '400 or silence, and nothing reaches the platform',
    try: async (attacker) => {
      const { cookie } = await attacker.standing('operator')
      const start = `POST /api/sys/dept/page/add HTTP/1.1\r\n${hostOf(attacker)}x-console: 1\r\norigin: ${attacker.target.origin}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
      await expectHarmless(
        attacker,
        [
          'xyz\r\n{}\r\n0\r\n\r\n',
          '-1\r\n{}',
          '2 \r\n{}\r\n0\r\n\r\n',
          'fffffffffffffffff\r\n{}',
          '2\r\n{}0\r\n\r\n',
          `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
          '2\n{}\n0\n\n',
          '2\r\n{}',
        ].map((body) => start + body),
        wait,
      )
    },
  },
  {
    ...{ id: 'E04', asvs: ['4.2.1'] },
    tried: 'request lines of other protocols and none: HTTP/0.9, 2.0, 9.9, TLS, missing and broken targets',
    expected: '400, or an answer to what is plainly meant',
    try: async (attacker) => {
      const host = hostOf(attacker)
      const close = 'Connection: close\r\n'
      await expectHarmless(
        attacker,
        [
          'GET /home\r\n\r\n',
          'GET /home HTTP/1.0\r\n\r\n',
          `GET /home HTTP/9.9\r\n${host}\r\n`,
          `GET /home HTTP/1.1 HTTP/1.1\r\n${host}\r\n`,
          `GET /home FTP/1.1\r\n${host}\r\n`,
          'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
          '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
          `GET  HTTP/1.1\r\n${host}\r\n`,
          `GET home HTTP/1.1\r\n${host}\r\n`,
          `GET ?x HTTP/1.1\r\n${host}\r\n`,
          `GET * HTTP/1.1\r\n${host}${close}\r\n`,
          `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`,
          `GET http://[::1 HTTP/1.1\r\n${host}${close}\r\n`,
          `GET http:// HTTP/1.1\r\n${host}${close}\r\n`,
          `GET /h\xf6me HTTP/1.1\r\n${host}${close}\r\n`,
          `GET /home\x00 HTTP/1.1\r\n${host}${close}\r\n`,
          `\r\n\r\n\r\nGET /home HTTP/1.1\r\n${host}${close}\r\n`,
          '\x00'.repeat(1000),
        ],
        wait,
      )
    },
  },
  {
    ...{ id: 'E05', asvs: ['4.2.1', '1.2.1'] },
    tried:
      'headers with line folding, bare line feeds, NUL, control characters, no name, a blank before the colon',
    expected: '400',
    try: async (attacker) => {
      const host = hostOf(attacker)
      for (const line of [
        ...['X: a\r\n b', 'X: a\r\n\tb', 'X : a', ': a', 'X\x00: a', 'X: a\x00b', 'X: a\x01b', 'X\ty: a'],
        ...['no colon', 'X: a\rY: b', '"X": a', 'X: a\x7f'],
      ]) {
        const [answer, ...more] = await attacker.raw(
          `GET /home HTTP/1.1\r\n${host}${line}\r\nConnection: close\r\n\r\n`,
          wait,
        )
        expect(more.length, line).toBe(0)
        // Node unfolds a header of two lines, as RFC 9112 lets it.
        expect([307, 400], line).toContain(answer?.status)
      }
    },
  },
  {
    ...{ id: 'E06', asvs: ['4.1.3', '4.2.1'] },
    tried: 'no Host, two of them, one that is none',
    expected: '400, or a redirect that stays here',
    try: async (attacker) => {
      const hosts = [
        '',
        'Host: a\r\nHost: evil.example\r\n',
        'Host:\r\n',
        'Host: a b\r\n',
        'Host: <script>\r\n',
        'Host: @evil.example\r\n',
        'Host: evil.example#\r\n',
        'Host: [::1\r\n',
        'Host: a:99999999\r\n',
        `Host: ${'a'.repeat(5000)}\r\n`,
      ]
      for (const host of hosts) {
        for (const path of ['/home', '/login', '/api/auth/info', '//home']) {
          const [answer] = await attacker.raw(`GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
          expect([200, 307, 308, 400, 403], host).toContain(answer?.status)
          expect(answer?.text, host).not.toMatch(/evil\.example|<script>\r/)
        }
      }
    },
  },
  {
    ...{ id: 'E07', asvs: ['15.2.2'] },
    tried: 'headers beyond measure: 20 kB in one, 3,000 of them, 2,000 cookies',
    expected: '431, or an ordinary answer',
    try: async (attacker) => {
      const host = hostOf(attacker)
      await expectHarmless(attacker, [
        `GET /home HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\nConnection: close\r\n\r\n`,
        `GET /home HTTP/1.1\r\n${host}${Array.from({ length: 3000 }, (_, at) => `x${at}: y\r\n`).join('')}Connection: close\r\n\r\n`,
        `GET /home HTTP/1.1\r\n${host}Cookie: ${'a=b; '.repeat(2000)}\r\nConnection: close\r\n\r\n`,
        `GET /home HTTP/1.1\r\n${host}${'Cookie: access_token=x\r\n'.repeat(300)}Connection: close\r\n\r\n`,
        `GET /home HTTP/1.1\r\n${host}Accept-Language: ${'a,'.repeat(5000)}\r\nConnection: close\r\n\r\n`,
        `GET /home HTTP/1.1\r\n${host}X-Forwarded-For: ${'1.1.1.1,'.repeat(1500)}\r\nConnection: close\r\n\r\n`,
      ])
    },
  },
  {
    ...{ id: 'E08', asvs: ['1.3.6', '4.1.4'] },
    tried: 'CONNECT and upgrades to other protocols, also with a whole address as their target',
    expected: 'no tunnel: the connection ends, or an ordinary answer comes',
    try: async (attacker) => {
      const host = hostOf(attacker)
      const platform = new URL(attacker.target.platformUrl).host
      const socket =
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
      for (const bytes of [
        `CONNECT ${platform} HTTP/1.1\r\nHost: ${platform}\r\n\r\n`,
        'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
        `GET / HTTP/1.1\r\n${host}${socket}\r\n`,
        `GET http://${platform}/auth/info HTTP/1.1\r\nHost: ${platform}\r\n${socket}\r\n`,
        `GET /api/auth/info HTTP/1.1\r\n${host}${socket}\r\n`,
        `GET /_next/webpack-hmr HTTP/1.1\r\n${host}${socket}\r\n`,
        `GET /home HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
      ]) {
        for (const answer of await attacker.raw(bytes, wait)) expectRefused(answer, bytes)
      }
      await expectHarmless(attacker, [])
    },
  },
  {
    ...{ id: 'E09', asvs: ['4.2.1'] },
    tried: 'a request inside the body of another, of a page and of a call, on one connection',
    expected: 'one answer for each real request, the next one intact',
    try: async (attacker) => {
      const { cookie } = await attacker.standing('auditor')
      const inner = `GET /api/session/smuggled HTTP/1.1\r\n${hostOf(attacker)}\r\n`
      const next = `GET /api/auth/info HTTP/1.1\r\n${hostOf(attacker)}x-console: 1\r\ncookie: ${cookie}\r\nConnection: close\r\n\r\n`
      for (const [method, path] of [
        ...[
          ['POST', '/home'],
          ['GET', '/login'],
          ['GET', '/api/authorization/captcha?key=1'],
        ],
        ...[
          ['POST', '/api/session/sign-in'],
          ['TRACE', '/home'],
          ['POST', '/images/mark.svg'],
        ],
        ...[
          ['GET', '/images/mark.svg'],
          ['OPTIONS', '/api/auth/info'],
        ],
      ]) {
        const first = `${method} ${path} HTTP/1.1\r\n${hostOf(attacker)}Content-Length: ${inner.length}\r\n\r\n${inner}`
        const answers = await attacker.raw(first + next)
        expect(answers.length, `${method} ${path}`).toBe(2)
        expect(answers[1]?.text, `${method} ${path}`).toContain('"username":"auditor"')
      }
    },
  },
  {
    ...{ id: 'E10', asvs: ['4.2.2', '16.5.2'] },
    tried: 'bodies that are shorter than they say, or never end, on calls',
    expected: 'nothing is written; the platform’s next call is whole',
    try: signedIn('operator', async ({ as, ...attacker }) => {
      const name = 'Abuse of half a body'
      const body = JSON.stringify({ name, code: 'abuse.half', enabled: true })
      const start = `POST /api/sys/dept/page/add HTTP/1.1\r\n${hostOf(attacker)}x-console: 1\r\norigin: ${attacker.target.origin}\r\ncookie: ${as.cookie}\r\ncontent-type: application/json\r\n`
      for (const bytes of [
        `${start}Content-Length: ${body.length + 100}\r\n\r\n${body}`,
        `${start}Content-Length: 1000000\r\n\r\n${body}`,
        `${start}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
        `${start}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
      ]) {
        for (const hangUp of [false, true]) {
          for (const answer of await attacker.raw(bytes, { ...wait, hangUp })) expectRefused(answer, bytes)
        }
        const { status, data } = await attacker.call(`/sys/dept/page/list?name=${encodeURIComponent(name)}`, {
          as,
        })
        expect([status, data]).toEqual([200, expect.objectContaining({ content: [] })])
      }
    }),
  },
  {
    ...{ id: 'E11', asvs: ['15.2.2', '5.2.1'] },
    tried: 'bodies larger than a call takes, with a true length, a false one, and none',
    expected: '413, or the connection ends',
    try: signedIn('operator', async ({ as, ...attacker }) => {
      const large = Buffer.alloc(1024 * 1024 + 10, 0x20)
      for (const [path, answers] of [
        ['/api/sys/dept/page/add', [413]],
        ['/api/session/sign-in', [400, 413]],
        ['/api/session/enter', [400, 413]],
      ] as const) {
        const headers = { 'content-type': 'application/json' }
        const whole = await attacker.send(path, { method: 'POST', as, headers, body: large })
        expect(answers, path).toContain(whole.status)
        const chunk = `${large.length.toString(16)}\r\n`
        const lines = `x-console: 1\r\norigin: ${attacker.target.origin}\r\ncookie: ${as.cookie}\r\ncontent-type: application/json\r\nConnection: close\r\n`
        const start = `POST ${path} HTTP/1.1\r\n${hostOf(attacker)}${lines}Transfer-Encoding: chunked\r\n\r\n${chunk}`
        const bytes = Buffer.concat([Buffer.from(start), large, Buffer.from('\r\n0\r\n\r\n')])
        for (const answer of await attacker.raw(bytes, { note: path }))
          expect(answers, path).toContain(answer.status)
      }
    }),
  },
]

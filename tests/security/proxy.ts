import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { unique } from './attacker'
import { inside } from './navigation'
import { ask } from './people'

const list = '/api/sys/user/page/list'
/** Refused by the console itself: no such call, no such address, or a tidier one of the console's own. */
const refused = [308, 400, 401, 403, 404, 405, 414, 431]

const paths = [
  '/api',
  '/api/',
  '/api//',
  '/api/admin',
  '/api/internal/health',
  '/api/sys/user/page/unknown',
  '/api/sys/user/page/list/',
  '/api/sys/user/page/LIST',
  '/API/sys/user/page/list',
  '/api/sys/user//page/list',
  '/api/sys/user/page/list%2f',
  '/api/sys/user/page/list%00',
  '/api/sys/user/page/list%20',
  '/api/sys/user/page/list;jsessionid=1',
  '/api/sys/user/page/list.json',
  '/api/sys%2fuser%2fpage%2flist',
  '/api/%73ys/user/page/list',
  '/api/x%2f..%2fsys/user/page/list',
  '/api/sys/user/page\\list',
  '/api/sys/user/page%5clist',
  '/api/./sys',
  '/api/../platform',
  '/api/..%2f..%2fauthorization/oauth/token',
  '/api/%2e%2e%2fauthorization%2foauth%2ftoken',
  '/api/%252e%252e/authorization/oauth/token',
  '/api/http://127.0.0.1:1/',
  '/api/http:/evil.example',
  '/api/@evil.example/',
  '/api/evil.example:80/',
  '/api/:80/',
  '/api/%0d%0aHost:%20evil.example',
  '/api/sys/user/page/list%0d%0aX-Injected:%201',
  '/api/sys/user/page/list%3fpage=1',
  '/api/sys/user/page/list%23',
  '/api/%',
  '/api/%ff',
  '/api/%c0%ae%c0%ae/authorization',
  '/api/%E0%A4%A',
  '/api/u%CC%88ser',
  `/api/${'a/'.repeat(2000)}`,
  `/api/${'a'.repeat(6000)}`,
]

export const proxy: readonly AbuseCase[] = [
  {
    ...{ id: 'D01', requirements: ['CALL-5'], asvs: ['1.3.6', '1.5.3', '1.1.1', '13.4.5'] },
    tried: 'addresses beside the contract’s calls: other spellings, dots, encodings, other hosts in the path',
    expected: 'refused here, and the platform is not asked',
    try: signedIn('admin', async ({ as, send }) => {
      for (const path of paths) {
        for (const method of ['GET', 'POST']) {
          const answer = await send(path, { method, as })
          // A dot segment may leave `/api`; pages take no POST, and this one has no such page.
          expect([...refused, 307], `${method} ${path}`).toContain(answer.status)
          expect(answer.text, path).not.toMatch(/zhangwei|"content":/)
        }
      }
    }),
  },
  {
    ...{ id: 'D04', requirements: ['CALL-5'], asvs: ['4.1.4'] },
    tried: 'methods that nothing here has, on calls, pages, files and routes of the session',
    expected: '405, or 400 from the parser',
    try: signedIn('operator', async ({ as, send }) => {
      const places = [
        list,
        '/api/session/enter',
        '/home',
        '/login',
        '/images/mark.svg',
        '/favicon.ico',
        '/micro/ems/index.html',
        '/_next/static/x.js',
      ]
      for (const path of places) {
        for (const method of [
          ...['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'PURGE', 'QUERY', 'SEARCH', 'LOCK', 'DEBUG'],
          ...['TRACK', 'get', 'FOO'],
        ]) {
          const { status, text } = await send(path, { method, as })
          expect([400, 404, 405], `${method} ${path}`).toContain(status)
          expect(text).not.toMatch(inside)
        }
      }
    }),
  },
  {
    ...{ id: 'D05', asvs: ['13.4.4'] },
    tried: 'TRACE, on a call, a page and a file, with the session’s cookie',
    expected: '405; nothing of the request comes back',
    try: signedIn('operator', async ({ as, send }) => {
      for (const path of [
        list,
        '/api/session/sign-out',
        '/home',
        '/login',
        '/images/mark.svg',
        '/micro/ems/index.html',
      ]) {
        const answer = await send(path, { method: 'TRACE', as, headers: { 'x-said': 'echo-me' } })
        expect(answer.status, path).toBe(405)
        expect(answer.text).not.toContain('echo-me')
      }
    }),
  },
  {
    ...{ id: 'D07', requirements: ['CALL-2', 'LOGIN-7'], asvs: ['7.2.1', '8.3.1'] },
    tried: 'a stolen bearer token or the client’s own credentials, without a session',
    expected: '401: the console takes its cookie and nothing else',
    try: async ({ call, send, standing, target }) => {
      const { token } = await standing('operator')
      const basic = `Basic ${Buffer.from(`atrium:${target.clientSecret}`).toString('base64')}`
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, token, basic]) {
        await call('/auth/info', { headers: { authorization }, answered: 401 })
        await call('/ems/stations', { headers: { authorization }, answered: 401 })
        expect(
          (await call('/sys/user/page/list', { headers: { authorization, cookie: `access_token=${token}` } }))
            .status,
        ).toBe(401)
        await send('/home', { bare: true, headers: { authorization }, answered: 307 })
      }
      const query = await call(`/auth/info?access_token=${encodeURIComponent('x')}&token=x`)
      expect(query.status).toBe(401)
    },
  },
  {
    ...{ id: 'D08', requirements: ['EDGE-7'], asvs: ['15.3.4', '4.1.3'] },
    tried: 'forged X-Forwarded-For and its relatives, at sign-in',
    expected: 'the log holds the address that the connection came from',
    try: async (attacker) => {
      const account = unique('nobody')
      for (const headers of [
        { 'x-forwarded-for': '6.6.6.6' },
        { 'x-forwarded-for': '127.0.0.1, 6.6.6.6, ::ffff:6.6.6.6' },
        { 'x-forwarded-for': "6.6.6.6'; drop table login_log; --" },
        {
          'x-real-ip': '6.6.6.6',
          forwarded: 'for=6.6.6.6',
          'true-client-ip': '6.6.6.6',
          'cf-connecting-ip': '6.6.6.6',
          'x-client-ip': '6.6.6.6',
        },
      ]) {
        await attacker.trySignIn(account, 'wrong', { headers })
      }
      const admin = await attacker.standing('admin')
      const rows = await ask<{ content: { requestIp: string }[] }>(
        attacker,
        admin,
        `/sys/loginLog/list?userName=${account}`,
      )
      expect(rows.content.map(({ requestIp }) => requestIp)).toEqual(Array(4).fill('127.0.0.1'))
    },
  },
]

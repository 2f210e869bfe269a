import { expect } from 'playwright/test'
import { consolePages } from '#lib/console-pages'
import { type AbuseCase, signedIn } from './abuse-case'
import type { Attempt } from './attacker'
import { type Answer, headerOf, headersOf } from './wire'

/** Every page that needs a session. */
export const guarded = [...consolePages.map((page) => page.path), '/home', '/user/index', '/selectSystem']

/** What a page of the console has and the login page has not: its shell, its rows, its permissions. */
export const inside = /side-menu|system-title|theme-picture|zhangwei|uia\.[a-z]+\.[a-z]+|systemCentre/i

/** The person is sent to sign in, or there is nothing at all; least of all a page. */
function expectNoPage(answer: Answer, note: string): void {
  expect(answer.text, note).not.toMatch(inside)
  if (answer.status === 307 || answer.status === 308) {
    // Where data was asked for, Next names the redirect's target by a header of its own.
    const to = headerOf(answer, 'location') ?? headerOf(answer, 'x-nextjs-redirect')
    expect(to, note).toMatch(/^\/(?![/\\])/)
  } else if (answer.status === 200) {
    expect(answer.text, note).toMatch(/login/i)
  } else {
    expect([400, 401, 403, 404, 405, 421], note).toContain(answer.status)
  }
}

const paths = [
  ...guarded.map((path) => `${path}.rsc`),
  '/home.segments/_tree.segment.rsc',
  '/account/index.segments/_tree.segment.rsc',
  '/home.json',
  '/_next/data/x/home.json',
  '/_next/data/x/account/index.json?path=account',
  '/index',
  '/index.rsc',
  '//home',
  '///home',
  '/\\home',
  '/./home',
  '/x/../home',
  '/login/../home',
  '/login/..%2fhome',
  '/login%2f..%2fhome',
  '/login;/home',
  '/login/home',
  '/login/',
  '/login.rsc',
  '/%68ome',
  '/home%2f',
  '/home/',
  '/home%00',
  '/home;x',
  '/home%3bx',
  '/home%09',
  '/HOME',
  '/Home',
  '/home%20',
  '/home.',
  '/api/../home',
  '/api/%2e%2e/home',
  '/api/..%2fhome',
  '/images/../home',
  '/images/%2e%2e/account/index',
  '/micro/../home',
  '/micro/ems/../../home',
  '/favicon.ico/../home',
  '/_next/static/../../home',
  '/_next/static/%2e%2e/%2e%2e/account/index',
  '/_next/image?url=/home&w=64&q=75',
  '/_next/image?url=%2Faccount%2Findex&w=64&q=75',
  '/home?_rsc=1',
  '/home?nxtPpath=login',
  '/account/index?nxtPpath=login&_rsc=x',
  '/home?__nextDataReq=1',
  '/(console)/home',
  '/%28console%29/home',
  '/account%2Findex',
  '/account/./index',
]

const subrequest = (name: string) => Array.from({ length: 5 }, () => name).join(':')
const headers: Record<string, string>[] = [
  { 'x-middleware-subrequest': subrequest('middleware') },
  { 'x-middleware-subrequest': subrequest('src/middleware') },
  { 'x-middleware-subrequest': subrequest('proxy') },
  { 'x-middleware-subrequest-id': '1' },
  { 'x-middleware-next': '1' },
  { 'x-middleware-rewrite': '/home' },
  { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'access_token=x' },
  { 'x-middleware-set-cookie': 'access_token=x' },
  { 'x-middleware-prefetch': '1' },
  { 'x-middleware-invoke': '1' },
  { 'x-matched-path': '/login' },
  { 'x-invoke-path': '/home', 'x-invoke-query': '%7B%7D', 'x-invoke-status': '200' },
  { 'x-invoke-output': '/home' },
  { 'x-now-route-matches': '1=home' },
  { 'x-nextjs-data': '1' },
  { 'x-rewrite-url': '/login' },
  { 'x-original-url': '/login' },
  { 'x-forwarded-uri': '/login' },
  { 'x-pathname': '/login' },
  { 'x-nonce': 'abc' },
  { 'next-resume': '1' },
  { 'x-prerender-revalidate': '1' },
  { 'x-prerender-bypass-mode': 'static' },
  { 'x-vercel-protection-bypass': '1' },
  { purpose: 'prefetch' },
  { 'user-agent': 'GoogleHC/1.0' },
]

const rscForms: Record<string, string>[] = [
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '2' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-segment-prefetch': '/(console)/home/__PAGE__' },
  {
    rsc: '1',
    'next-router-state-tree': encodeURIComponent(
      JSON.stringify([
        '',
        { children: ['(console)', { children: ['home', { children: ['__PAGE__', {}] }] }] },
        null,
        'refetch',
      ]),
    ),
  },
  { rsc: '1', 'next-url': '/login' },
]

const hosts: Attempt['headers'][] = [
  { host: 'evil.example' },
  { host: 'evil.example:80' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-port': '1' },
  { forwarded: 'host=evil.example;proto=https' },
  { 'x-host': 'evil.example', 'x-original-host': 'evil.example' },
]

/** Addresses that some browser or library takes for another host. */
const wayOut = [
  ...['//evil.example', '///evil.example', '////evil.example/%2f..', '/\\evil.example', '/\\/evil.example'],
  ...['\\\\evil.example', '/%5cevil.example', '/%2f%2fevil.example', '/%09/evil.example', '/.//evil.example'],
  ...['/..//evil.example', '/x/..//evil.example', '/%2e%2e//evil.example', '/;//evil.example'],
  ...['//evil.example/..;/home', '//evil%E3%80%82example', '//127.0.0.1%40evil.example'],
  ...['/\u00a0/evil.example'],
]

export const navigation: readonly AbuseCase[] = [
  {
    ...{ id: 'A01', requirements: ['GUARD-2'], asvs: ['8.3.1', '1.1.1'] },
    tried: 'guarded pages under 60 other spellings of their addresses, signed out',
    expected: 'the login page, or nothing',
    try: async ({ send }) => {
      for (const path of paths) expectNoPage(await send(path, { bare: true }), path)
    },
  },
  {
    ...{ id: 'A02', requirements: ['GUARD-2'], asvs: ['8.3.1', '4.1.3'] },
    tried: 'headers that frameworks and proxies use among themselves, signed out',
    expected: 'the login page',
    try: async ({ send }) => {
      for (const path of ['/home', '/account/index']) {
        for (const extra of headers) {
          const answer = await send(path, { bare: true, headers: extra })
          expectNoPage(answer, `${path} ${JSON.stringify(extra)}`)
          expect(answer.status).toBe(307)
        }
      }
    },
  },
  {
    ...{ id: 'A03', requirements: ['GUARD-2'], asvs: ['8.3.1', '8.2.1'] },
    tried: 'every page as the data of a soft navigation or a prefetch, signed out',
    expected: 'the login page',
    try: async ({ send }) => {
      for (const path of guarded) {
        for (const extra of rscForms) {
          const answer = await send(`${path}?_rsc=1abcd`, { bare: true, headers: extra })
          expectNoPage(answer, `${path} ${JSON.stringify(extra)}`)
        }
      }
    },
  },
  {
    ...{ id: 'A04', requirements: ['GUARD-2'], asvs: ['1.3.6', '8.3.1'] },
    tried: 'the address as a whole one, of this and of other hosts',
    expected: 'no page, and no request to the other host',
    try: async ({ raw, target }) => {
      const { host, port } = new URL(target.origin)
      const targets = [
        `${target.origin}/home`,
        `http://localhost:${port}/account/index`,
        'http://evil.example/home',
      ]
      for (const whole of [...targets, 'https://evil.example/home', `${target.platformUrl}/auth/info`]) {
        const answers = await raw(`GET ${whole} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        for (const answer of answers) expectNoPage(answer, whole)
        expect(answers.length, whole).toBeLessThanOrEqual(1)
      }
    },
  },
  {
    ...{ id: 'A05', requirements: ['GUARD-2'], asvs: ['4.1.3', '3.7.2'] },
    tried: 'Host and forwarding headers that name another host, on redirects and pages',
    expected: 'nothing that the browser gets names it',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const extra of hosts) {
        const answers = [
          await send('/account/index?page=2', { bare: true, headers: extra }),
          await send('/login', { bare: true, headers: extra }),
          await send('/user', { bare: true, as, headers: extra }),
          await send('/toggleSystem', { bare: true, as, headers: extra }),
        ]
        for (const { status, text, headers: got } of answers) {
          expect(status).toBeLessThan(400)
          expect(text + JSON.stringify(got), JSON.stringify(extra)).not.toContain('evil.example')
        }
      }
    }),
  },
  {
    ...{ id: 'A06', requirements: ['GUARD-2'], asvs: ['3.7.2', '1.2.2'] },
    tried: 'addresses that lead a redirect to another host',
    expected: 'every Location stays here',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const path of wayOut) {
        const encoded = encodeURIComponent(path)
        for (const held of [undefined, as]) {
          for (const address of [
            path,
            `/login?from=${encoded}`,
            `/selectSystem?from=${encoded}`,
            `/user${path}`,
          ]) {
            const answer = await send(Buffer.from(address).toString('latin1'), { bare: true, as: held })
            // `send` has refused a Location elsewhere already; the browser's own reading counts, too.
            for (const to of headersOf(answer, 'location')) expect(to, address).not.toMatch(/^[/\\]{2}/)
            expect(answer.text, address).not.toMatch(/href="(?:https?:)?[/\\]{2}evil|url=[/\\]{2}evil/i)
          }
        }
      }
    }),
  },
  {
    ...{ id: 'A07', requirements: ['GUARD-2'], asvs: ['3.7.2'] },
    tried: 'a `from` that leads out, through the login page',
    expected: 'the page knows no such address',
    try: async ({ send }) => {
      const schemes = [
        ...['javascript:alert(1)', 'data:text/html,x', 'https://evil.example', 'evil.example'],
        ...['https:evil.example'],
      ]
      for (const from of [...wayOut.map((path) => path.replace('evil', 'ev1l')), ...schemes]) {
        const answer = await send(`/login?from=${encodeURIComponent(from)}`, { bare: true })
        expect(answer.status).toBe(200)
        const kept = /\\?"from\\?":\\?"([^"\\]*)/.exec(answer.text)?.[1] ?? ''
        const url = new URL(kept, 'http://console.invalid')
        expect([url.origin, url.pathname.startsWith('//')], from).toEqual(['http://console.invalid', false])
      }
    },
  },
  {
    ...{ id: 'A08', requirements: ['GUARD-2'], asvs: ['16.5.3', '1.1.1'] },
    tried: 'addresses with a slash at their end, signed out, with a cookie that opens nothing, signed in',
    expected: 'the login page after one step, never the same address again',
    try: signedIn('auditor', async ({ as, send }) => {
      for (const path of [
        ...['/login/', '/home/', '/account/index/', '/selectSystem/', '/nowhere/', '/login/?x=1'],
      ]) {
        for (const cookie of [undefined, 'access_token=x']) {
          const first = await send(path, { bare: true, headers: { cookie } })
          const to = headerOf(first, 'location') ?? ''
          expect(to, path).toMatch(/^\/login(\?|$)/)
          await send(to, { bare: true, headers: { cookie }, answered: 200 })
        }
        const inside = await send(path, { bare: true, as })
        expect(headerOf(inside, 'location') ?? '', path).not.toMatch(/\/$/)
      }
    }),
  },
]

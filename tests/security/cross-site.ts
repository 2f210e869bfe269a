import { expect } from 'playwright/test'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { type AbuseCase, signedIn } from './abuse-case'
import type { Attempt } from './attacker'
import { ask } from './people'
import { headerOf, headersOf } from './wire'

const calls = Object.values<Endpoint>(endpoints).filter(({ caller }) => caller === 'browser')
/** An address of a call; the ids in it are nobody's. */
export const pathOf = (endpoint: Endpoint) => addressOf(endpoint, { params: { id: 'x1', resourceId: 'x1' } })
const writes = [
  ...calls.filter(({ method }) => method !== 'GET').map(pathOf),
  ...['/session/sign-in', '/session/sign-out', '/session/enter'],
]
const reads = calls.filter(({ method }) => method === 'GET')

/** What a browser sends from pages that are not ours, whatever it sends itself and whatever a script may add. */
function elsewhere(origin: string): Record<string, string | undefined>[] {
  const { port } = new URL(origin)
  return [
    { 'x-console': undefined },
    { 'x-console': '' },
    { 'x-console': '0' },
    { 'x-console': '1, 1' },
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { origin: `${origin}.evil.example` },
    { origin: `http://evil.example:${port}` },
    { origin: `${origin}, http://evil.example` },
    { origin: origin.replace('http:', 'https:') },
    { origin: 'http://127.0.0.1' },
    { origin: `${origin}/` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: undefined },
  ]
}

const forms: [type: string | undefined, body: string][] = [
  ['application/x-www-form-urlencoded', 'id=x1&enabled=1'],
  ['text/plain', '{"id":"x1","enabled":true}'],
  ['text/plain;charset=UTF-8', '{"id":"x1","ignore":"="}'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="id"\r\n\r\nx1\r\n--b--\r\n',
  ],
  [undefined, '{"id":"x1"}'],
]

export const crossSite: readonly AbuseCase[] = [
  {
    ...{ id: 'C01', requirements: ['CALL-5'], asvs: ['3.5.1', '3.5.2'] },
    tried: 'every writing call with the victim’s cookie and 16 kinds of headers of other pages',
    expected: '403, the session stays and nothing is written',
    try: signedIn('operator', async ({ as, send, isSignedIn, target }) => {
      expect(writes.length).toBeGreaterThan(30)
      for (const path of writes) {
        for (const headers of elsewhere(target.origin)) {
          await send(`/api${path}`, { method: 'POST', as, headers, body: {}, answered: 403 })
        }
      }
      expect(await isSignedIn(as)).toBe(true)
    }),
  },
  {
    ...{ id: 'C02', requirements: ['CALL-5'], asvs: ['3.5.2'] },
    tried: 'every writing call as an HTML form can send it: three encodings, and none',
    expected: '403',
    try: signedIn('operator', async ({ as, send, isSignedIn }) => {
      for (const path of writes) {
        for (const [type, body] of forms) {
          const headers = {
            'content-type': type,
            'sec-fetch-site': 'cross-site',
            origin: 'http://evil.example',
          }
          const attempt = { method: 'POST', bare: true, as, body }
          await send(`/api${path}`, { ...attempt, headers, answered: 403 })
          // An old browser that says nothing of where it comes from.
          await send(`/api${path}`, { ...attempt, headers: { 'content-type': type }, answered: 403 })
        }
      }
      expect(await isSignedIn(as)).toBe(true)
    }),
  },
  {
    ...{ id: 'C03', asvs: ['4.1.1', '3.5.2'] },
    tried: 'every writing call from our own page, with bodies of a type that it does not take',
    expected: '415, or 400; nothing is written',
    try: signedIn('operator', async ({ as, send }) => {
      for (const path of writes.filter((path) => path !== '/session/sign-out')) {
        for (const type of [
          ...['text/plain', 'application/xml', 'application/jsonx', 'text/html', 'application/octet-stream'],
        ]) {
          const body = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'
          const answer = await send(`/api${path}`, {
            method: 'POST',
            as,
            body,
            headers: { 'content-type': type },
          })
          // A call that takes no body reads none.
          expect([400, 403, 404, 415], `${path} ${type}`).toContain(answer.status)
          expect(answer.text).not.toContain('root:')
        }
      }
    }),
  },
  {
    ...{ id: 'C04', requirements: ['CALL-5'], asvs: ['3.5.8', '3.5.6', '3.5.7'] },
    tried: 'every reading call embedded by another page: script, image, fetch, typed address',
    expected: '403, no row of data',
    try: signedIn('operator', async ({ as, send }) => {
      for (const endpoint of reads) {
        for (const [site, destination] of [
          ...[
            ['cross-site', 'script'],
            ['cross-site', 'image'],
            ['same-site', 'empty'],
          ],
          ...[
            ['none', 'document'],
            ['cross-site', 'document'],
          ],
        ] as const) {
          const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': destination }
          const answer = await send(`/api${pathOf(endpoint)}?callback=steal&page=1`, {
            bare: true,
            as,
            headers,
          })
          expect(answer.status, `${endpoint.path} ${site}`).toBe(403)
          expect(answer.text).not.toContain('steal')
        }
      }
    }),
  },
  {
    ...{ id: 'C05', asvs: ['3.4.2', '3.5.2'] },
    tried: 'preflights and requests with an Origin of other sites',
    expected: 'no CORS header, whatever the method asked for',
    try: signedIn('operator', async ({ as, send }) => {
      for (const origin of ['http://evil.example', 'null', 'http://localhost']) {
        for (const path of [
          ...['/api/sys/user/page/list', '/api/session/sign-out', '/api/ems/stations', '/login'],
          ...['/micro/ems/index.html'],
        ]) {
          const asked = {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-console',
          }
          // `send` looks for the header in every answer.
          await send(path, { method: 'OPTIONS', bare: true, as, headers: asked })
          await send(path, {
            bare: true,
            as,
            headers: { origin, 'access-control-request-private-network': 'true' },
          })
        }
      }
    }),
  },
  {
    ...{ id: 'C06', asvs: ['3.5.8', '3.2.1'] },
    tried: 'a stored picture and a system’s files embedded by other sites, and opened as pages',
    expected: '403; what is embedded in ours says that it is ours alone',
    try: signedIn('operator', async ({ as, send }) => {
      const paths = ['/api/sys/image/x1', '/micro/ems/index.html', '/micro/wms/main.js']
      for (const path of paths) {
        for (const site of ['cross-site', 'same-site', 'none']) {
          const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': 'image' }
          await send(path, { bare: true, as, headers, answered: 403 })
        }
        const own = await send(path, { bare: true, as, headers: { 'sec-fetch-site': 'same-origin' } })
        expect(headerOf(own, 'cross-origin-resource-policy'), path).toBe('same-origin')
        expect(headerOf(own, 'content-security-policy'), path).toContain('sandbox')
      }
      for (const destination of ['document', 'iframe', 'frame', 'object', 'embed']) {
        const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': destination }
        await send('/micro/ems/index.html', { bare: true, as, headers, answered: 403 })
      }
    }),
  },
  {
    ...{ id: 'C07', requirements: ['CALL-5'], asvs: ['3.5.3', '4.1.4'] },
    tried: 'writing calls by other methods, method overrides in headers, query and body',
    expected: '405 or 404, and nothing but the method itself counts',
    try: signedIn('operator', async ({ as, call, send, isSignedIn }) => {
      for (const path of writes) {
        for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
          expect([404, 405], `${method} ${path}`).toContain(
            (await send(`/api${path}`, { method, as })).status,
          )
        }
      }
      const overrides: Attempt['headers'][] = [
        { 'x-http-method-override': 'POST' },
        { 'x-http-method': 'POST' },
        { 'x-method-override': 'POST' },
      ]
      for (const headers of overrides) {
        await call('/session/sign-out?_method=POST', { method: 'GET', as, headers, answered: 405 })
        await call('/sys/user/page/list?_method=POST', { as, headers, answered: 200 })
      }
      expect(await isSignedIn(as)).toBe(true)
    }),
  },
  {
    ...{ id: 'C08', requirements: ['EDGE-1'], asvs: ['8.4.1', '2.3.1'] },
    tried: 'a write from a tab of another organization, system or person',
    expected: '409, nothing is written',
    try: signedIn('operator', async ({ as, ...attacker }) => {
      const name = 'Abuse of a stale tab'
      const [organization] = await ask<{ orgId: string }[]>(attacker, as, '/sys/org/page/listUserOrg')
      const body = { name, code: 'abuse.stale', orgId: organization?.orgId, enabled: true }
      for (const stated of [
        '||',
        'x|y|z',
        '',
        '%00',
        `someone|${organization?.orgId}|x`,
        '<script>',
        'x'.repeat(4000),
      ]) {
        const headers = { 'x-context': stated }
        const answer = await attacker.call('/sys/dept/page/add', { as, body, headers })
        expect(answer.status, stated).toBe(409)
      }
      const found = await ask<{ content: unknown[] }>(
        attacker,
        as,
        `/sys/dept/page/list?name=${encodeURIComponent(name)}`,
      )
      expect(found.content).toEqual([])
    }),
  },
  {
    ...{ id: 'C09', asvs: ['3.5.3', '15.2.3'] },
    tried: 'pages as targets of forms and of server actions',
    expected: '405 before anything of the body is read',
    try: signedIn('operator', async ({ as, send }) => {
      const action = '0'.repeat(42)
      const part = (name: string, value: string) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const decoding =
        part('0', '{"then":"$1:__proto__:then","status":"resolved_model"}') + part('1', '"$@0"')
      const attempts: [Record<string, string>, string][] = [
        [{ 'next-action': action, 'content-type': 'text/plain;charset=UTF-8' }, '["$F1"]'],
        [{ 'next-action': 'x', 'content-type': 'multipart/form-data; boundary=b' }, `${decoding}--b--\r\n`],
        [
          { 'content-type': 'multipart/form-data; boundary=b' },
          `${part(`$ACTION_ID_${action}`, '')}--b--\r\n`,
        ],
        [{ 'content-type': 'application/x-www-form-urlencoded' }, 'username=admin&password=x'],
      ]
      for (const path of ['/login', '/home', '/account/index', '/', '/nowhere']) {
        for (const [headers, body] of attempts) {
          const answer = await send(path, { method: 'POST', bare: true, as, headers, body })
          expect([answer.status, headerOf(answer, 'allow'), answer.text], path).toEqual([
            405,
            'GET, HEAD',
            '',
          ])
          expect(headersOf(answer, 'set-cookie')).toEqual([])
        }
      }
    }),
  },
]

import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import type { Attacker } from './attacker'

/** What browsers say of a picture in a page of ours. */
const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }
const picture = '/api/ems/stations'

/** The beginning of a WebSocket, as a browser makes it. */
async function knock(
  { raw, target }: Attacker,
  path: string,
  headers: Record<string, string | undefined>,
): Promise<number | undefined> {
  const all = {
    host: new URL(target.origin).host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  )
  const [answer] = await raw(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, { faults: [502] })
  return answer?.status
}

export const plainReads: readonly AbuseCase[] = [
  {
    ...{ id: 'P01', requirements: ['FRAME-3'], asvs: ['3.5.1', '3.5.3'] },
    tried:
      'a system’s reads by plain address from other sites, other ports and the address bar, and as frames and scripts',
    expected: '403; a page of ours reads it',
    try: signedIn('admin', async ({ as, send }) => {
      await send(picture, { bare: true, as, headers: own, answered: 200 })
      for (const headers of [
        ...['cross-site', 'same-site', 'none'].map((site) => ({ ...own, 'sec-fetch-site': site })),
        ...['iframe', 'frame', 'object', 'embed', 'script', 'worker', 'serviceworker'].map((kind) => ({
          ...own,
          'sec-fetch-dest': kind,
        })),
        ...['http://evil.example', 'null'].map((origin) => ({ ...own, origin })),
        ...[{}, { referer: 'http://evil.example/' }, { referer: 'http://127.0.0.1/ems' }, { referer: 'ems' }],
      ]) {
        await send(picture, { bare: true, as, headers, answered: 403 })
      }
    }),
  },
  {
    ...{ id: 'P02', requirements: ['FRAME-3'], asvs: ['3.5.1', '3.5.3'] },
    tried: 'writes, and the platform’s own calls, without the mark, as if a page of ours had made them',
    expected: '403',
    try: signedIn('admin', async ({ as, send, target }) => {
      const headers = { ...own, 'sec-fetch-dest': 'empty', referer: `${target.origin}/ems/stations` }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        await send('/api/ems/alarms/1/handle', { method, bare: true, as, headers, body: {}, answered: 403 })
      }
      for (const path of ['/api/auth/info', '/api/sys/user/page/list', '/api/none/x']) {
        await send(path, { bare: true, as, headers, answered: 403 })
      }
    }),
  },
  {
    ...{ id: 'P03', requirements: ['FRAME-3'], asvs: ['8.2.1', '8.3.1'] },
    tried: 'a system’s reads by plain address without its right, and without a session',
    expected: 'as with the mark: 403 and 401',
    try: async ({ send, standing }) => {
      await send(picture, { bare: true, as: await standing('auditor'), headers: own, answered: 403 })
      await send(picture, { bare: true, headers: own, answered: 401 })
    },
  },
  {
    ...{ id: 'P04', requirements: ['FRAME-4'], asvs: ['4.4.2', '3.5.1'] },
    tried:
      'WebSockets from other origins and from none, without a session, without the right, to the platform',
    expected: '403, 401, 404; none is opened',
    try: async (attacker) => {
      const { origin } = attacker.target
      const { cookie } = await attacker.standing('admin')
      const { cookie: others } = await attacker.standing('auditor')
      for (const from of [
        undefined,
        'null',
        'http://evil.example',
        `${origin}.evil.example`,
        'http://127.0.0.1',
      ]) {
        expect(await knock(attacker, '/api/ems/socket', { cookie, origin: from }), from).toBe(403)
      }
      expect(await knock(attacker, '/api/ems/socket', { origin })).toBe(401)
      expect(await knock(attacker, '/api/ems/socket', { origin, cookie: 'access_token=x' })).toBe(401)
      expect(await knock(attacker, '/api/ems/socket', { origin, cookie: others })).toBe(404)
      for (const path of ['/api/auth/info', '/api/none/x', '/api/uia/x', '/api/ems/%2e%2e%2fx', '/api/ems']) {
        expect(await knock(attacker, path, { origin, cookie }), path).toBe(404)
      }
    },
  },
]

import { createHash } from 'node:crypto'
import { expect } from 'playwright/test'
import type { AbuseCase } from './abuse-case'
import type { Attacker } from './attacker'
import { headerOf, headersOf } from './wire'

const otherSecret = 'another-secret-of-at-least-thirty-two-characters'

/** With this cookie a page leads to the login page and a call is refused, both delete it, and nothing loops. */
export async function expectNoSession(
  { send }: Attacker,
  value: string,
  name = 'access_token',
): Promise<void> {
  const headers = { cookie: `${name}=${value}` }
  const note = `${name}=${value.slice(0, 80)}`
  const page = await send('/account/index', { bare: true, headers })
  expect([page.status, headerOf(page, 'location')], note).toEqual([307, '/login?from=%2Faccount%2Findex'])
  const login = await send('/login', { bare: true, headers })
  expect(login.status, note).toBe(200)
  const call = await send('/api/auth/info', { headers })
  expect([call.status, call.text], note).toEqual([401, expect.stringContaining('"code":102001')])
  // A cookie that cannot be decoded, or of another name, is none to Next, and nobody's to delete.
  if (name !== 'access_token' || decoded(value) === undefined) return
  for (const answer of [page, login, call]) {
    expect(headersOf(answer, 'set-cookie').join(), note).toContain('access_token=; Path=/; HttpOnly')
  }
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

export const seals: readonly AbuseCase[] = [
  {
    ...{ id: 'B01', requirements: ['GUARD-2'], asvs: ['7.2.1', '16.5.3'] },
    tried: 'a session cookie of nonsense: empty, 5 kB, other formats, control characters, markup',
    expected: 'no session, the cookie is deleted, no loop',
    try: async (attacker) => {
      const header = Buffer.from('{"alg":"none"}').toString('base64url')
      for (const value of [
        ...['x', '%00', '%', '"', 'null', 'undefined', 'true', '{}', '[]', '0', '~2', 'x~2', 'Fe26.2'],
        ...['Fe26.2**', 'Fe26.2*1*a*b*c*d*e*f', '*'.repeat(7)],
        ...[
          'x'.repeat(4000),
          'a'.repeat(5000),
          `${header}.${Buffer.from('{"sub":"admin"}').toString('base64url')}.`,
        ],
        ...['<script>alert(1)</script>', "' or 1=1 --", '../../etc/passwd', '\u00ff\u00fe', '%c0%ae'],
        ...['{{7*7}}'],
      ]) {
        await expectNoSession(attacker, value)
      }
    },
  },
  {
    ...{ id: 'B02', requirements: ['GUARD-2'], asvs: ['7.2.1', '9.1.1'] },
    tried: 'a real seal, each of its parts changed, cut short or taken from another one',
    expected: 'no session',
    try: async (attacker) => {
      const [first, second] = [await attacker.standing('auditor'), await attacker.standing('operator')]
      const [parts, others] = [first.seal.split('*'), second.seal.split('*')]
      const flipped = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`)
      for (const [at, part] of parts.entries()) {
        const changed = [part === '' ? 'x' : flipped(part), part.slice(0, -3), others[at] ?? '']
        for (const other of new Set(changed)) {
          if (other !== part) await expectNoSession(attacker, parts.with(at, other).join('*'))
        }
      }
      for (const length of [1, 10, 100, first.seal.length - 3]) {
        await expectNoSession(attacker, first.seal.slice(0, length))
      }
      expect(await attacker.isSignedIn(first)).toBe(true)
    },
  },
  {
    ...{ id: 'B03', requirements: ['GUARD-2'], asvs: ['9.1.1', '9.1.2', '9.2.1'] },
    tried: 'seals of another secret, of other ids, of another format, and run out',
    expected: 'no session',
    try: async (attacker) => {
      const session = await attacker.unseal((await attacker.standing('auditor')).seal)
      const parts = (await attacker.standing('auditor')).seal.split('*')
      const past = String(Date.now() - 3_600_000)
      for (const seal of [
        await attacker.seal(session, { secret: otherSecret }),
        await attacker.seal(session, { id: '1' }),
        await attacker.seal(session, { id: '999' }),
        parts.with(0, 'Fe26.1').join('*'),
        parts.with(0, 'Fe26.2*').join('*'),
        parts.with(5, past).join('*'),
        parts.with(5, 'never').join('*'),
        parts.with(5, '9'.repeat(20)).join('*'),
      ]) {
        await expectNoSession(attacker, seal)
      }
    },
  },
  {
    ...{ id: 'B04', requirements: ['GUARD-2'], asvs: ['15.3.6', '16.5.3'] },
    tried: 'seals that name their secret `__proto__`, `constructor`, `toString` and the like',
    expected: 'no session, no fault',
    try: async (attacker) => {
      const parts = (await attacker.standing('auditor')).seal.split('*')
      for (const id of [
        ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'default', '', ' ', '-1', '1e9', 'NaN'],
      ]) {
        await expectNoSession(attacker, parts.with(1, id).join('*'))
      }
    },
  },
  {
    ...{ id: 'B05', requirements: ['GUARD-2'], asvs: ['15.3.5', '1.5.2'] },
    tried: 'seals of the right secret around what is no session: older versions, missing and mistyped fields',
    expected: 'no session',
    try: async (attacker) => {
      const session = await attacker.unseal((await attacker.standing('auditor')).seal)
      const without = (name: string) =>
        Object.fromEntries(Object.entries(session).filter(([key]) => key !== name))
      for (const odd of [
        ...['v', 'token', 'userId', 'superIdentification', 'startedAt'].map(without),
        ...[
          { v: 0 },
          { v: 2 },
          { v: '1' },
          { token: '' },
          { token: ['a'] },
          { token: null },
          { token: 'x'.repeat(3000) },
        ],
        ...[
          { superIdentification: 'true' },
          { superIdentification: 1 },
          { startedAt: 'now' },
          { startedAt: null },
        ],
        ...[{ context: 'EAST' }, { context: {} }, { context: { orgId: 1 } }, { userId: {} }],
      ].map((change, at) => (at < 5 ? change : { ...session, ...change }))) {
        await expectNoSession(attacker, await attacker.seal(odd))
      }
      for (const odd of [null, [], 'session', 1, {}, JSON.parse('{"__proto__":{"v":1}}')]) {
        await expectNoSession(attacker, await attacker.seal(odd))
      }
    },
  },
  {
    ...{ id: 'B06', asvs: ['7.3.2'] },
    tried: 'a session older than eight hours, and one from the far past, sealed anew',
    expected: 'no session: the lifetime is absolute',
    try: async (attacker) => {
      const session = await attacker.unseal((await attacker.standing('auditor')).seal)
      const now = Math.floor(Date.now() / 1000)
      for (const startedAt of [now - 8 * 3600 - 1, now - 9 * 3600, 0, -1]) {
        await expectNoSession(attacker, await attacker.seal({ ...session, startedAt }))
      }
    },
  },
  {
    ...{ id: 'B07', requirements: ['GUARD-2'], asvs: ['8.3.1', '7.2.1'] },
    tried:
      'a forged session, for somebody who has the seal’s secret: a token of the forger’s own, super administrator',
    expected: 'the platform refuses: nothing is shown, and the cookie goes',
    try: async (attacker) => {
      const session = await attacker.unseal((await attacker.standing('auditor')).seal)
      const token = createHash('sha256').update('guess').digest('base64url')
      const seal = await attacker.seal({ ...session, token, superIdentification: true, context: undefined })
      const headers = { cookie: `access_token=${seal}` }
      for (const path of ['/home', '/account/index', '/user/index']) {
        const page = await attacker.send(path, { bare: true, headers })
        expect(page.text, path).not.toContain('zhangwei')
        expect(page.text + headerOf(page, 'location'), path).toContain('/login?reason=ended')
      }
      const call = await attacker.send('/api/sys/user/page/list', { headers })
      expect(call.status).toBe(401)
      expect(headersOf(call, 'set-cookie').join()).toContain('access_token=; ')
    },
  },
  {
    ...{ id: 'B08', requirements: ['PERM-5'], asvs: ['8.3.1', '8.4.1', '8.2.2'] },
    tried:
      'a real token in a forged session: super administrator, or inside another’s organization and system',
    expected: 'the platform decides by what the person really has: 403, and no rows',
    try: async (attacker) => {
      const { call, send } = attacker
      const session = await attacker.unseal((await attacker.standing('auditor')).seal)
      const admin = await attacker.standing('admin')
      const organizations = (await call('/sys/user/page/listOrg', { as: admin })).data as {
        orgId: string
        orgCode: string
      }[]
      const south = organizations.find(({ orgCode }) => orgCode === 'SOUTH')?.orgId ?? ''
      const context = session.context as object
      const nowhere = ['/sys/user/page/list', '/sys/poolResource/page/findSystem']
      const [lacking] = nowhere.slice(-1)
      const forged: [session: object, refused: (string | undefined)[]][] = [
        [{ ...session, superIdentification: true, context: undefined }, nowhere],
        [{ ...session, superIdentification: true }, [lacking]],
        [{ ...session, context: { ...context, orgId: south, orgCode: 'SOUTH' } }, nowhere],
        [{ ...session, context: { ...context, systemId: '1' } }, [lacking]],
        [{ ...session, context: { ...context, orgId: "' or true --" } }, nowhere],
      ]
      for (const [one, refused] of forged) {
        const headers = { cookie: `access_token=${await attacker.seal(one)}` }
        for (const path of refused)
          expect([400, 403], path).toContain((await call(`${path}`, { headers })).status)
        const page = await send('/assets/index', { bare: true, headers })
        expect(page.text).not.toMatch(/EMS-|客户关系管理系统|data-testid="systems-pane"/)
      }
    },
  },
]

import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { envelopeOf } from './attacker'
import { guarded, inside } from './navigation'
import { type Answer, headerOf } from './wire'

const rsc = { rsc: '1', 'next-router-state-tree': encodeURIComponent('["",{},null,"refetch"]') }

/** A redirect by its status, or, where the answer had begun, by its text. */
function leadsTo(answer: Answer, path: string): boolean {
  return (
    headerOf(answer, 'location')?.startsWith(path) ?? answer.text.includes(`NEXT_REDIRECT;replace;${path}`)
  )
}

/** What is tried against the console without its middleware: the layers behind it stand by themselves. */
export const unguarded: readonly AbuseCase[] = [
  {
    ...{ id: 'M01', asvs: ['8.3.1'] },
    tried: 'the very case: is the middleware gone?',
    expected: 'nothing of the guard happens any more',
    try: async ({ send, standing }) => {
      const login = await send('/login', { bare: true, unguarded: true })
      expect(login.text).toMatch(/name="username"/)
      expect(headerOf(login, 'content-security-policy')).toBeUndefined()
      const as = await standing('auditor')
      const renamed = await send('/toggleSystem', { bare: true, as, unguarded: true })
      expect(renamed.status).toBe(404)
    },
  },
  {
    ...{ id: 'M02', requirements: ['GUARD-2'], asvs: ['8.3.1', '8.2.1'] },
    tried: 'every page without a session, as a document and as data, with all that the guard would look at',
    expected: 'the login page, and nothing of the page',
    try: async ({ send }) => {
      for (const path of [...guarded, '/nowhere', '/ems/stations']) {
        for (const headers of [
          {},
          rsc,
          { 'x-pathname': path },
          { 'x-pathname': '/nowhere' },
          { cookie: 'access_token=x' },
        ] as Record<string, string>[]) {
          let answer = await send(path, { bare: true, headers, unguarded: true })
          const marked = headerOf(answer, 'location')
          if (marked?.includes('_rsc=')) answer = await send(marked, { bare: true, headers, unguarded: true })
          const note = `${path} ${JSON.stringify(headers)}`
          expect(answer.text, note).not.toMatch(inside)
          expect(leadsTo(answer, '/login'), note).toBe(true)
        }
      }
      for (const path of ['/_next/static/none.js', '/api', '/micro']) {
        const { status, text } = await send(path, { bare: true, unguarded: true })
        expect([401, 403, 404], path).toContain(status)
        expect(text, path).not.toMatch(/<html|"username"/)
      }
    },
  },
  {
    ...{ id: 'M04', requirements: ['GUARD-7', 'GUARD-13'], asvs: ['8.2.1', '8.3.1'] },
    tried: 'pages by people who chose no system, or lack the right, with forged hints of where they are',
    expected: 'the chooser, or 403 without a row',
    try: async (attacker) => {
      const outside = await attacker.signIn('auditor')
      const field = await attacker.standing('field')
      for (const path of guarded.filter((path) => path !== '/selectSystem')) {
        for (const headers of [{}, { 'x-pathname': path }, { 'x-pathname': '/login' }] as Record<
          string,
          string
        >[]) {
          const page = await attacker.send(path, { bare: true, as: outside, headers, unguarded: true })
          expect(page.text, path).not.toMatch(/zhangwei|"content":\[|side-menu/)
          if (headers['x-pathname'] !== '/login') expect(leadsTo(page, '/selectSystem'), path).toBe(true)
        }
        if (/home|user/.test(path)) continue
        const page = await attacker.send(path, { bare: true, as: field, unguarded: true })
        expect([page.status, /zhangwei|"content":\[/.test(page.text)], path).toEqual([403, false])
      }
    },
  },
  {
    ...{ id: 'M05', requirements: ['GUARD-2', 'LOGIN-7'], asvs: ['7.4.1', '8.3.1'] },
    tried: 'a session that is over at the platform, on pages',
    expected: 'the login page; a stolen cookie opens nothing',
    try: async (attacker) => {
      const stolen = await attacker.begin('auditor')
      await attacker.call('/session/sign-out', { as: stolen, body: {} })
      for (const path of guarded) {
        const page = await attacker.send(path, { bare: true, as: stolen, unguarded: true })
        expect(page.text, path).not.toMatch(/zhangwei|side-menu/)
        expect(leadsTo(page, '/login'), path).toBe(true)
      }
    },
  },
  {
    ...{ id: 'M06', requirements: ['CALL-5'], asvs: ['3.5.1', '8.3.1', '1.3.6'] },
    tried: 'calls from other sites, without a session, beside the contract, and the routes of the session',
    expected: 'refused as ever: the BFF guards itself',
    try: signedIn('auditor', async ({ as, send, isSignedIn }) => {
      const evil = { origin: 'http://evil.example' }
      for (const [path, method, attempt, status] of [
        ['/api/sys/user/page/list', 'GET', {}, 401],
        ['/api/sys/user/page/list', 'GET', { as, bare: true }, 403],
        ['/api/sys/user/page/list', 'GET', { as, headers: evil }, 403],
        ['/api/sys/user/page/add', 'POST', { as, headers: evil, body: {} }, 403],
        ['/api/sys/user/page/add', 'POST', { as, body: {} }, 403],
        ['/api/session/sign-out', 'POST', { as, headers: evil, body: {} }, 403],
        ['/api/session/enter', 'POST', { as, bare: true, body: {} }, 403],
        ['/api/authorization/oauth/token', 'POST', { as, body: {} }, 404],
        ['/api/none', 'GET', { as }, 404],
        ['/api/ems/stations', 'GET', {}, 401],
        ['/micro/ems/index.html', 'GET', {}, 401],
        ['/api/..%2fadmin', 'GET', { as }, 404],
      ] as const) {
        const answer = await send(path, { ...attempt, method })
        expect(answer.status, `${method} ${path} ${envelopeOf(answer).msg}`).toBe(status)
      }
      expect(await isSignedIn(as)).toBe(true)
    }),
  },
  {
    ...{ id: 'M07', asvs: ['3.5.3', '15.2.3'] },
    tried: 'writing to pages, portal logout and portal marks',
    expected: 'no page writes or signs out, whatever it is asked',
    try: signedIn('auditor', async ({ as, send, isSignedIn }) => {
      for (const path of ['/home', '/login', '/account/index', '/home?areaPortalLogout=true']) {
        for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS']) {
          const headers = { 'next-action': '0'.repeat(42), 'content-type': 'text/plain' }
          const answer = await send(path, { method, bare: true, as, headers, body: '[]', unguarded: true })
          expect(answer.text, `${method} ${path}`).not.toMatch(inside)
        }
        await send(path, { bare: true, as, unguarded: true })
      }
      expect(await isSignedIn(as)).toBe(true)
    }),
  },
]

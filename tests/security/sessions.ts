import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { type Attacker, type Held, hash, unique } from './attacker'
import { beginOwn } from './people'
import { expectNoSession } from './seals'
import { headersOf } from './wire'

/** A session whose end nobody else's test minds. */
const fresh = (attacker: Attacker): Promise<Held> => attacker.begin('auditor')

export const sessions: readonly AbuseCase[] = [
  {
    ...{ id: 'B09', asvs: ['3.3.3', '7.2.1'] },
    tried: 'the session’s cookie under other names, and two of it at once',
    expected: 'only the name counts; of two there is one session or none, never a mixture',
    try: async (attacker) => {
      const { send } = attacker
      const [first, second] = [await attacker.standing('auditor'), await attacker.standing('operator')]
      for (const name of [
        ...['__Host-access_token', '__Secure-access_token', 'ACCESS_TOKEN', 'console', 'token'],
        ...[' access_token2'],
      ]) {
        await expectNoSession(attacker, first.seal, name)
      }
      for (const cookie of [
        `access_token=${first.seal}; access_token=${second.seal}`,
        `access_token=${second.seal}; access_token=${first.seal}`,
        `access_token=nonsense; access_token=${first.seal}`,
        `access_token=${first.seal}; access_token=nonsense`,
        `access_token=${first.seal}; ACCESS_TOKEN=${second.seal}; __Host-access_token=${second.seal}`,
      ]) {
        const { status, text } = await send('/api/auth/info', { headers: { cookie } })
        expect([200, 401]).toContain(status)
        const names = ['auditor', 'operator'].filter((name) => text.includes(`"username":"${name}"`))
        expect(names.length).toBe(status === 200 ? 1 : 0)
      }
    },
  },
  {
    ...{ id: 'B11', requirements: ['LOGIN-4'], asvs: ['7.2.4'] },
    tried: 'signing in over a session that somebody else planted',
    expected: 'a new seal and a new token; the planted one is over',
    try: async (attacker) => {
      const planted = await attacker.signIn('auditor')
      const { answer } = await attacker.trySignIn('field', attacker.target.password, { as: planted })
      const seal = /access_token=([^;]+)/.exec(headersOf(answer, 'set-cookie').join())?.[1] ?? ''
      expect(seal).not.toBe(planted.seal)
      expect((await attacker.unseal(seal)).token).not.toBe(planted.token)
      expect(await attacker.isSignedIn(planted)).toBe(false)
      const { data } = await attacker.call('/auth/info', { headers: { cookie: `access_token=${seal}` } })
      expect(data).toMatchObject({ username: 'field' })
    },
  },
  {
    ...{ id: 'B12', asvs: ['7.4.2'] },
    tried: 'the session of an account that is disabled meanwhile',
    expected: 'over with the next call, and no new one',
    try: async (attacker) => {
      const { admin, person, as } = await beginOwn(attacker, 'viewer')
      const off = { id: person.id, enabled: 0 }
      expect((await attacker.call('/sys/user/page/updateEnable/', { as: admin, body: off })).code).toBe(0)
      await attacker.call('/sys/user/page/list', { as, answered: 401 })
      const { answer } = await attacker.trySignIn(person.account, person.password)
      expect(answer.status).toBe(400)
    },
  },
  {
    ...{ id: 'B13', requirements: ['GUARD-1'], asvs: ['3.5.3', '3.5.1'] },
    tried: 'portal logout by anything but a navigation: POST, HEAD, images, frames, scripts, fetch, prefetch',
    expected: 'the session stays',
    try: async (attacker) => {
      const { send } = attacker
      const as = await fresh(attacker)
      const address = '/home?areaPortalLogout=true'
      for (const destination of [
        ...['image', 'iframe', 'frame', 'embed', 'object', 'script', 'style', 'empty', 'manifest', 'worker'],
        ...['DOCUMENT', ''],
      ]) {
        await send(address, {
          bare: true,
          as,
          headers: { 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' },
        })
      }
      for (const [name, value] of [
        ['purpose', 'prefetch'],
        ['sec-purpose', 'prefetch'],
        ['sec-purpose', 'prefetch;prerender'],
        ['sec-purpose', 'Prefetch;anonymous-client-ip'],
      ] as const) {
        await send(address, { bare: true, as, headers: { 'sec-fetch-dest': 'document', [name]: value } })
      }
      for (const method of ['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
        await send(address, { method, bare: true, as, headers: { 'sec-fetch-dest': 'document' } })
      }
      expect(await attacker.isSignedIn(as)).toBe(true)
    },
  },
  {
    ...{ id: 'B14', requirements: ['GUARD-1'], asvs: ['3.5.3'] },
    tried: 'what looks like portal logout: other spellings and values, calls, files, the body of a form',
    expected: 'the session stays',
    try: async (attacker) => {
      const { send } = attacker
      const as = await fresh(attacker)
      for (const query of [
        ...['areaPortalLogout=TRUE', 'areaPortalLogout=1', 'areaPortalLogout', 'areaPortalLogout='],
        ...['areaPortalLogout=true%00'],
        ...[
          'areaportallogout=true',
          'areaPortalLogout%20=true',
          'areaPortalLogout[]=true',
          'areaPortalLogout=false&areaPortalLogout=true',
        ],
        ...['x=areaPortalLogout=true', 'from=/home?areaPortalLogout%3Dtrue', 'areaPortalLogout%3Dtrue'],
      ]) {
        await send(`/home?${query}`, { bare: true, as })
      }
      for (const path of [
        ...['/api/auth/info', '/api/session/sign-out', '/micro/ems/index.html', '/images/mark.svg'],
        ...['/_next/static/x.js'],
      ]) {
        await send(`${path}?areaPortalLogout=true`, { bare: true, as })
      }
      await send('/home', {
        method: 'POST',
        bare: true,
        as,
        body: 'areaPortalLogout=true',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(await attacker.isSignedIn(as)).toBe(true)
    },
  },
  {
    ...{ id: 'B15', requirements: ['GUARD-1'], asvs: ['3.5.1', '7.2.1'] },
    tried: 'links that pretend that a session or a stay in a system has ended, with guessed marks',
    expected: 'the session and its system stay',
    try: async (attacker) => {
      const { send, call } = attacker
      const as = await fresh(attacker)
      const marks = ['', 'true', '1', hash('x').slice(0, 22), 'undefined', '%00']
      for (const mark of marks) {
        for (const path of [
          `/login?reason=ended&ended=${mark}`,
          `/selectSystem?left=${mark}`,
          `/login?ended[]=${mark}`,
        ]) {
          const answer = await send(path, { bare: true, as })
          expect(headersOf(answer, 'set-cookie'), path).toEqual([])
        }
      }
      expect((await call('/sys/user/page/list', { as })).code).toBe(0)
    },
  },
  {
    ...{ id: 'B16', asvs: ['8.3.1', '8.4.1'] },
    tried: 'the readable cookies and headers of the context, turned to another organization and system',
    expected: 'nothing changes: no server believes them',
    try: signedIn('operator', async ({ as, call }) => {
      const before = await call('/sys/dept/page/list', { as })
      const seal = `access_token=${as.seal}`
      for (const hint of [
        'orgId=1; orgCode=SOUTH; systemId=1',
        'orgCode=WEST',
        'systemId=%00',
        `orgId=${unique('x')}`,
      ]) {
        const headers = {
          cookie: `${seal}; ${hint}`,
          business: '%7B%22orgCode%22%3A%22SOUTH%22%7D',
          'x-org-id': '1',
        }
        const after = await call('/sys/dept/page/list', { headers })
        expect((after.data as { meta: unknown }).meta, hint).toEqual((before.data as { meta: unknown }).meta)
      }
    }),
  },
]

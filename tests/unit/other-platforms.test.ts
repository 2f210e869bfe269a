import http from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call, Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import { serve } from '../serve'
import { askConsole, callConsole, stubConsole } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

/** A platform as others build them. */
let answer: { status: number; type: string; body: string }
/** Data of calls that it answers by themselves, by path. */
let told: Record<string, unknown>
let stop: () => Promise<void>

beforeEach(async () => {
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  told = {}
  const server = http.createServer((request, response) => {
    request.resume()
    const data = told[request.url?.split('?')[0] ?? '']
    if (data !== undefined) return void response.end(JSON.stringify({ code: 0, msg: '', data }))
    response.writeHead(answer.status, { 'content-type': answer.type })
    response.end(answer.body)
  })
  const served = await serve(server)
  stop = served.stop
  stubConsole(served.origin)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await stop()
})

const json = 'application/json'
const missing = [
  { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' },
  { status: 404, type: 'text/html', body: 'x'.repeat(50_000) },
  { status: 404, type: json, body: '{"timestamp":"2026-11-25T08:00:00Z","status":404,"error":"Not Found"}' },
  { status: 404, type: json, body: '{"code":404,"msg":"no such call","data":null}' },
  { status: 405, type: json, body: '{"status":405,"error":"Method Not Allowed"}' },
  { status: 501, type: 'text/html', body: '<h1>Not Implemented</h1>' },
]

const guarded = { status: 403, type: json, body: '{"code":403,"msg":"no such button","data":null}' }
const context = {
  orgId: '1',
  orgCode: 'E',
  orgName: 'East',
  systemId: '1',
  systemCode: 'uia',
  systemName: 'A',
}

test.each([
  [['uia.role.search'], false, []],
  [['uia.role.search', 'uia.allocation.listConfig'], false, 403],
  [[], true, 403],
])(
  'GUARD-6 PERM-1 a listing of systems that is refused to whoever holds %j (super: %s) gives %j',
  async (btns, superIdentification, given) => {
    answer = guarded
    told = { [endpoints['session.mainMenu'].path]: [{ id: '1', name: 'Roles', type: 2, btns }] }
    const { readMicroApps } = await import('#lib/server/micro/micro-apps')
    const person = { v: 1 as const, token: 'T', userId: '7', username: 'li', startedAt: 0 }
    const session = { ...person, superIdentification, context }
    const apps = await readMicroApps({ session, locale: 'en', headers: new Headers() })
    expect(apps.ok ? apps.data : apps.failure).toEqual(
      given === 403 ? { kind: 'refused', code: 403, status: 403, message: 'no such button' } : given,
    )
  },
)

test('GUARD-7 PERM-1 before a system is entered a listing that is refused is none, whatever the menu says', async () => {
  answer = guarded
  told = { [endpoints['session.mainMenu'].path]: [] }
  const { readMicroApps } = await import('#lib/server/micro/micro-apps')
  const person = { v: 1 as const, token: 'T', userId: '7', username: 'li', startedAt: 0 }
  const session = { ...person, superIdentification: false }
  const apps = await readMicroApps({ session, locale: 'en', headers: new Headers() })
  expect(apps.ok || apps.failure).toMatchObject({ kind: 'refused', code: 403 })
})

/** What the console's own server makes of it. */
async function asked<E extends Endpoint>(endpoint: E, call: Call<E>) {
  const { platform } = await import('#lib/server/http/platform')
  return platform(endpoint, call, { session: null, locale: 'en', headers: new Headers() })
}

test.each(missing)(
  'EDGE-11 EDGE-13 DAY-7 an optional call that a platform answers with $status $type ($body) is one that it lacks',
  async (given) => {
    answer = given
    const response = await callConsole('/sys/bulk/page/run', { body: '{}' })
    expect([response.status, (await response.json()).code]).toEqual([404, 404])
    expect(await asked(endpoints['preference.all'], {})).toMatchObject({
      failure: { kind: 'refused', code: 404 },
    })
  },
)

const user = { id: '7', username: 'li' }
const node = { id: '1', name: 'A', type: 1 }
const tile = { id: '3', code: 'ems', name: 'EMS' }
const system = { ...tile, enable: true }

test.each<[keyof typeof endpoints, unknown, unknown, object?]>([
  ['session.signInToken', { access_token: 'T', expires_in: '' }, { access_token: 'T' }],
  ['session.signInToken', { access_token: 'T', expires_in: 28800.5 }, { access_token: 'T' }],
  ['session.currentUser', { ...user, desensitization: 'part' }, { ...user, superIdentification: false }],
  ['session.currentUser', { ...user, orgAndRoleInfoList: {} }, { ...user, superIdentification: false }],
  ['session.listSystems', [{ ...tile, setting: '{"themeCode":"10"}' }], [tile], { orgId: '1' }],
  ['session.listSystems', [{ ...tile, setting: '' }, { id: '4' }], [tile], { orgId: '1' }],
  [
    'session.listUserOrganizations',
    [{ orgId: '1', orgName: 'E' }, { orgId: '2' }],
    [{ orgId: '1', orgName: 'E' }],
  ],
  [
    'session.mainMenu',
    [
      {
        ...node,
        iFrame: '',
        children: [{ ...node, sort: '', btns: ['a', null] }, { ...node, id: null }, 'x'],
      },
    ],
    [{ ...node, children: [{ ...node, btns: ['a'] }] }],
  ],
  [
    'allocation.listConfig',
    [
      { ...system, enable: null },
      { ...system, type: '' },
      { ...system, name: null },
    ],
    [system],
  ],
])(
  'LOGIN-4 CHOOSE-1 NAV-2 of %s, what breaks the contract in %j locks nobody out',
  async (name, data, rest, query) => {
    const [endpoint, call] = [endpoints[name] as Endpoint, { query } as Call<Endpoint>]
    const body = JSON.stringify({ code: 0, msg: '', data })
    answer = { status: 200, type: json, body }
    expect(await asked(endpoint, call)).toMatchObject({ ok: true, data: rest })
    vi.stubGlobal('document', { documentElement: { dataset: { timeout: '10000' } } })
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': json } }))
    const { forgivingApi } = await import('#lib/forgiving-api')
    expect(await forgivingApi(endpoint, call)).toMatchObject(rest as object)
  },
)

test('CALL-3 an answer that lacks what nothing goes on without is none', async () => {
  for (const data of ['', { username: 'li' }, { id: '7', username: null }]) {
    answer = { status: 200, type: json, body: JSON.stringify({ code: 0, msg: '', data }) }
    expect(await asked(endpoints['session.currentUser'], {})).toMatchObject({
      failure: { kind: 'unreachable' },
    })
  }
})

test('CALL-3 LOGOUT-2 a read that is asked for by HEAD is answered as by GET, without its content', async () => {
  const { forward } = await import('#lib/server/bff/forward')
  const { NextRequest } = await import('next/server')
  const { url, headers } = await askConsole('/api/sys/dept/page/list')
  const ask = (method: string) => forward(new NextRequest(url, { method, headers }))
  for (const [status, body] of [
    [200, '{"code":0,"msg":"","data":null}'],
    [200, '{"code":102001,"msg":"over"}'],
    [500, 'x'],
  ] as const) {
    answer = { status, type: json, body }
    const [got, head] = [await ask('GET'), await ask('HEAD')]
    expect(head.status).toBe(got.status)
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    expect(head.headers.getSetCookie().length).toBe(got.headers.getSetCookie().length)
    expect([(await got.text()).length > 0, await head.text()]).toEqual([true, ''])
  }
  expect((await ask('PUT')).headers.get('allow')).toBe('GET, HEAD')
})

/** What the console passes on of a call that every platform has: its status and its code. */
async function departments(): Promise<unknown[]> {
  const response = await callConsole('/sys/dept/page/list')
  return [response.status, (await response.json()).code]
}

test('CALL-3 a call that every platform has, and a page in place of its answer: no word of the platform', async () => {
  answer = missing[0] as typeof answer
  expect(await departments()).toEqual([502, 502])
  expect(await asked(endpoints['session.currentUser'], {})).toMatchObject({
    failure: { kind: 'unreachable' },
  })
})

test.each([200, 400, 401, 403, 404])(
  'CALL-3 JSON that is no envelope is no word of the platform at HTTP %i, as a call refused on its way has none',
  async (status) => {
    answer = { status, type: json, body: '{"timestamp":"2026-11-25T08:00:00Z","error":"Forbidden"}' }
    expect(await departments()).toEqual([502, 502])
  },
)

test('CALL-4 LOGOUT-2 a code that is written as a text is that code', async () => {
  answer = { status: 200, type: json, body: '{"code":"0","msg":"","data":{"id":"7","username":"li"}}' }
  expect(await asked(endpoints['session.currentUser'], {})).toMatchObject({ ok: true })
  const passed = await callConsole('/auth/info')
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const { readEnvelope } = await import('#lib/request')
  expect(await readEnvelope(passed)).toMatchObject({ code: 0, data: { id: '7' } })
  answer = { status: 200, type: json, body: '{"code":"102001","msg":"over"}' }
  expect(await asked(endpoints['session.currentUser'], {})).toMatchObject({ failure: { kind: 'ended' } })
  expect((await callConsole('/sys/dept/page/list')).status).toBe(401)
  for (const code of ['', 'ok', null, true]) {
    const none = new Response(JSON.stringify({ code, msg: '' }))
    await expect(readEnvelope(none), String(code)).rejects.toMatchObject({ kind: 'system' })
  }
})

test('CALL-3 LOGOUT-2 a byte order mark before an answer is none of it', async () => {
  answer = { status: 200, type: json, body: '\uFEFF{"code":0,"msg":"","data":{"id":"7","username":"li"}}' }
  expect(await departments()).toEqual([200, 0])
  expect(await asked(endpoints['session.currentUser'], {})).toMatchObject({ ok: true })
  answer = { status: 200, type: json, body: '\uFEFF{"code":102001,"msg":"over","data":null}' }
  expect(await departments()).toEqual([401, 102001])
})

test.each(['503', 'SERVICE_UNAVAILABLE'])(
  'CALL-4 EDGE-13 a platform that is away says that nothing was changed, also under the code "%s"',
  async (code) => {
    const body = { code, msg: 'away', data: { outcome: 'unchanged' } }
    answer = { status: 503, type: json, body: JSON.stringify(body) }
    const response = await callConsole('/sys/dept/page/add', { body: '{}' })
    const told = await response.text()
    expect([response.status, JSON.parse(told)]).toEqual([503, { ...body, code: 503 }])
    expect(response.headers.get('content-length'), 'of what is told').toBe(String(told.length))
    answer = { status: 503, type: json, body: JSON.stringify({ ...body, data: null }) }
    expect(await departments()).toEqual([502, 502])
  },
)

test('CALL-4 EDGE-15 wherever an answer is read, a code is its digits, and no other text', async () => {
  const { run } = await import('#contracts/bulk')
  const { envelopeOf } = await import('../../tools/conformance/answer.ts')
  const { refusalIn } = await import('../../tools/doctor/deployment.ts')
  for (const [code, read] of [
    ['503', 503],
    ['-1', -1],
    [403, 403],
    ['ok', undefined],
    ['', undefined],
    [null, undefined],
  ]) {
    const body = Buffer.from(JSON.stringify({ code, msg: '' }))
    const got = { status: 200, headers: {}, body }
    expect([envelopeOf(got as never)?.code, refusalIn(got as never)], String(code)).toEqual([read, read])
    expect(run.data.safeParse([{ code, msg: '' }]).data?.[0]?.code).toBe(read)
  }
})

test.each([200, 400, 401, 500, 503])(
  'LOGOUT-2 a session that is over says so at HTTP %i, too',
  async (status) => {
    answer = { status, type: json, body: '{"code":102001,"msg":"over","data":null}' }
    const response = await callConsole('/sys/dept/page/list')
    expect([response.status, (await response.json()).code]).toEqual([401, 102001])
    expect(response.headers.getSetCookie().length).toBeGreaterThan(0)
  },
)

test.each([
  ['a fault', '{"code":500,"msg":"java.lang.NullPointerException at …","data":null}'],
  ['no text', '{"code":102001'],
])('CALL-3 %s at HTTP 500 says nothing that people are shown', async (_, body) => {
  answer = { status: 500, type: json, body }
  expect(await departments()).toEqual([502, 502])
})

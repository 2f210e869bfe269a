import { execFile } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contracts/registry'
import { demoPassword } from '#platform/seed/demo/accounts'
import type { CallReport } from '../../tools/conformance/findings.ts'
import { asJson, summary } from '../../tools/conformance/print.ts'
import { lookAt, type Outcome } from '../../tools/conformance/run.ts'
import { basic, browserHash, client, testPlatform } from './harness.ts'
import { type Asked, type OverHttp, overHttp, type Spoil, type Told } from './over-http.ts'
import { recordTables } from './tables.ts'

const captcha = '2468'
const platform = testPlatform({ captchaFixed: captcha })
let served: OverHttp

beforeAll(async () => {
  served = await overHttp(platform)
})
afterAll(() => served?.close())
beforeEach(() => served.spoil())

interface Asking {
  account?: string
  write?: boolean
  only?: string[]
  timeout?: number
  told?: (report: CallReport) => void
  signal?: AbortSignal
}

function look({ account = 'operator', write = false, only = [], timeout = 10_000, ...more }: Asking = {}) {
  return lookAt(settings({ write, only, timeout }), {
    person: { account, password: demoPassword, answerCaptcha: async () => captcha, fixedCaptcha: captcha },
    ...more,
  })
}

function settings({ write, only, timeout }: { write: boolean; only: string[]; timeout: number }) {
  return {
    ...{ url: served.url, clientId: client.id, clientSecret: client.secret, write, only, timeout },
    ...{
      account: undefined,
      password: undefined,
      captcha,
      organization: undefined,
      system: undefined,
      json: false,
    },
  }
}

/** What differs, as `call: place`. */
function places({ findings }: Outcome): string[] {
  return findings.differences.map(({ call, at }) => `${call}: ${at}`)
}

/** Hundreds of calls each; a busy machine may take its time. */
const patience = { timeout: 60_000 }

describe('the embedded platform', patience, () => {
  test('EDGE-15 it has no difference, and reading changes no row of it', async () => {
    const untouched = [...recordTables, 'image', 'revision', 'discovery_job', 'sms_code', 'quota']
    const before = await platform.fingerprint(untouched)
    const told: CallReport[] = []
    const outcome = await look({ told: (report) => told.push(report) })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    expect(await platform.fingerprint(untouched)).toEqual(before)
    const skipped = told.filter((report) => report.outcome === 'skipped').map(({ call }) => call)
    const writing = Object.entries(endpoints).filter(
      ([name, endpoint]) => 'operation' in endpoint && name !== 'session.signOut',
    )
    expect(skipped.sort()).toEqual(
      ['alarm.count', 'bulk.run', 'user.sendSmsCode', ...writing.map(([name]) => name)].sort(),
    )
    expect(new Set(told.map(({ call }) => call)).size, 'every call has its line').toBe(
      Object.keys(endpoints).length + 1,
    )
    expect(summary(outcome)).toContain('44 of them because they change something: --write')
  })

  test('EDGE-15 with --write every call is made, and everything that was made is gone again', async () => {
    const before = await platform.fingerprint()
    const outcome = await look({ account: 'admin', write: true })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    const skipped = outcome.findings.reports().filter((report) => report.outcome === 'skipped')
    expect(skipped.map(({ call }) => call)).toEqual(['session.mainMenu', 'alarm.count'])
    expect(await platform.fingerprint()).toEqual(before)
    expect(outcome.findings.left).toEqual([
      expect.stringContaining('no call of the contract deletes pictures'),
    ])
  })

  test('EDGE-15 an account that is no super administrator may run it with --write', async () => {
    const before = await platform.fingerprint()
    const outcome = await look({ write: true, only: ['organization'] })
    expect(outcome.findings.differences).toEqual([])
    expect(outcome.findings.left).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 what an account may not do is skipped, with the permission that it lacks', async () => {
    const before = await platform.fingerprint()
    const { findings } = await look({ account: 'auditor', write: true, only: ['assets', 'account'] })
    expect(findings.differences).toEqual([])
    const reports = findings.reports()
    expect(reports).toContainEqual(expect.objectContaining({ call: 'account.list', outcome: 'ok' }))
    for (const [call, permission] of [
      ['assets.findSystem', 'uia.assets.index'],
      ['account.add', 'uia.account.add'],
    ]) {
      expect(reports).toContainEqual({
        call,
        outcome: 'skipped',
        checks: expect.any(Number),
        reason: `the account may not (${permission}): run it with one that may`,
      })
    }
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 a stop in the middle removes what was made and signs out', async () => {
    const before = await platform.fingerprint()
    const controller = new AbortController()
    const outcome = await look({
      write: true,
      only: ['department'],
      told: ({ call }) => call === 'department.update' && controller.abort(),
      signal: controller.signal,
    })
    expect(outcome.ended?.message).toBe('Stopped')
    expect(outcome.findings.left).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test.each([
    ['/sys/dept/page/add', 'department'],
    ['/sys/poolResource/page/list/addAll', 'assets'],
  ])('EDGE-15 a stop while %s is under way leaves nothing behind', async (path, group) => {
    const before = await platform.fingerprint()
    const controller = new AbortController()
    served.spoil(async (asked, ask) => {
      const told = await ask(asked)
      const code = jsonOf(told)?.code
      if (asked.path === path && (code === 0 || code === 200)) controller.abort()
      return told
    })
    const outcome = await look({ account: 'admin', write: true, only: [group], signal: controller.signal })
    expect(outcome.ended?.message).toBe('Stopped')
    expect(outcome.findings.left.filter((left) => !left.startsWith('picture'))).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 neither token nor password nor whole names leave the run', async () => {
    const bearers = new Set<string>()
    served.spoil(async (asked, ask) => {
      const body = new URLSearchParams(asked.body)
      if (asked.path === '/authorization/oauth/token') body.set('code', captcha)
      const told = await ask({
        ...withQuery(asked, (query) => query.delete('account')),
        ...(body.has('secret') && { body: body.toString() }),
      })
      const bearer = asked.headers.authorization?.replace(/^Bearer /, '') ?? ''
      if (!asked.path.startsWith('/sys/user/page/detail/') || jsonOf(told)?.code !== 0) return told
      bearers.add(bearer)
      return { ...told, body: JSON.stringify({ code: 7, msg: `${bearer} ${demoPassword}`, data: null }) }
    })
    const outcome = await look({ only: ['account', 'session'] })
    const text = summary(outcome) + asJson(settings({ write: false, only: [], timeout: 1 }), outcome)
    expect(text).toContain('code 7: *** ***')
    expect(text).toMatch(/oauth\/token \{.*secret\\":\\"\*\*\*/)
    expect(text).toMatch(/page\/list\?page=1&limit=10&account=[a-z]{2}\*\*\*/)
    expect(bearers.size).toBe(1)
    const names = await platform.db.selectFrom('account').select('account').execute()
    for (const secret of [...bearers, demoPassword, browserHash(demoPassword), client.secret]) {
      expect(text).not.toContain(secret)
    }
    for (const { account } of names) expect(text).not.toMatch(new RegExp(`[=:"]${account}\\b`))
  })
})

type Body = { code: number; msg: string; data: unknown }

function jsonOf({ body }: Told): Body | undefined {
  try {
    return JSON.parse(body.toString()) as Body
  } catch {
    return undefined
  }
}

function changed(told: Told, data: (data: unknown) => unknown): Told {
  const body = jsonOf(told)
  return body === undefined ? told : { ...told, body: JSON.stringify({ ...body, data: data(body.data) }) }
}

type Ask = (asked: Asked) => Promise<Told>

/** Spoils the successes of one path; of all below it where it ends with a slash. */
const at =
  (
    path: string,
    how: (told: Told, asked: Asked, ask: Ask) => Told | undefined | Promise<Told | undefined>,
  ): Spoil =>
  async (asked, ask) => {
    const told = await ask(asked)
    const [own = ''] = asked.path.split('?')
    const isIt = own === path || (path.endsWith('/') && own.startsWith(path))
    return isIt && jsonOf(told)?.code === 0 ? how(told, asked, ask) : told
  }

/** The rows of a list, each changed. */
const rows = (how: (row: Record<string, unknown>) => unknown) => (told: Told) =>
  changed(told, (data) => {
    const page = data as { content: Record<string, unknown>[]; meta: unknown }
    return { ...page, content: page.content.map(how) }
  })
const meta = (how: (meta: Record<string, unknown>) => unknown) => (told: Told) =>
  changed(told, (data) => {
    const page = data as { content: unknown; meta: Record<string, unknown> }
    return { ...page, meta: how(page.meta) }
  })
const withQuery = (asked: Asked, change: (query: URLSearchParams) => void): Asked => {
  const [path, text] = asked.path.split('?')
  if (text === undefined) return asked
  const query = new URLSearchParams(text)
  change(query)
  return { ...asked, path: `${path}?${query}` }
}
const json = { 'content-type': 'application/json' }
const done: Told = { status: 200, headers: json, body: JSON.stringify({ code: 0, msg: 'ok', data: null }) }
const html: Told = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><p>Welcome',
}

/** Asks something else in place of the calls whose path begins so. */
const sent =
  (start: string, change: (asked: Asked) => Asked | Promise<Asked>): Spoil =>
  async (asked, ask) =>
    ask(asked.path.startsWith(start) ? await change(asked) : asked)
const withHeaders = (asked: Asked, headers: Record<string, string>): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
})
const without = (field: string) => (asked: Asked) => withQuery(asked, (query) => query.delete(field))
const answering = (body: object) => (told: Told) => ({
  ...told,
  body: JSON.stringify({ ...jsonOf(told), ...body }),
})
const refusing = (status: number) => (told: Told) => ({
  ...told,
  ...{ status, body: `{"code":${status},"msg":"no"}` },
})
const token = '/authorization/oauth/token'

/** What is wrong, what has to be named (`n`: any number), and the platform that does it. The call names the group. */
const faults: readonly [
  what: string,
  named: string,
  spoil: Spoil,
  /** `until`: the call after which the rest is not needed. */
  more?: { write?: true; until?: string; timeout?: number },
][] = [
  [
    'a missing field',
    'account.list: data.content[0].enabled',
    at(
      '/sys/user/page/list',
      rows(({ enabled: _, ...row }) => row),
    ),
  ],
  [
    'a field of the wrong type',
    'organization.detail: data.name',
    at('/sys/org/page/detail/', (told) => changed(told, (data) => ({ ...(data as object), name: 5 }))),
  ],
  [
    'a text in place of a number',
    'role.list: data.meta.count',
    at(
      '/sys/role/page/findAll',
      meta((was) => ({ ...was, count: String(was.count) })),
    ),
  ],
  ['another success code', 'department.list: code', at('/sys/dept/page/list', answering({ code: 200 }))],
  ['a page in place of data', 'apply.list: envelope', at('/sys/appInfo/page/manager/list', () => html)],
  [
    'HTTP 500',
    'menu.tree: HTTP status',
    at('/sys/menuManage/page/loadPermissionTree', (told) => ({ ...told, status: 500 })),
  ],
  [
    'data without an envelope',
    'assets.findSystem: envelope',
    at('/sys/poolResource/page/findSystem', (told) => ({
      ...told,
      body: JSON.stringify(jsonOf(told)?.data),
    })),
  ],
  [
    'a list without meta',
    'entryLog.list: data.meta',
    at(
      '/sys/loginLog/list',
      meta(() => undefined),
    ),
  ],
  [
    'a page that is ignored',
    'account.list: data.content',
    async (asked, ask) => {
      if (!asked.path.startsWith('/sys/user/page/list?')) return ask(asked)
      const page = Number(new URLSearchParams(asked.path.split('?')[1]).get('page'))
      const told = await ask(withQuery(asked, (query) => query.set('page', '1')))
      return jsonOf(told)?.code === 0 ? meta((was) => ({ ...was, page }))(told) : told
    },
  ],
  [
    'a page size that is ignored',
    'organization.list: data.meta.limit',
    sent('/sys/org/page/list?', (asked) => withQuery(asked, (query) => query.set('limit', '10'))),
  ],
  [
    'a search that is ignored',
    'role.list: data.content[n]',
    sent('/sys/role/page/findAll', without('roleName')),
  ],
  [
    'a search by state that is ignored',
    'account.list: data.content[n]',
    sent('/sys/user/page/list?', without('enabled')),
  ],
  [
    'a token that outlives the logout',
    'session.currentUser: a token that was signed out',
    async (asked, ask) =>
      asked.path === '/authorization/logout' && asked.headers.authorization ? done : ask(asked),
  ],
  [
    'another code than 102001',
    'online.list: without a token',
    async (asked, ask) => {
      const told = await ask(asked)
      const isOpen = asked.path.startsWith('/sys/online') && asked.headers.authorization === undefined
      return isOpen ? answering({ code: 401 })(told) : told
    },
  ],
  [
    'a call that needs no token',
    'session.listOrganizations: without a token',
    sent('/sys/user/page/listOrg', async (asked) =>
      withHeaders(asked, { authorization: `Bearer ${await platform.token('operator')}` }),
    ),
  ],
  [
    'a captcha that is not checked',
    'session.signInToken: a wrong captcha',
    sent(token, (asked) => {
      const body = new URLSearchParams(asked.body)
      body.set('code', captcha)
      return { ...asked, body: body.toString() }
    }),
  ],
  [
    'a captcha that works twice',
    'session.signInToken: a captcha used a second time',
    async (asked, ask) => {
      const key = new URLSearchParams(asked.body).get('key')
      const path = `/authorization/captcha?key=${key}`
      if (asked.path === token) await ask({ ...asked, method: 'GET', path, body: '' })
      return ask(asked)
    },
  ],
  [
    'a captcha that no browser is given',
    'session.captcha: content type',
    async (asked, ask) => {
      const told = await ask(asked)
      const isPicture = told.headers['content-type'] === 'image/png'
      return isPicture ? { ...told, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' } : told
    },
  ],
  [
    'a captcha for anybody',
    'session.captcha: wrong client credentials',
    sent('/authorization/captcha', (asked) => withHeaders(asked, { authorization: basic })),
  ],
  [
    'a sign-in for anybody',
    'session.signInToken: wrong client credentials',
    sent(token, (asked) => withHeaders(asked, { authorization: basic })),
  ],
  [
    'a missing call',
    'department.listByOrganization: the call itself',
    at('/sys/dept/page/listByOrgId', refusing(404)),
  ],
  [
    'a redirect',
    'operation.list: HTTP status',
    at('/sys/log/page/list', () => ({ status: 302, headers: { location: '/login' }, body: '' })),
  ],
  [
    'JSON that is called a text',
    'allocation.list: content type',
    at('/sys/resourcesConfig/page/list', (told) => ({ ...told, headers: { 'content-type': 'text/plain' } })),
  ],
  [
    'a call that hangs',
    'menu.findAllPermission: answer',
    at('/sys/menuManage/page/findAllPermission', () => undefined),
    { timeout: 2_000 },
  ],
  ['a permitted call that is refused', 'role.list: code', at('/sys/role/page/findAll', refusing(403))],
  [
    'messages in one language',
    'general: the locale header',
    sent('', (asked) => withHeaders(asked, { locale: 'en-US' })),
  ],
  [
    'an answer for every path',
    'general: an unknown path',
    async (asked, ask) => (asked.path.startsWith('/sys/conformance') ? html : ask(asked)),
  ],
  [
    'a bin that is searched by no name',
    'role.deleted: name',
    at('/sys/role/page/deleted', (told) => changed(told, () => ({ records: [{ id: '1', name: 'Any' }] }))),
  ],
  [
    'a fault for a broken business header',
    'general: a business header that is no JSON',
    async (asked, ask) => (asked.headers.business === 'nonsense' ? { ...done, status: 500 } : ask(asked)),
  ],
  [
    'somebody for every id',
    'account.detail: an id that is not there',
    async (asked, ask) => {
      const id = await platform.accountId('operator')
      const isForged = asked.path === '/sys/user/page/detail/conformance-none-7q' && asked.headers.business
      return ask(isForged ? { ...asked, path: `/sys/user/page/detail/${id}` } : asked)
    },
  ],
  [
    'another organization’s menu',
    'session.mainMenu: another organization’s business header',
    sent('', async (asked) => {
      if (!asked.headers.business?.includes('conformance-none')) return asked
      const [orgId, systemId] = [await platform.orgId('EAST'), await platform.systemId('uia')]
      const business = encodeURIComponent(JSON.stringify({ orgId, orgCode: 'EAST', systemId }))
      return withHeaders(asked, { business })
    }),
  ],
  [
    'an update that is not stored',
    'department.detail: data.name',
    async (asked, ask) => {
      const isUpdate = asked.path === '/sys/dept/page/update' && asked.headers.authorization
      return isUpdate && !asked.body.includes('conformance-none') ? done : ask(asked)
    },
    { write: true, until: 'department.update' },
  ],
  [
    'a switch that does nothing',
    'organization.updateEnable: enabled',
    async (asked, ask) => {
      const isSwitch = asked.path.startsWith('/sys/org/page/list/updateOrgEnabled')
      return isSwitch && asked.headers.authorization ? done : ask(asked)
    },
    { write: true, until: 'organization.updateEnable' },
  ],
  [
    'a discovery that answers 0',
    'assets.addAll: code',
    async (asked, ask) => {
      const told = await ask(asked)
      return asked.path.endsWith('/addAll') && jsonOf(told)?.code === 200 ? done : told
    },
    { write: true },
  ],
]

describe('a platform that differs', patience, () => {
  test.each(faults)('EDGE-15 %s is named: %s', async (_, named, spoil, more = {}) => {
    const { until, ...asking } = more
    served.spoil(spoil)
    const enough = new AbortController()
    const outcome = await look({
      ...asking,
      only: [/^\w+/.exec(named)?.[0] ?? ''],
      signal: enough.signal,
      told: ({ call }) => call === until && enough.abort(),
    })
    expect(outcome.ended?.message).toBe(until && 'Stopped')
    const found = places(outcome).map((place) =>
      place.replace(/\[\d+\]$/, named.endsWith('[n]') ? '[n]' : '$&'),
    )
    expect(found).toContain(named)
  })

  test('EDGE-15 a deletion that does nothing is named, and so is what is left', async () => {
    served.spoil(async (asked, ask) => {
      const isRemoval = asked.path.startsWith('/sys/org/page/delete/') && asked.headers.authorization
      return isRemoval && !asked.path.includes('conformance-none') ? done : ask(asked)
    })
    const enough = new AbortController()
    const outcome = await look({
      account: 'admin',
      write: true,
      only: ['organization'],
      signal: enough.signal,
      told: ({ call }) => call === 'organization.remove' && enough.abort(),
    })
    const { findings } = outcome
    const kept = await platform.db
      .selectFrom('organization')
      .where('name', 'like', 'conformance-%')
      .select('id')
      .execute()
    expect(kept.map(({ id }) => `organization ${id}`)).toEqual(findings.left)
    expect(findings.left).toHaveLength(1)
    expect(findings.differences).toContainEqual({
      call: 'organization.remove',
      at: 'the record',
      sent: 'a record of the run’s own',
      contract: 'gone from the list once it is deleted (specification 2.16, 3, 5, 7)',
      came: 'it is still there',
    })
    expect(summary(outcome)).toContain(`remove it by hand:\n  organization ${kept[0]?.id}`)
    await platform.db.deleteFrom('organization').where('name', 'like', 'conformance-%').execute()
  })

  test('EDGE-15 one that limits calls ends the run, and what was made is named where it cannot be removed', async () => {
    let isLimited = false
    served.spoil(async (asked, ask) => {
      const told = isLimited ? { ...html, status: 429 } : await ask(asked)
      isLimited ||= asked.path === '/sys/dept/page/add' && jsonOf(told)?.code === 0
      return told
    })
    const outcome = await look({ account: 'admin', write: true, only: ['department'] })
    expect(outcome.ended?.message).toBe('The platform limits how many calls may come (HTTP 429)')
    const [department, organization, ...others] = outcome.findings.left
    expect(department).toMatch(/^department conformance\./)
    expect(organization).toMatch(/^organization /)
    expect(others).toEqual([])
    await platform.db.deleteFrom('department').where('name', 'like', 'conformance-%').execute()
    await platform.db.deleteFrom('organization').where('name', 'like', 'conformance-%').execute()
  })

  test('HOLD-5: whether the platform keeps keys of writes is told, and where it says so, tried', async () => {
    const organizations = { account: 'admin', write: true, only: ['session', 'organization'] }
    const advised = async () =>
      (await look(organizations)).findings.advice.filter(({ at }) => at === 'idempotency-key')
    expect(await advised()).toEqual([])
    served.spoil(async (asked, ask) => {
      const { 'idempotency-key': _, ...headers } = asked.headers
      return ask({ ...asked, headers })
    })
    const ignoring = await look(organizations)
    expect(places(ignoring).slice(0, 2)).toEqual(Array(2).fill('organization.add: idempotency-key'))
    expect(new Set(places(ignoring).map((place) => place.split(': ')[1]))).toEqual(
      new Set(['idempotency-key']),
    )
    served.spoil(async (asked, ask) => {
      const { 'idempotency-key': _, ...headers } = asked.headers
      const told = await ask({ ...asked, headers })
      const { 'idempotency-key-lifetime': __, ...said } = told.headers
      return { ...told, headers: said }
    })
    expect(await advised()).toHaveLength(1)
    expect(places(await look(organizations))).toEqual([])
  })

  test('EDGE-15 a listing that is missing is advice, as long as the console can tell', async () => {
    const missing = (body: string) =>
      at('/sys/resourcesConfig/page/listConfig', () => ({ ...html, status: 404, body }))
    served.spoil(missing('{"code":404,"msg":"no"}'))
    const told = await look({ only: ['allocation'] })
    expect(places(told)).toEqual(['allocation.listConfig: content type'])
    expect(told.findings.advice).toContainEqual(
      expect.objectContaining({
        call: 'allocation.listConfig',
        came: expect.stringContaining('no sub-applications'),
      }),
    )
    served.spoil(missing('<h1>Not found</h1>'))
    expect(places(await look({ only: ['allocation'] }))).toEqual(['allocation.listConfig: envelope'])
  })
})

describe('npm run conformance', patience, () => {
  function command(args: readonly string[], password = demoPassword) {
    const options = { env: { ...process.env, CONFORMANCE_PASSWORD: password } }
    const credentials = ['--client-id', client.id, '--client-secret', client.secret]
    const all = [
      'scripts/conformance.mjs',
      ...args,
      ...credentials,
      '--account',
      'operator',
      '--captcha',
      captcha,
    ]
    return new Promise<{ code: number; out: string; said: string }>((resolve) => {
      const child = execFile(process.execPath, all, options, (_error, out, said) =>
        resolve({ code: child.exitCode ?? -1, out, said }),
      )
    })
  }

  test('EDGE-15 it ends with 0 without a difference, and with 1 and JSON that names it', async () => {
    const good = await command([served.url.href, '--only', 'online'])
    expect(good).toMatchObject({ code: 0, said: '' })
    expect(good.out).toMatch(/^ok +online\.list +\d+ {2}GET \/sys\/online$/m)
    served.spoil(
      at(
        '/sys/online',
        rows((row) => ({ ...row, userName: 7 })),
      ),
    )
    const bad = await command([served.url.href, '--only', 'online', '--json'])
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.out)).toMatchObject({
      totals: { differences: 1 },
      differences: [
        {
          call: 'online.list',
          at: 'data.content[0].userName',
          contract: 'a text (specification 2.11, 3, 7)',
          came: 'a number of 1 digits',
        },
      ],
    })
  })

  test('EDGE-15 it ends with 2 and what to do where it cannot run', async () => {
    const nobody = await command(['http://127.0.0.1:9'])
    expect(nobody.code).toBe(2)
    expect(nobody.out + nobody.said).toContain('http://127.0.0.1:9 does not answer')
    const refused = await command([served.url.href], 'Wrong2026')
    expect(refused.code).toBe(2)
    expect(refused.out).toMatch(
      /The platform refused the sign-in \(code 101016: .*\n {2}Check --account, --password/,
    )
  })
})

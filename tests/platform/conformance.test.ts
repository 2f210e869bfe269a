import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contracts/registry'
import { demoPassword } from '#platform/demo/accounts'
import { hashPassword, setPasswordCost } from '#platform/session/password'
import type { CallReport } from '../../scripts/conformance/findings.ts'
import { asJson, summary } from '../../scripts/conformance/print.ts'
import { lookAt, type Outcome } from '../../scripts/conformance/run.ts'
import { basic, browserHash, client, testPlatform } from './harness.ts'
import { type Asked, type OverHttp, overHttp, type Spoil, type Told } from './over-http.ts'

const captcha = '2468'
const platform = testPlatform({ captchaFixed: captcha })
let served: OverHttp

beforeAll(async () => {
  served = await overHttp(platform)
  // There are many sign-ins below, and what a guess costs is not looked at.
  setPasswordCost(10)
  const password_hash = await hashPassword(browserHash(demoPassword))
  await platform.db.updateTable('account').set({ password_hash }).execute()
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

const records = [
  ...[
    'organization',
    'department',
    'account',
    'membership',
    'role',
    'account_role',
    'role_node',
    'menu_node',
  ],
  ...['application', 'application_resource', 'system_config', 'pool_resource'],
]

/** A fingerprint of every row of these tables. */
async function stateOf(tables: readonly string[]): Promise<Record<string, unknown>> {
  const entries = tables.map(async (table) => {
    const { rows } = await sql<{ count: number; hash: string }>`
      select count(*)::int, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${sql.table(table)} t`.execute(platform.db)
    return [table, rows[0]] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Hundreds of calls each; a busy machine may take its time. */
const patience = { timeout: 60_000 }

describe('the embedded platform', patience, () => {
  test('EDGE-15 it has no difference, and reading changes no row of it', async () => {
    const untouched = [...records, 'image', 'revision', 'discovery_job', 'sms_code', 'quota']
    const before = await stateOf(untouched)
    const told: CallReport[] = []
    const outcome = await look({ told: (report) => told.push(report) })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    expect(await stateOf(untouched)).toEqual(before)
    const skipped = told.filter((report) => report.outcome === 'skipped').map(({ call }) => call)
    const writing = Object.entries(endpoints).filter(
      ([name, endpoint]) => 'operation' in endpoint && name !== 'session.signOut',
    )
    expect(skipped.sort()).toEqual(
      ['alarm.count', 'user.sendSmsCode', ...writing.map(([name]) => name)].sort(),
    )
    expect(new Set(told.map(({ call }) => call)).size, 'every call has its line').toBe(
      Object.keys(endpoints).length + 1,
    )
    expect(summary(outcome)).toContain('32 of them because they change something: --write')
  })

  test('EDGE-15 with --write every call is made, and everything that was made is gone again', async () => {
    const before = await stateOf(records)
    const outcome = await look({ account: 'admin', write: true })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    const skipped = outcome.findings.reports().filter((report) => report.outcome === 'skipped')
    expect(skipped.map(({ call }) => call)).toEqual(['session.mainMenu', 'alarm.count'])
    expect(await stateOf(records)).toEqual(before)
    expect(outcome.findings.left).toEqual([
      expect.stringContaining('no call of the contract deletes pictures'),
    ])
  })

  test('EDGE-15 an account that is no super administrator may run it with --write', async () => {
    const before = await stateOf(records)
    const outcome = await look({ write: true, only: ['organization'] })
    expect(outcome.findings.differences).toEqual([])
    expect(outcome.findings.left).toEqual([])
    expect(await stateOf(records)).toEqual(before)
  })

  test('EDGE-15 what an account may not do is skipped, with the permission that it lacks', async () => {
    const before = await stateOf(records)
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
    expect(await stateOf(records)).toEqual(before)
  })

  test('EDGE-15 a stop in the middle removes what was made and signs out', async () => {
    const before = await stateOf(records)
    const controller = new AbortController()
    const outcome = await look({
      write: true,
      only: ['department'],
      told: ({ call }) => call === 'department.update' && controller.abort(),
      signal: controller.signal,
    })
    expect(outcome.ended?.message).toBe('Stopped')
    expect(outcome.findings.left).toEqual([])
    expect(await stateOf(records)).toEqual(before)
  })

  test.each([
    ['/sys/dept/page/add', 'department'],
    ['/sys/poolResource/page/list/addAll', 'assets'],
  ])('EDGE-15 a stop while %s is under way leaves nothing behind', async (path, group) => {
    const before = await stateOf(records)
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
    expect(await stateOf(records)).toEqual(before)
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

/** A spoiled platform, the groups to look at, and what has to be named. */
const faults: readonly {
  what: string
  spoil: Spoil
  only: string[]
  named: string | RegExp
  write?: true
  /** The call after which the rest is not needed. */
  until?: string
  timeout?: number
}[] = [
  {
    what: 'a missing field',
    spoil: at(
      '/sys/user/page/list',
      rows(({ enabled: _, ...row }) => row),
    ),
    only: ['account'],
    named: 'account.list: data.content[0].enabled',
  },
  {
    what: 'a field of the wrong type',
    spoil: at('/sys/org/page/detail/', (told) => changed(told, (data) => ({ ...(data as object), name: 5 }))),
    only: ['organization'],
    named: 'organization.detail: data.name',
  },
  {
    what: 'a text in place of a number',
    spoil: at(
      '/sys/role/page/findAll',
      meta((was) => ({ ...was, count: String(was.count) })),
    ),
    only: ['role'],
    named: 'role.list: data.meta.count',
  },
  {
    what: 'another success code',
    spoil: at('/sys/dept/page/list', (told) => ({
      ...told,
      body: JSON.stringify({ ...jsonOf(told), code: 200 }),
    })),
    only: ['department'],
    named: 'department.list: code',
  },
  {
    what: 'a page in place of data',
    spoil: at('/sys/appInfo/page/manager/list', () => html),
    only: ['apply'],
    named: 'apply.list: envelope',
  },
  {
    what: 'HTTP 500',
    spoil: at('/sys/menuManage/page/loadPermissionTree', (told) => ({ ...told, status: 500 })),
    only: ['menu'],
    named: 'menu.tree: HTTP status',
  },
  {
    what: 'data without an envelope',
    spoil: at('/sys/poolResource/page/findSystem', (told) => ({
      ...told,
      body: JSON.stringify(jsonOf(told)?.data),
    })),
    only: ['assets'],
    named: 'assets.findSystem: envelope',
  },
  {
    what: 'a list without meta',
    spoil: at(
      '/sys/loginLog/list',
      meta(() => undefined),
    ),
    only: ['log'],
    named: 'log.listEntries: data.meta',
  },
  {
    what: 'a page that is ignored',
    spoil: async (asked, ask) => {
      if (!asked.path.startsWith('/sys/user/page/list?')) return ask(asked)
      const page = Number(new URLSearchParams(asked.path.split('?')[1]).get('page'))
      const told = await ask(withQuery(asked, (query) => query.set('page', '1')))
      return jsonOf(told)?.code === 0 ? meta((was) => ({ ...was, page }))(told) : told
    },
    only: ['account'],
    named: 'account.list: data.content',
  },
  {
    what: 'a page size that is ignored',
    spoil: (asked, ask) =>
      ask(
        asked.path.startsWith('/sys/org/page/list?')
          ? withQuery(asked, (query) => query.set('limit', '10'))
          : asked,
      ),
    only: ['organization'],
    named: 'organization.list: data.meta.limit',
  },
  {
    what: 'a search that is ignored',
    spoil: (asked, ask) =>
      ask(
        asked.path.startsWith('/sys/role/page/findAll')
          ? withQuery(asked, (query) => query.delete('roleName'))
          : asked,
      ),
    only: ['role'],
    named: /^role\.list: data\.content\[\d\]$/,
  },
  {
    what: 'a search by state that is ignored',
    spoil: (asked, ask) =>
      ask(
        asked.path.startsWith('/sys/user/page/list?')
          ? withQuery(asked, (query) => query.delete('enabled'))
          : asked,
      ),
    only: ['account'],
    named: /^account\.list: data\.content\[\d\]$/,
  },
  {
    what: 'a token that outlives the logout',
    spoil: async (asked, ask) =>
      asked.path === '/authorization/logout' && asked.headers.authorization ? done : ask(asked),
    only: ['session'],
    named: 'session.currentUser: a token that was signed out',
  },
  {
    what: 'another code than 102001',
    spoil: async (asked, ask) => {
      const told = await ask(asked)
      if (!asked.path.startsWith('/sys/online') || asked.headers.authorization !== undefined) return told
      return { ...told, body: JSON.stringify({ ...jsonOf(told), code: 401 }) }
    },
    only: ['online'],
    named: 'online.list: without a token',
  },
  {
    what: 'a call that needs no token',
    spoil: async (asked, ask) => {
      if (!asked.path.startsWith('/sys/user/page/listOrg')) return ask(asked)
      return ask({
        ...asked,
        headers: { ...asked.headers, authorization: `Bearer ${await platform.token('operator')}` },
      })
    },
    only: ['session'],
    named: 'session.listOrganizations: without a token',
  },
  {
    what: 'a captcha that is not checked',
    spoil: async (asked, ask) => {
      const body = new URLSearchParams(asked.body)
      if (asked.path === '/authorization/oauth/token') body.set('code', captcha)
      return ask(asked.path === '/authorization/oauth/token' ? { ...asked, body: body.toString() } : asked)
    },
    only: ['session'],
    named: 'session.signInToken: a wrong captcha',
  },
  {
    what: 'a captcha that works twice',
    spoil: async (asked, ask) => {
      if (asked.path === '/authorization/oauth/token') {
        const key = new URLSearchParams(asked.body).get('key')
        await ask({ ...asked, method: 'GET', path: `/authorization/captcha?key=${key}`, body: '' })
      }
      return ask(asked)
    },
    only: ['session'],
    named: 'session.signInToken: a captcha used a second time',
  },
  {
    what: 'a captcha that no browser is given',
    spoil: async (asked, ask) => {
      const told = await ask(asked)
      const isPicture = told.headers['content-type'] === 'image/png'
      return isPicture ? { ...told, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' } : told
    },
    only: ['session'],
    named: 'session.captcha: content type',
  },
  {
    what: 'a captcha for anybody',
    spoil: (asked, ask) => {
      const isCaptcha = asked.path.startsWith('/authorization/captcha')
      return ask(isCaptcha ? { ...asked, headers: { ...asked.headers, authorization: basic } } : asked)
    },
    only: ['session'],
    named: 'session.captcha: wrong client credentials',
  },
  {
    what: 'a sign-in for anybody',
    spoil: (asked, ask) => {
      const isSignIn = asked.path === '/authorization/oauth/token'
      return ask(isSignIn ? { ...asked, headers: { ...asked.headers, authorization: basic } } : asked)
    },
    only: ['session'],
    named: 'session.signInToken: wrong client credentials',
  },
  {
    what: 'a missing call',
    spoil: at('/sys/dept/page/listByOrgId', (told) => ({
      ...told,
      status: 404,
      body: '{"code":404,"msg":"no"}',
    })),
    only: ['department'],
    named: 'department.listByOrganization: the call itself',
  },
  {
    what: 'a redirect',
    spoil: at('/sys/log/page/list', () => ({ status: 302, headers: { location: '/login' }, body: '' })),
    only: ['log'],
    named: 'log.listOperations: HTTP status',
  },
  {
    what: 'JSON that is called a text',
    spoil: at('/sys/resourcesConfig/page/list', (told) => ({
      ...told,
      headers: { 'content-type': 'text/plain' },
    })),
    only: ['allocation'],
    named: 'allocation.list: content type',
  },
  {
    what: 'a call that hangs',
    spoil: at('/sys/menuManage/page/findAllPermission', () => undefined),
    only: ['menu'],
    timeout: 2_000,
    named: 'menu.findAllPermission: answer',
  },
  {
    what: 'a permitted call that is refused',
    spoil: at('/sys/role/page/findAll', (told) => ({
      ...told,
      status: 403,
      body: '{"code":403,"msg":"no"}',
    })),
    only: ['role'],
    named: 'role.list: code',
  },
  {
    what: 'messages in one language',
    spoil: (asked, ask) => ask({ ...asked, headers: { ...asked.headers, locale: 'en-US' } }),
    only: ['general'],
    named: 'general: the locale header',
  },
  {
    what: 'an answer for every path',
    spoil: async (asked, ask) => (asked.path.startsWith('/sys/conformance') ? html : ask(asked)),
    only: ['general'],
    named: 'general: an unknown path',
  },
  {
    what: 'a fault for a broken business header',
    spoil: async (asked, ask) =>
      asked.headers.business === 'nonsense' ? { ...done, status: 500 } : ask(asked),
    only: ['general'],
    named: 'general: a business header that is no JSON',
  },
  {
    what: 'somebody for every id',
    spoil: async (asked, ask) => {
      const id = await platform.accountId('operator')
      const isForged = asked.path === '/sys/user/page/detail/conformance-none-7q' && asked.headers.business
      return ask(isForged ? { ...asked, path: `/sys/user/page/detail/${id}` } : asked)
    },
    only: ['account'],
    named: 'account.detail: an id that is not there',
  },
  {
    what: 'another organization’s menu',
    spoil: async (asked, ask) => {
      const headers = { ...asked.headers }
      if (headers.business?.includes('conformance-none')) {
        const [orgId, systemId] = [await platform.orgId('EAST'), await platform.systemId('uia')]
        headers.business = encodeURIComponent(JSON.stringify({ orgId, orgCode: 'EAST', systemId }))
      }
      return ask({ ...asked, headers })
    },
    only: ['session'],
    named: 'session.mainMenu: another organization’s business header',
  },
  {
    what: 'an update that is not stored',
    spoil: async (asked, ask) => {
      const isUpdate = asked.path === '/sys/dept/page/update' && asked.headers.authorization
      return isUpdate && !asked.body.includes('conformance-none') ? done : ask(asked)
    },
    only: ['department'],
    write: true,
    until: 'department.update',
    named: 'department.detail: data.name',
  },
  {
    what: 'a switch that does nothing',
    spoil: async (asked, ask) =>
      asked.path.startsWith('/sys/org/page/list/updateOrgEnabled') && asked.headers.authorization
        ? done
        : ask(asked),
    only: ['organization'],
    write: true,
    until: 'organization.updateEnable',
    named: 'organization.updateEnable: enabled',
  },
  {
    what: 'a discovery that answers 0',
    spoil: async (asked, ask) => {
      const told = await ask(asked)
      return asked.path.endsWith('/addAll') && jsonOf(told)?.code === 200 ? done : told
    },
    only: ['assets'],
    write: true,
    named: 'assets.addAll: code',
  },
]

describe('a platform that differs', patience, () => {
  test.each(faults)('EDGE-15 $what is named', async ({ spoil, named, what: _, until, ...asking }) => {
    served.spoil(spoil)
    const enough = new AbortController()
    const outcome = await look({
      ...asking,
      signal: enough.signal,
      told: ({ call }) => call === until && enough.abort(),
    })
    expect(outcome.ended?.message).toBe(until && 'Stopped')
    const found = places(outcome)
    if (typeof named === 'string') expect(found).toContain(named)
    else expect(found).toContainEqual(expect.stringMatching(named))
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

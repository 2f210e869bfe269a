import { describe, expect, test } from 'vitest'
import { rowsClientHeader } from '#contracts/rows'
import {
  at,
  captcha,
  changed,
  done,
  html,
  jsonOf,
  look,
  places,
  platform,
  rows,
  served,
  withQuery,
} from './conformance.ts'
import { basic } from './harness.ts'
import type { Asked, Spoil, Told } from './over-http.ts'

const meta = (how: (meta: Record<string, unknown>) => unknown) => (told: Told) =>
  changed(told, (data) => {
    const page = data as { content: unknown; meta: Record<string, unknown> }
    return { ...page, meta: how(page.meta) }
  })

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
    at('/sys/org/page/detail/', (told) => changed(told, (data) => ({ ...(data as object), name: [5] }))),
  ],
  [
    'a word in place of a number',
    'role.list: data.meta.count',
    at(
      '/sys/role/page/findAll',
      meta((was) => ({ ...was, count: 'many' })),
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
  [
    'the key of an export for anybody',
    'operation.list: key',
    sent('/sys/log/page/list', (asked) => withHeaders(asked, { [rowsClientHeader]: basic })),
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

describe('a platform that differs', () => {
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
})

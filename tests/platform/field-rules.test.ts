import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { importFields } from '#contracts/account-import'
import type { Endpoint } from '#contracts/endpoint'
import { nodeTypes } from '#contracts/menu'
import { type EndpointName, endpoints } from '#contracts/registry'
import en from '#messages/en/validation' with { type: 'json' }
import zh from '#messages/zh-cn/validation' with { type: 'json' }
import { type Answer, admin, basic, browserHash, type Context, testPlatform } from './harness.ts'
import { storePicture } from './pictures.ts'
import { type Place, placesIn, replaced } from './places.ts'
import { makePerson, unknownId } from './records.ts'
import { describedResources, type Form } from './resources.ts'

/**
 * The rules of fields are the contract's (tests/unit/contracts/rules.test.ts). Here the platform is asked to obey them,
 * in every call with a body: whatever the contract refuses, it refuses at the same field with the same message in both
 * languages, and stores nothing.
 */

const platform = testPlatform()
const calls = Object.entries<Endpoint>(endpoints)

/** Bodies that are right and hold every field there is. */
const right: Partial<Record<EndpointName, () => Promise<unknown[]>>> = {}
for (const { key, make, form, formOf } of describedResources(platform)) {
  right[`${key}.add` as EndpointName] = async () => [await form()]
  const version = key === 'allocation' ? 'recordVersion' : 'version'
  right[`${key}.update` as EndpointName] = async () => [{ ...(await formOf(await make())), [version]: null }]
  right[`${key}.updateEnable` as EndpointName] = async () => [
    { id: await make(), enabled: 1, ...(key !== 'account' && { enable: 1 }) },
  ]
  right[`${key}.impactOfMany` as EndpointName] = async () => [{ ids: [unknownId] }]
}
const hash = browserHash('Secret123')
const cells = Object.fromEntries(
  importFields.map((field) => [field, field === 'organization' ? 'EAST' : 'x']),
)
Object.assign(right, {
  'account.updateRoles': async () => {
    const { id, roles } = await makePerson(platform, { EAST: [] })
    const body = { userId: id, orgId: await platform.orgId('EAST'), usersRoleList: [roles.EAST] }
    return [{ ...body, version: null }]
  },
  'account.viewAs': async () => [{ userId: unknownId, orgId: unknownId }],
  'role.effect': async () => [{ id: unknownId, resourceIdList: [unknownId] }],
  'account.resetPassword': async () => [{ id: unknownId, password: hash }],
  'account.endSessions': async () => [{ userId: unknownId, sessionId: unknownId }],
  'accountImport.check': async () => [{ rows: [cells, cells] }],
  'preference.put': async () => [{ key: 'list.account', value: '{}' }],
  'menu.add': async () => entries(),
  'menu.update': async () => (await entries()).map((entry) => ({ ...entry, id: unknownId, version: null })),
  'assets.addAll': async () => {
    const operation = { name: 'search', code: 'ems.a.search', path: '/ems/a', method: 'GET' }
    const page = {
      name: 'a',
      type: 2,
      code: 'ems.a',
      path: '/ems/a',
      description: 'x',
      operations: [operation],
    }
    return [[{ code: 'ems', resources: [page] }]]
  },
  'account.setRole': async () => [{ userId: '1', orgId: '1', roleId: '1', held: true }],
  'account.setDepartment': async () => [{ userId: '1', orgId: '1', deptId: '1' }],
  'bulk.run': async () => [
    { bulkId: '0123456789abcdef', call: 'role.remove', inputs: [{ params: { id: '1' } }] },
  ],
  'user.update': async () => [
    { nickName: 'x' },
    { headImg: await storePicture(platform) },
    { phone: '13811112222', smsCode: '1234' },
    { oldPassword: hash, newPassword: hash, reNewPassword: hash },
  ],
  'session.signInToken': async () => [
    { username: 'operator', secret: hash, code: '1234', key: '3000000000', grant_type: 'password' },
  ],
})

/** A menu entry of each type. */
async function entries(): Promise<Form[]> {
  const pid = (await platform.row('menu_node', { code: 'ems.operation' })).id
  const entry = { name: '条目', code: 'made.x', path: '/x', sort: 1, pid, description: 'x', systemId: null }
  const { directory, menu, button, component } = nodeTypes
  const [icon, shown] = ['folder', 'views/page']
  return [
    { ...entry, type: directory, icon },
    { ...entry, type: menu, icon, component: shown },
    { ...entry, type: menu, icon, iFrame: true, linkUrl: '/x' },
    { ...entry, type: button, method: 'GET' },
    { ...entry, type: component, icon, component: shown },
  ]
}

const long = (length: number) => '长'.repeat(length)
/** What breaks some rule somewhere: of presence, type, length, characters, range. */
const tries: readonly unknown[] = [
  ...[undefined, null, '', '   ', 'a<b', 'a b', 'a\u200bb', 'a\ud800b', 'a.b', '.a', '编', '1'],
  ...[...[21, 31, 51, 101, 201, 301, 1001].map(long), '12345678901', '65536', '80a', 'Secret123'],
  ...['javascript:alert(1)', '//evil/x', '/sys/image/', "x'", 2, 7, -1, 1.5, 10_000, 70_000, true, {}, []],
  ...[['a/b'], [{ orgId: '' }], [{ orgId: '1' }, { orgId: '1' }], hash.toUpperCase()],
]

type Texts = Record<string, string>
function textOf(texts: Texts, message: string): string | undefined {
  const [key = '', value = ''] = message.split(':')
  return texts[key]?.replace(/\{\w+\}/, value)
}

/** What the contract says against a body: field and message, in the words of both languages. */
function faultsOf({ body: schema }: Endpoint, body: unknown): Told {
  const { error } = z.safeParse(schema, body)
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
}

const valueAt = (value: unknown, place: Place) =>
  place.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value)
const isListOfIds = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Bodies with one part broken, one for each place and message. */
function brokenBodies(endpoint: Endpoint, good: unknown) {
  const whole = [{}, [], null, { ...(good as object), superIdentification: true }]
  const [, ...places] = placesIn(good)
  const parts = places.flatMap((place) => {
    const own = isListOfIds(valueAt(good, place)) ? [...tries, Array(10_001).fill('1')] : tries
    return own.map((value) => ({ place, value, body: replaced(good, place, value) }))
  })
  const seen = new Map<string, { body: unknown; faults: Told }>()
  for (const { place, value, body } of [...whole.map((body) => ({ place: [], value: '', body })), ...parts]) {
    if (endpoint.encoding === 'form' && (typeof value !== 'string' || place.length === 0)) continue
    const sent = JSON.parse(JSON.stringify(body))
    const faults = faultsOf(endpoint, sent)
    const known = `${place} ${faults.map(({ field, message }) => field + message)}`
    if (faults.length > 0 && !seen.has(known)) seen.set(known, { body: sent, faults })
  }
  return [...seen.values()]
}

const fingerprint = async () =>
  platform.fingerprint([...(await platform.recordTables()), 'session', 'login_log'])

const withBody = calls.filter(([, { encoding }]) => encoding === 'json' || encoding === 'form')

type Told = { field: string; message: string }[]
const told = z.array(z.object({ field: z.string(), message: z.string() }))

/** What the platform says of a broken body and the contract does not, in a language. */
function amiss(texts: Texts, faults: Told, { status, code, data }: Answer): string[] {
  const said = z.safeParse(told, data).data ?? []
  if (status !== 400 || code !== 400) return [`is answered ${status} with code ${code}`]
  return faults.flatMap(({ field }) => {
    const messages = said.filter((one) => one.field === field).map(({ message }) => message)
    if (messages.length !== 1) return [`${field} is told ${messages.length} times`]
    const own = faults.filter((one) => one.field === field).map(({ message }) => message)
    const isGeneral = own.some((message) => message === 'required' || message === 'invalid')
    const isRight = isGeneral || own.some((message) => textOf(texts, message) === messages[0])
    return isRight ? [] : [`${field}: ${messages[0]} in place of ${own}`]
  })
}

/** The rows of requirements.md, by the resource. */
const rows: Record<string, string> = {
  ...{ account: 'ACC-3 ACC-4 ACC-5 ACC-6', role: 'ROLE-2 ROLE-3', department: 'DEPT-2', menu: 'MENU-3' },
  ...{ organization: 'ORG-2', allocation: 'SYS-2', apply: 'APP-2', assets: 'RES-5', user: 'ME-6' },
  session: 'LOGIN-2',
  preference: 'EDGE-13',
  accountImport: 'DAY-2',
  bulk: 'EDGE-11',
}
const withRows = withBody.map(([name, endpoint]) => [rows[name.split('.')[0] ?? ''], name, endpoint] as const)

describe('what the contract refuses', () => {
  test.each(withRows)(
    '%s VALID-2 %s refuses at its field, in both languages, and stores nothing',
    async (_, name, endpoint) => {
      const bodies = await right[name as EndpointName]?.()
      if (bodies === undefined) throw new Error(`no right body of ${name}`)
      const who: Context = endpoint.access === 'client' ? { headers: { authorization: basic } } : admin
      // Signing in leaves a row of its own, whichever test runs first.
      if (who === admin) await platform.token(admin.as)
      const before = await fingerprint()
      for (const good of bodies) {
        expect(faultsOf(endpoint, good), 'the body is right').toEqual([])
        const broken = brokenBodies(endpoint, good)
        const fields = new Set(broken.flatMap(({ faults }) => faults.map(({ field }) => field.split('.')[0])))
        if (!Array.isArray(good)) {
          const unbroken = Object.keys(good as object).filter((field) => !fields.has(field))
          expect(unbroken, 'fields that nothing breaks').toEqual([])
        }
        for (const { body, faults } of broken) {
          const english = await platform.call(endpoint, { ...who, locale: 'en-US' }, { body })
          const chinese = await platform.call(endpoint, { ...who, locale: 'zh-cn' }, { body })
          const wrong = [...amiss(en, faults, english), ...amiss(zh, faults, chinese)]
          expect(wrong, JSON.stringify(body).slice(0, 300)).toEqual([])
        }
      }
      expect(await fingerprint()).toEqual(before)
    },
    30_000,
  )

  test('VALID-2 every wrong field is told, each once', async () => {
    const body = { phone: 'x', name: '', userOrgList: 'x' }
    const { data } = await platform.call(endpoints['account.add'], admin, { body })
    const fields = z.parse(told, data).map(({ field }) => field)
    expect(fields.sort()).toEqual(['account', 'name', 'password', 'phone', 'userOrgList'])
  })
})

const withId = calls.filter(([, { path }]) => path.includes('{'))

test.each(withId)('PERM-5 VALID-2 %s refuses a forged id as bad input', async (_, endpoint) => {
  const [, field = ''] = /\{(\w+)\}/.exec(endpoint.path) ?? []
  for (const id of ["1' or '1'='1", '../list', 'a b', '%00', '%', 'x'.repeat(65), '<script>']) {
    const answer = await platform.call(endpoint, admin, { params: { [field]: id } })
    const data = [{ field, message: 'Not a valid ID' }]
    expect(answer, id).toMatchObject({ status: 400, code: 400, data })
  }
})

test.each(calls.filter(([, { operation, query }]) => operation?.type === 'enable' && 'shape' in query))(
  'VALID-2 %s is switched by one of the two only, wherever it says so',
  async (_, endpoint) => {
    for (const enabled of ['2', 'yes', 'null']) {
      const query = { id: unknownId, enabled }
      const data = [{ field: 'enabled', message: 'Must be enabled or disabled' }]
      expect(await platform.call(endpoint, admin, { query })).toMatchObject({ status: 400, code: 400, data })
    }
  },
)

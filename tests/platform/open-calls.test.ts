import { expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint'
import { type EndpointName, endpoints } from '#contracts/registry'
import { type Context, testPlatform } from './harness.ts'
import { png, storePicture, uploadFiles } from './pictures.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()

/** What a person without any right is told by each call that takes no permission: the answer's data, or its status. */
interface Told {
  input?: () => Promise<Record<string, unknown>>
  call?: (who: Context) => Promise<{ status: number; code: number; data: unknown }>
  /** Somebody without any organization; a member of EAST without a role, who is in EAST and its `ems`. */
  orphan: unknown
  member: unknown
}
const inEast = async () => ({ orgId: await platform.orgId('EAST') })
const choice = async () => [{ ...(await inEast()), orgName: '华东储能', orgCode: 'EAST' }]
const self = (username: string, organizations: unknown[]) => ({
  username,
  orgAndRoleInfoList: organizations,
  superIdentification: false,
})
const refusedRow = [
  {
    ...{ code: 403, msg: 'You are not permitted to do this' },
    data: { orgId: expect.toBeOneOf([null, expect.any(String)]) },
  },
]
const picture = async () => ({ params: { id: (await storePicture(platform)).split('/').at(-1) } })

const told: Partial<Record<EndpointName, Told>> = {
  // Who they are.
  'session.currentUser': {
    orphan: self('orphan', []),
    member: self('member', [{ orgName: '华东储能' }]),
  },
  'session.listUserOrganizations': { orphan: [], member: choice },
  'session.listOrganizations': { orphan: [], member: choice },
  'session.listSystems': { input: async () => ({ query: await inEast() }), orphan: 403, member: [] },
  'session.mainMenu': { orphan: 403, member: 403 },
  'allocation.listConfig': { orphan: [], member: [] },
  'access.explain': {
    input: async () => ({ query: { ...(await inEast()), codes: 'uia.account.search' } }),
    orphan: 403,
    member: expect.objectContaining({ allowed: false, through: [], roles: [] }),
  },
  'preference.all': { orphan: {}, member: {} },
  'preference.put': {
    input: async () => ({ body: { key: 'list.account', value: null } }),
    orphan: null,
    member: null,
  },
  'search.find': {
    input: async () => ({ query: { text: 'o' } }),
    orphan: { accounts: [], roles: [], organizations: [] },
    member: { accounts: [], roles: [], organizations: [] },
  },
  // Every row is refused as the call alone is, in whatever organization it was made.
  'bulk.calls': { orphan: expect.any(Array), member: expect.any(Array) },
  'bulk.run': {
    input: async () => ({
      body: { bulkId: 'open-calls-of-a-test', call: 'role.remove', inputs: [{ params: { id: 'x' } }] },
    }),
    orphan: refusedRow,
    member: refusedRow,
  },
  'image.read': { input: picture, orphan: 404, member: 404 },
  'alarm.count': { orphan: 404, member: 404 },
  // What they do for themselves.
  'image.upload': {
    call: (who) => uploadFiles(platform, who, [{ bytes: png() }]),
    orphan: 403,
    member: expect.stringMatching(/^\/sys\/image\//),
  },
  'user.update': { input: async () => ({ body: { nickName: 'New' } }), orphan: null, member: null },
  'user.sendSmsCode': {
    input: async () => ({ query: { phone: '13812345678' } }),
    orphan: null,
    member: null,
  },
  'account.viewAs': {
    input: async () => ({
      body: { ...(await inEast()), userId: (await makePerson(platform, { EAST: [] })).id },
    }),
    orphan: 403,
    member: 403,
  },
  'session.signOut': { orphan: null, member: null },
}

const open = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { access, permissions }: Endpoint = endpoints[name]
  return access === 'session' && permissions.length === 0
})

test('PERM-1 PERM-4 what takes no permission is known, call by call', () => {
  expect(Object.keys(told).sort()).toEqual(open.toSorted())
})

test.each(open)('PERM-4 PERM-5 %s tells people without any right nothing but their own', async (name) => {
  const { id, account } = await makePerson(platform, { EAST: [] })
  await platform.delete('account_role', { account_id: id })
  const orgs = { org: 'EAST', system: 'ems' }
  const expected = told[name]
  for (const [kind, who] of [
    ['orphan', { as: 'orphan' }],
    ['orphan', { as: 'orphan', ...orgs }],
    ['member', { as: account, ...orgs }],
  ] as const) {
    platform.forward(61_000)
    const answer = await (expected?.call?.(who) ??
      platform.call(endpoints[name] as Endpoint, who, await expected?.input?.()))
    const given = expected?.[kind]
    const data = typeof given === 'function' ? await given() : given
    const seen = typeof data === 'number' ? answer.status : (answer.data ?? null)
    if (name === 'session.currentUser') {
      const own = kind === 'orphan' ? 'orphan' : account
      expect(seen).toMatchObject({ ...(data as object), username: own })
    } else expect(seen, `${name} as ${kind}`).toEqual(data)
    const hosts = JSON.stringify(answer.data ?? null)
    expect(hosts, 'no internal address').not.toMatch(/127\.0\.0\.1|10\.20\./)
  }
})

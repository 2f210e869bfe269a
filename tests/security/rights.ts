import { expect } from 'playwright/test'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import type { AbuseCase } from './abuse-case'
import { type Attacker, type Held, hash, unique } from './attacker'
import { pathOf } from './cross-site'
import { addPerson, ask, organizationIds, tell } from './people'
import { headersOf } from './wire'

const guardedCalls = Object.values<Endpoint>(endpoints).filter(({ permissions }) => permissions.length > 0)

/** One of each resource of the organization SOUTH, and somebody who may do everything in EAST, and nothing there. */
async function strangers(attacker: Attacker) {
  const admin = await attacker.standing('admin')
  const ids = await organizationIds(attacker, admin)
  const south = ids.SOUTH ?? ''
  const manager = await addPerson(attacker, admin, { EAST: 'manager' })
  const victim = await addPerson(attacker, admin, { SOUTH: 'viewer' })
  const code = unique('d').slice(0, 18)
  await tell(attacker, admin, '/sys/dept/page/add', { name: code, code, orgId: south, enabled: true })
  const departments = await ask<{ content: { id: string }[] }>(
    attacker,
    admin,
    `/sys/dept/page/list?name=${code}`,
  )
  const [role] = await ask<{ id: string }[]>(attacker, admin, `/sys/user/page/listRole?orgId=${south}`)
  const as = await attacker.begin(manager.account, manager.password)
  const department = departments.content[0]?.id ?? ''
  return { admin, as, manager, victim, east: ids.EAST ?? '', south, department, role: role?.id ?? '' }
}
type Strangers = Awaited<ReturnType<typeof strangers>>

const places = ({ victim, department, role, south }: Strangers) => ({
  account: `/sys/user/page/detail/${victim.id}`,
  department: `/sys/dept/page/detail/${department}`,
  role: `/sys/role/page/detail/${role}`,
  organization: `/sys/org/page/detail/${south}`,
})

/** What the records hold, as far as the attempts would change it. */
async function recordsOf(attacker: Attacker, given: Strangers): Promise<unknown[]> {
  return Promise.all(
    Object.values(places(given)).map(async (path) => {
      const { userOrgList, ...record } = await ask<
        Record<string, unknown> & { userOrgList?: { orgId: string; deptId: string | null }[] }
      >(attacker, given.admin, path)
      const { name, code, account, phone, enabled, usersRoleList } = record
      // Versions tell when they were read.
      const memberships = userOrgList?.map(({ orgId, deptId }) => ({ orgId, deptId }))
      return { name, code, account, phone, enabled, usersRoleList, memberships }
    }),
  )
}

async function expectRefused(
  { call }: Attacker,
  as: Held,
  path: string,
  body?: unknown,
  statuses = [403],
): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await call(path, { as, method, body: body === null ? undefined : body })
  expect(statuses, `${method} ${path} ${JSON.stringify(body)} ${answer.msg}`).toContain(answer.status)
}

export const rights: readonly AbuseCase[] = [
  {
    ...{ id: 'H01', requirements: ['PERM-5'], asvs: ['8.2.2', '8.4.1'] },
    tried: 'reading another organization’s accounts, departments, roles and itself by their ids',
    expected: '403 for each',
    try: async (attacker) => {
      const given = await strangers(attacker)
      for (const path of Object.values(places(given))) await expectRefused(attacker, given.as, path)
      for (const path of [
        `/sys/user/page/usersRoles?userId=${given.victim.id}&orgId=${given.south}`,
        `/sys/user/page/listRole?orgId=${given.south}`,
        `/sys/dept/page/listByOrgId?orgId=${given.south}`,
        `/sys/menuManage/page/findAllPermission?orgId=${given.south}`,
      ]) {
        await expectRefused(attacker, given.as, path)
      }
      const systems = await attacker.call(`/sys/user/app/list?orgId=${given.south}`, { as: given.as })
      expect([200, 403]).toContain(systems.status)
      expect(systems.data ?? []).toEqual([])
    },
  },
  {
    ...{ id: 'H02', requirements: ['PERM-5'], asvs: ['8.2.2', '8.4.1'] },
    tried: 'changing, disabling and deleting another organization’s records by their ids',
    expected: '403 for each, and they are as they were',
    try: async (attacker) => {
      const given = await strangers(attacker)
      const { as, victim, south, department, role } = given
      const before = await recordsOf(attacker, given)
      const person = {
        id: victim.id,
        account: victim.account,
        name: 'Taken',
        phone: '13800000001',
        userOrgList: [{ orgId: south, deptId: null }],
      }
      for (const [path, body] of [
        ['/sys/user/page/update', person],
        ['/sys/user/page/updateEnable/', { id: victim.id, enabled: 0 }],
        [`/sys/user/page/delete/${victim.id}`, null],
        ['/sys/user/page/usersRoles/update', { orgId: south, userId: victim.id, usersRoleList: [role] }],
        [
          '/sys/dept/page/update',
          { id: department, name: 'Taken', code: 'taken', orgId: south, enabled: true },
        ],
        [`/sys/dept/page/updateDeptEnabled?id=${department}&enabled=0`, null],
        [`/sys/dept/page/delete/${department}`, null],
        ['/sys/role/page/update', { id: role, name: 'Taken', orgId: south, resourceIdList: ['x'] }],
        [`/sys/role/page/delete/${role}`, null],
        ['/sys/org/page/update', { id: south, name: 'Taken', code: 'SOUTH', enabled: true }],
        [`/sys/org/page/list/updateOrgEnabled?id=${south}&enabled=0`, { id: south, enabled: false }],
        [`/sys/org/page/delete/${south}`, null],
      ] as const) {
        await expectRefused(attacker, as, path, body)
      }
      expect(await recordsOf(attacker, given)).toEqual(before)
    },
  },
  {
    ...{ id: 'H03', requirements: ['PERM-5'], asvs: ['8.4.1', '8.2.2'] },
    tried: 'moving own records into another organization, and adding there',
    expected: 'refused',
    try: async (attacker) => {
      const given = await strangers(attacker)
      const { as, manager, south, east, department, role } = given
      const person = { name: 'Robin', phone: '13800000001', password: hash('x') }
      const to = (orgId: string, deptId: string | null = null) => ({ userOrgList: [{ orgId, deptId }] })
      for (const [path, body] of [
        ['/sys/user/page/add', { ...person, account: unique('x'), ...to(south) }],
        ['/sys/user/page/add', { ...person, account: unique('x'), ...to(east, department) }],
        ['/sys/user/page/add', { ...person, account: unique('x'), ...to(east), usersRoleList: [role] }],
        ['/sys/user/page/update', { ...person, id: manager.id, account: manager.account, ...to(south) }],
        ['/sys/user/page/usersRoles/update', { orgId: south, userId: manager.id, usersRoleList: [role] }],
        ['/sys/user/page/usersRoles/update', { orgId: east, userId: manager.id, usersRoleList: [role] }],
        ['/sys/dept/page/add', { name: 'Taken', code: 'taken', orgId: south, enabled: true }],
        ['/sys/role/page/add', { name: 'Taken', orgId: south, resourceIdList: ['x'] }],
      ] as const) {
        await expectRefused(attacker, as, path, body, [400, 403])
      }
    },
  },
  {
    ...{ id: 'H04', requirements: ['PERM-5'], asvs: ['8.4.1', '2.3.1'] },
    tried: 'entering an organization or a system that is somebody else’s',
    expected: '403, and the session stays where it was',
    try: async (attacker) => {
      const { as, south, east } = await strangers(attacker)
      const [system] = await ask<{ id: string }[]>(attacker, as, `/sys/user/app/list?orgId=${east}`)
      for (const [orgId, systemId] of [
        [south, system?.id],
        [east, '1'],
        [east, south],
        ['__proto__', 'constructor'],
        [[east], [system?.id]],
        [east, { $ne: '' }],
        [null, null],
        ['', ''],
      ]) {
        const answer = await attacker.send('/api/session/enter', {
          method: 'POST',
          as,
          body: { orgId, systemId },
        })
        expect([400, 403], `${orgId} ${systemId}`).toContain(answer.status)
        expect(headersOf(answer, 'set-cookie')).toEqual([])
      }
    },
  },
  {
    ...{ id: 'H05', requirements: ['PERM-5'], asvs: ['8.2.2', '16.5.1'] },
    tried: 'telling from the answer whether an id exists: foreign, unknown, malformed',
    expected: 'the same answer for all',
    try: async (attacker) => {
      const given = await strangers(attacker)
      const unknown = '01890000-0000-7000-8000-000000000000'
      for (const [kind, path] of Object.entries(places(given))) {
        const about = async (id: string) => {
          const { status, msg, data } = await attacker.call(path.replace(/[^/]+$/, id), { as: given.as })
          return [status, msg, data]
        }
        const foreign = await about(path.split('/').at(-1) ?? '')
        for (const id of [unknown, 'nobody', '0', '-1'])
          expect(await about(id), `${kind} ${id}`).toEqual(foreign)
      }
    },
  },
  {
    ...{ id: 'H06', requirements: ['PERM-5'], asvs: ['8.2.1', '8.3.1'] },
    tried:
      'every call that takes a permission, by people who lack it: read-only, of other systems, of no organization',
    expected: '403 for each',
    try: async (attacker) => {
      expect(guardedCalls.length).toBeGreaterThan(40)
      const writing = guardedCalls.filter(({ method }) => method !== 'GET')
      for (const [account, calls] of [
        ['auditor', writing],
        ['field', guardedCalls],
        ['orphan', guardedCalls.filter((_, at) => at % 5 === 0)],
      ] as const) {
        const as = await attacker.standing(account)
        for (const endpoint of calls) {
          const body = endpoint.encoding === 'json' ? {} : undefined
          await attacker.call(pathOf(endpoint), { as, method: endpoint.method, body, answered: 403 })
        }
      }
    },
  },
  {
    ...{ id: 'H07', requirements: ['PERM-5'], asvs: ['8.2.1', '8.2.3', '8.3.3'] },
    tried:
      'granting oneself more: roles with rights that one lacks, the super administrator, one’s own account',
    expected: 'refused, and nothing is gained',
    try: async (attacker) => {
      const { as, manager, east, admin } = await strangers(attacker)
      const found = await ask<{ content: { id: string; account: string }[] }>(
        attacker,
        admin,
        '/sys/user/page/list?account=admin',
      )
      const root = found.content.find(({ account }) => account === 'admin')?.id ?? ''
      const person = {
        account: 'admin',
        name: 'x',
        phone: '13800000001',
        userOrgList: [{ orgId: east, deptId: null }],
      }
      for (const [path, body] of [
        ['/sys/user/page/update', { ...person, id: root }],
        ['/sys/user/page/updateEnable/', { id: root, enabled: 0 }],
        [`/sys/user/page/delete/${root}`, null],
        [`/sys/user/page/delete/${manager.id}`, null],
        ['/sys/user/page/updateEnable/', { id: manager.id, enabled: 0 }],
        [
          '/sys/role/page/add',
          { name: unique('r').slice(0, 20), orgId: east, resourceIdList: ['not-mine', root] },
        ],
      ] as const) {
        await expectRefused(attacker, as, path, body, [400, 403, 409])
      }
      const last = await attacker.call('/sys/user/page/updateEnable/', {
        as: admin,
        body: { id: root, enabled: 0 },
      })
      expect([400, 403, 409]).toContain(last.status)
    },
  },
  {
    ...{ id: 'H08', requirements: ['PERM-5'], asvs: ['8.2.2', '8.3.1'] },
    tried: 'lists and logs with filters of another organization, and pages of people who may not see them',
    expected: 'own rows only; 403 pages hold no rows',
    try: async (attacker) => {
      const { as, victim, south } = await strangers(attacker)
      for (const query of ['', `?orgId=${south}`, `?account=${victim.account}`, '?limit=100']) {
        for (const path of [
          ...['/sys/user/page/list', '/sys/dept/page/list', '/sys/online', '/sys/loginLog/list'],
          ...['/sys/log/page/list'],
        ]) {
          const answer = await attacker.call(`${path}${query}`, { as })
          expect([200, 400], path).toContain(answer.status)
          expect(JSON.stringify(answer.data), `${path}${query}`).not.toContain(`"${victim.account}"`)
        }
      }
      const field = await attacker.standing('field')
      for (const path of ['/account/index', '/role/index', '/organization/index', '/operation/index']) {
        for (const headers of [{}, { rsc: '1' }]) {
          const page = await attacker.send(path, { bare: true, as: field, headers })
          expect(page.text, path).not.toMatch(/zhangwei|"content":\[/)
          if (!('rsc' in headers)) expect(page.status, path).toBe(403)
        }
      }
    },
  },
  {
    ...{ id: 'H09', requirements: ['PERM-5'], asvs: ['8.2.2', '8.2.3'] },
    tried:
      'what is a person’s own, from one of their organizations: account, name, phone, state, the account itself',
    expected: '409, and it is as it was; memberships and roles there change',
    try: async (attacker) => {
      const { admin, as, east } = await strangers(attacker)
      const shared = await addPerson(attacker, admin, { EAST: 'viewer', SOUTH: 'viewer' })
      const path = `/sys/user/page/detail/${shared.id}`
      const own = async () => {
        const { account, name, phone, enabled } = await ask<Record<string, unknown>>(attacker, admin, path)
        return { account, name, phone, enabled }
      }
      const before = await own()
      const form = { ...before, id: shared.id, userOrgList: [{ orgId: east, deptId: null }] }
      for (const change of [{ account: unique('x') }, { name: 'Taken' }, { phone: '13800000009' }]) {
        await expectRefused(attacker, as, '/sys/user/page/update', { ...form, ...change }, [409])
      }
      for (const enabled of [0, 1]) {
        await expectRefused(attacker, as, '/sys/user/page/updateEnable/', { id: shared.id, enabled }, [409])
      }
      await expectRefused(attacker, as, `/sys/user/page/delete/${shared.id}`, null, [409])
      expect(await own()).toEqual(before)
      await tell(attacker, as, '/sys/user/page/update', { ...form, usersRoleList: [] })
    },
  },
  {
    ...{ id: 'H10', requirements: ['PERM-5'], asvs: ['8.2.1', '8.2.2', '8.4.1'] },
    tried:
      'systems, applications, menus and resources that all organizations use, with every right in one of them',
    expected: '403 for each, and they are as they were; codes that name them are refused for one’s own',
    try: async (attacker) => {
      const { admin, as } = await strangers(attacker)
      interface Row {
        id: string
        code: string
      }
      const rowsAt = async (path: string) =>
        (
          await ask<{ content: (Row & { recordVersion?: string })[] }>(attacker, admin, `${path}?limit=100`)
        ).content.map(
          // It tells when it was read.
          ({ recordVersion: _, ...row }) => row,
        )
      const everything = async () => [
        await rowsAt('/sys/resourcesConfig/page/list'),
        await rowsAt('/sys/appInfo/page/manager/list'),
      ]
      const [configured = [], known = []] = await everything()
      const of = (rows: readonly Row[], code: string) => rows.find((row) => row.code === code)
      for (const code of ['ems', 'wms', 'uia', 'crm']) {
        const system = of(configured, code)
        const query = `id=${system?.id}&enabled=0`
        await expectRefused(attacker, as, `/sys/resourcesConfig/updateOrgEnabled?${query}`, {})
        await expectRefused(attacker, as, `/sys/resourcesConfig/page/delete/${system?.id}`, null)
        const update = { ...system, hostName: '127.0.0.1', port: '1', type: 0, recordVersion: null }
        await expectRefused(attacker, as, '/sys/resourcesConfig/page/update', update, [400, 403])
        const report = [{ code, resources: [] }]
        await expectRefused(attacker, as, '/sys/poolResource/page/list/addAll', report)
      }
      for (const code of ['ems', 'report', 'uia']) {
        const id = of(known, code)?.id
        await expectRefused(attacker, as, `/sys/appInfo/page/manage/updateEnabled?id=${id}&enabled=0`, null)
        await expectRefused(attacker, as, `/sys/appInfo/page/manager/delete/${id}`, null)
        const entry = { type: 1, name: 'x', path: '/x', sort: 1, pid: id, code: `${unique('x')}.y` }
        await expectRefused(attacker, as, '/sys/menuManage/page/list/add', entry, [400, 403])
      }
      for (const code of ['report', 'REPORT']) {
        const system = { name: 'x', code, version: '1', type: 0, enable: true }
        await expectRefused(attacker, as, '/sys/resourcesConfig/page/add', system)
      }
      expect(await everything()).toEqual([configured, known])
    },
  },
  {
    ...{ id: 'H11', requirements: ['PERM-5', 'NAV-3'], asvs: ['8.2.3', '13.4.6'] },
    tried: 'the listing of systems with their addresses, by a browser of somebody without its permission',
    expected: '403, and no internal address in any answer',
    try: async (attacker) => {
      const path = '/sys/resourcesConfig/page/listConfig'
      for (const account of ['field', 'auditor', 'orphan']) {
        const as = await attacker.standing(account)
        for (const query of ['', '?limit=100']) {
          const answer = await attacker.send(`/api${path}${query}`, { as })
          expect(answer.status, account).toBe(403)
          expect(answer.text, account).not.toMatch(/127\.0\.0\.1|10\.20\./)
        }
      }
      const permitted = await attacker.call(path, { as: await attacker.standing('operator') })
      expect(permitted.code).toBe(0)
    },
  },
]

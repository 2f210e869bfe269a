import { expect } from 'playwright/test'
import type { Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import type { AbuseCase } from './abuse-case'
import { unique } from './attacker'
import { pathOf } from './cross-site'
import { addPerson, ask, tell } from './people'
import { expectRefused, strangers } from './strangers'

const guardedCalls = Object.values<Endpoint>(endpoints).filter(({ permissions }) => permissions.length > 0)

export const rights: readonly AbuseCase[] = [
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

import { expect } from 'playwright/test'
import type { AbuseCase } from './abuse-case'
import { type Attacker, hash, unique } from './attacker'
import { ask } from './people'
import { expectRefused, type Strangers, strangers } from './strangers'
import { headersOf } from './wire'

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

export const foreign: readonly AbuseCase[] = [
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
      // A refusal may say which organization was named.
      const nothing = systems.status === 200 ? [] : { orgId: given.south }
      expect(systems.data ?? nothing).toEqual(nothing)
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
]

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as allocation from '#contracts/allocation'
import * as departments from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import { listOperations } from '#contracts/log'
import * as organizations from '#contracts/organization'
import { patterns } from '#contracts/patterns'
import { permissionKey } from '#contracts/permission'
import { endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { listSystems, listUserOrganizations, mainMenu } from '#contracts/session'
import { plantDemo } from '#platform/demo/plant'
import { testStart } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

async function systems(as: string, orgCode: string): Promise<string[]> {
  const { data } = await platform.call(
    listSystems,
    { as },
    { query: { orgId: await platform.orgId(orgCode) } },
  )
  return data.map((system) => system.code)
}
async function buttons(as: string, org: string): Promise<string[]> {
  const { data } = await platform.call(mainMenu, { as, org, system: 'uia' })
  return data.flatMap((folder) => folder.children ?? []).flatMap((page) => page.btns ?? [])
}

describe('the demo data', () => {
  test('CHOOSE-1 each known account has the organizations and systems that are promised', async () => {
    const organizations = async (as: string) =>
      (await platform.call(listUserOrganizations, { as })).data.map((one) => one.orgCode)
    expect(await organizations('operator')).toEqual(['EAST', 'WEST'])
    expect(await organizations('auditor')).toEqual(['EAST'])
    expect(await organizations('field')).toEqual(['EAST'])
    expect(await organizations('orphan')).toEqual([])
    expect(await systems('operator', 'EAST')).toEqual(['uia', 'ems'])
    expect(await systems('operator', 'WEST')).toEqual(['uia'])
    expect(await systems('auditor', 'EAST')).toEqual(['uia'])
    expect(await systems('field', 'EAST')).toEqual(['ems', 'report'])
  })

  test('PERM-1 operator has every right in EAST, and in WEST like auditor only search and detail', async () => {
    const all = await platform.db
      .selectFrom('menu_node as n')
      .innerJoin('menu_node as app', 'app.id', 'n.app_id')
      .where('app.code', '=', 'uia')
      .where('n.type', '=', 3)
      .select('n.code')
      .execute()
    expect((await buttons('operator', 'EAST')).sort()).toEqual(all.map((node) => node.code).sort())
    const seen = all
      .map((node) => node.code)
      .filter((code) => /\.(search|detail)$/.test(code))
      .sort()
    expect((await buttons('operator', 'WEST')).sort()).toEqual(seen)
    expect((await buttons('auditor', 'EAST')).sort()).toEqual(seen)
  })

  test('PERM-2 every code that a call asks for is a node of the tree, to be granted by a role', async () => {
    const nodes = await platform.db.selectFrom('menu_node').select('code').execute()
    const known = new Set(nodes.map((node) => permissionKey(node.code)))
    const calls: readonly Endpoint[] = Object.values(endpoints)
    const asked = calls.flatMap((endpoint) => [...endpoint.permissions, ...(endpoint.widenedBy ?? [])])
    expect(asked.filter((code) => !known.has(permissionKey(code)))).toEqual([])
    expect(asked.length).toBeGreaterThan(40)
  })

  test('LIST-3 every list has pages to turn, and phones and account names are such as the forms accept', async () => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from account) as accounts, (select count(*)::int from role) as roles,
      (select count(*)::int from department) as departments, (select count(*)::int from organization) as organizations,
      (select count(*)::int from login_log) as logins, (select count(*)::int from operation_log) as operations`.execute(
      platform.db,
    )
    const counts = rows[0] ?? {}
    expect(counts.accounts).toBeGreaterThanOrEqual(60)
    expect(counts.roles).toBeGreaterThanOrEqual(25)
    expect(counts.departments).toBeGreaterThanOrEqual(25)
    expect(counts.organizations).toBeGreaterThanOrEqual(12)
    expect(counts.logins).toBeGreaterThanOrEqual(200)
    expect(counts.operations).toBeGreaterThanOrEqual(200)
    const people = await platform.db.selectFrom('account').select(['account', 'phone', 'name']).execute()
    for (const { account, phone, name } of people) {
      expect(account).toMatch(patterns.loginName)
      expect(phone).toMatch(patterns.accountPhone)
      expect(name).not.toMatch(patterns.specialCharacter)
    }
    expect(
      (await platform.call(accounts.list, { as: 'auditor', org: 'EAST' })).data.meta.count,
    ).toBeGreaterThan(30)
  })

  test('ROLE-2 DEPT-2 ORG-2 every role, department and organization in the lists is such as its form accepts', async () => {
    const query = { limit: 100 }
    const as = { as: 'admin' }
    const [roleRows, departmentRows, organizationRows] = [
      (await platform.call(roles.list, as, { query })).data.content,
      (await platform.call(departments.list, as, { query })).data.content,
      (await platform.call(organizations.list, as, { query })).data.content,
    ]
    for (const { id } of roleRows) {
      const { data } = await platform.call(roles.detail, as, { params: { id } })
      expect(roles.roleForm.safeParse(data).error, data.name).toBeUndefined()
      expect(data.description).toBeTruthy()
    }
    for (const row of departmentRows) {
      expect(departments.departmentForm.safeParse(row).error, row.name).toBeUndefined()
      expect(row.orgName).toBeTruthy()
    }
    for (const row of organizationRows) {
      expect(organizations.organizationForm.safeParse(row).error, row.name).toBeUndefined()
    }
    expect(organizationRows.some((row) => !row.enabled)).toBe(true)
    expect(departmentRows.some((row) => !row.enabled)).toBe(true)
    const told = (await platform.call(listOperations, as, { query })).data.content
    expect(told.filter((row) => (row.changes?.length ?? 0) > 0).length).toBeGreaterThan(30)
    expect(told.filter((row) => row.status !== 1 && row.changes !== null)).toEqual([])
  })

  test('SYS-1 SYS-2 the registered systems fill pages and are such as the form accepts; those that run head the list', async () => {
    const { data } = await platform.call(allocation.list, { as: 'admin' }, { query: { limit: 100 } })
    expect(data.meta.count).toBeGreaterThan(20)
    for (const row of data.content) {
      expect(allocation.systemForm.safeParse(row).error, row.name).toBeUndefined()
    }
    const of = ({ code, type, port, hostName, enable }: allocation.SystemRow) => ({
      ...{ code, type, port, hostName, enable },
    })
    expect(data.content.slice(0, 3).map(of)).toEqual([
      { code: 'uia', type: 0, port: null, hostName: null, enable: true },
      { code: 'ems', type: 0, port: '4101', hostName: '127.0.0.1', enable: true },
      { code: 'wms', type: 0, port: '4102', hostName: '127.0.0.1', enable: true },
    ])
    const some = (test: (row: allocation.SystemRow) => boolean) => data.content.filter(test).length
    expect(some((row) => row.type === 1)).toBeGreaterThan(3)
    expect(some((row) => !row.enable)).toBeGreaterThan(2)
  })

  test('LIST-3 it is the same each time it is made', async () => {
    const ids = async () =>
      await platform.db.selectFrom('account').orderBy('id').select(['id', 'account', 'phone']).execute()
    const first = await ids()
    await sql`truncate account, organization, department, role, menu_node, pool_resource, system_config, login_log,
      operation_log cascade`.execute(platform.db)
    await plantDemo(platform.db, testStart)
    expect(await ids()).toEqual(first)
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as allocation from '#contracts/allocation'
import type { Endpoint } from '#contracts/endpoint'
import { listOperations } from '#contracts/log'
import { patterns } from '#contracts/patterns'
import { permissionKey } from '#contracts/permission'
import { endpoints } from '#contracts/registry'
import { listSystems, listUserOrganizations, mainMenu } from '#contracts/session'
import { seedDemo } from '#platform/seed/demo/seed-demo'
import { testStart } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

async function systems(as: string, orgCode: string): Promise<string[]> {
  const data = await platform.ok(listSystems, { as }, { query: { orgId: await platform.orgId(orgCode) } })
  return data.map((system) => system.code)
}
async function buttons(as: string, org: string): Promise<string[]> {
  const data = await platform.ok(mainMenu, { as, org, system: 'uia' })
  return data.flatMap((folder) => folder.children ?? []).flatMap((page) => page.btns ?? [])
}

describe('the demo data', () => {
  test('CHOOSE-1 each known account has the organizations and systems that are promised', async () => {
    const organizations = async (as: string) =>
      (await platform.ok(listUserOrganizations, { as })).map((one) => one.orgCode)
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
    const nodes = await platform.rows('menu_node')
    const known = new Set(nodes.map((node) => permissionKey(node.code)))
    const calls: readonly Endpoint[] = Object.values(endpoints)
    const asked = calls.flatMap((endpoint) => [...endpoint.permissions, ...(endpoint.widenedBy ?? [])])
    expect(asked.filter((code) => !known.has(permissionKey(code)))).toEqual([])
    expect(asked.length).toBeGreaterThan(40)
  })

  test('LIST-3 every list has pages to turn, and phones and account names are such as the forms accept', async () => {
    const least = {
      account: 60,
      role: 25,
      department: 25,
      organization: 12,
      login_log: 200,
      operation_log: 200,
    }
    for (const [table, rows] of Object.entries(least)) {
      expect(await platform.count(table as keyof typeof least), table).toBeGreaterThanOrEqual(rows)
    }
    const people = await platform.rows('account')
    for (const { account, phone, name } of people) {
      expect(account).toMatch(patterns.loginName)
      expect(phone).toMatch(patterns.accountPhone)
      expect(name).not.toMatch(patterns.specialCharacter)
    }
    expect((await platform.ok(accounts.list, { as: 'auditor', org: 'EAST' })).meta.count).toBeGreaterThan(30)
  })

  test('ROLE-2 DEPT-2 ORG-2 roles are described, some departments and organizations are disabled, and the log tells of changes', async () => {
    expect((await platform.rows('role')).filter(({ description }) => !description)).toEqual([])
    for (const table of ['department', 'organization'] as const) {
      expect(await platform.rows(table, { enabled: false }), table).not.toEqual([])
    }
    const query = { limit: 100 }
    const told = (await platform.ok(listOperations, { as: 'admin' }, { query })).content
    expect(told.filter((row) => (row.changes?.length ?? 0) > 0).length).toBeGreaterThan(30)
    expect(told.filter((row) => row.status !== 1 && row.changes !== null)).toEqual([])
  })

  test('SYS-1 SYS-2 the registered systems fill pages; those that run head the list', async () => {
    const data = await platform.ok(allocation.list, { as: 'admin' }, { query: { limit: 100 } })
    expect(data.meta.count).toBeGreaterThan(20)
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

  test('PERM-5 the administrator of EAST has a system to change, and nobody else’s', async () => {
    const who = { as: 'operator', org: 'EAST' }
    const data = await platform.ok(allocation.list, who, { query: { limit: 100 } })
    const theirs = data.content.filter((row) => row.isControl === 1)
    expect(theirs.map((row) => row.code)).toEqual(['cmms'])
    const [{ isControl: _, ...body } = { id: '' }] = theirs
    await platform.ok(allocation.update, who, { body })
  })

  test('LIST-3 it is the same each time it is made', async () => {
    const ids = async () =>
      await platform.db.selectFrom('account').orderBy('id').select(['id', 'account', 'phone']).execute()
    const first = await ids()
    await sql`truncate account, organization, department, role, menu_node, pool_resource, system_config, login_log,
      operation_log cascade`.execute(platform.db)
    await seedDemo(platform.db, testStart)
    expect(await ids()).toEqual(first)
  })
})

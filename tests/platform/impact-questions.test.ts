import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()

test('DAY-7 how far a right of the caller reaches is asked once in a question', async () => {
  const calls = [accounts, roles, departments, organizations, menus].map(({ impact }) => impact)
  const rights = [...calls, accounts.list, accounts.sessions].flatMap(({ permissions }) => permissions)
  const { account, id, roles: own } = await makePerson(platform, { EAST: [...new Set(rights)] })
  const [department, organization] = [await platform.deptId('EAST'), await platform.orgId('EAST')]
  const records = [id, own.EAST, department, organization, await platform.nodeId('uia.role.delete')]
  for (const [at, call] of calls.entries()) {
    const input = { params: { id: records[at] } }
    const asked = await platform.queriesOf(() => platform.ok(call, { as: account, org: 'EAST' }, input))
    const scopes = asked.filter(({ sql }) => sql.includes('select distinct ar.org_id, n.code'))
    const known = new Set(scopes.map(({ parameters }) => JSON.stringify(parameters)))
    expect(known.size).toBeGreaterThan(1)
    expect([call.path, scopes.length]).toEqual([call.path, known.size])
  }
})

import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as roles from '#contracts/role'
import type { Queries } from '#platform/kernel/db/schema'
import { countUnder, type Rule, takeBack } from '#platform/kernel/quota'
import { type Answer, admin, testPlatform } from './harness.ts'
import { untilOneWaits } from './locks.ts'
import { fresh, makePerson, makeRole, nodeIds, personForm } from './records.ts'

const platform = testPlatform()
const of = (id: string) => ({ params: { id } })

/** Whether the transaction, for which another waits, could lock that. */
async function isFreeMeanwhile(transaction: Queries, rows: RawBuilder<unknown>): Promise<boolean> {
  await untilOneWaits(platform)
  return rows.execute(transaction).then(
    () => true,
    () => false,
  )
}

/** What waits for the lock of a row does not hold the revision, for which whoever has the row waits then. */
async function leavesRevision(
  table: 'role' | 'organization' | 'menu_node' | 'membership',
  row: Record<string, string>,
  ask: () => Promise<Answer>,
): Promise<void> {
  const other = await platform.db.startTransaction().execute()
  const conditions = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`select 1 from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} for update`.execute(
    other,
  )
  const answer = ask()
  const isFree = await isFreeMeanwhile(other, sql`select value from revision for update nowait`)
  await other.rollback().execute()
  expect(await answer).toMatchObject({ code: 0 })
  expect(isFree, table).toBe(true)
}

async function addition(usersRoleList: string[]) {
  const { id: _, ...form } = await personForm(platform, { id: '', account: `locked${fresh()}` })
  return { ...form, password: 'a'.repeat(64), usersRoleList }
}

test('ACC-7 an account that is added with a role waits for whoever changes the role before it touches what they want next', async () => {
  const role = await makeRole(platform, 'EAST', [])
  const body = await addition([role])
  await leavesRevision('role', { id: role }, () => platform.call(accounts.add, admin, { body }))
  const again = await addition([role])
  const id = await platform.orgId('EAST')
  await leavesRevision('organization', { id }, () => platform.call(accounts.add, admin, { body: again }))
})

test('ACC-7 an account that gets a role, or gives one up, waits in the same order', async () => {
  const person = await makePerson(platform, { EAST: [] })
  const [first = '', second] = [person.roles.EAST, await makeRole(platform, 'EAST', [])]
  const save = async (usersRoleList: string[]) => {
    const body = await personForm(platform, person, ['EAST'], { usersRoleList })
    return () => platform.call(accounts.update, admin, { body })
  }
  await leavesRevision('role', { id: second }, await save([first, second]))
  await leavesRevision('role', { id: first }, await save([second]))
  const id = await platform.orgId('WEST')
  const body = await personForm(platform, person, ['EAST', 'WEST'], { usersRoleList: [second] })
  await leavesRevision('organization', { id }, () => platform.call(accounts.update, admin, { body }))
})

test('DAY-6 what comes back from the bin waits in the same order: an account for its role, a role for what it grants and who holds it', async () => {
  const person = await makePerson(platform, { EAST: ['uia.role.search'] })
  const role = person.roles.EAST ?? ''
  await platform.ok(accounts.remove, admin, of(person.id))
  await leavesRevision('role', { id: role }, () => platform.call(accounts.restore, admin, of(person.id)))
  const [node = ''] = await nodeIds(platform, 'uia.role.search')
  const place = { account_id: person.id, org_id: await platform.orgId('EAST') }
  for (const [table, row] of [['menu_node', { id: node }] as const, ['membership', place] as const]) {
    await platform.ok(roles.remove, admin, of(role))
    await leavesRevision(table, row, () => platform.call(roles.restore, admin, of(role)))
  }
  expect(await platform.rows('account_role', { role_id: role })).toHaveLength(1)
})

test('ROLE-5 a role that gets one permission and gives up another waits in the same order', async () => {
  const id = await makeRole(platform, 'EAST', ['uia.role.search'])
  const { name, org_id: orgId } = await platform.row('role', { id })
  const [node = ''] = await nodeIds(platform, 'uia.online.search')
  const body = { id, name, orgId, resourceIdList: [node] }
  await leavesRevision('menu_node', { id: node }, () => platform.call(roles.update, admin, { body }))
})

test('ME-5 what was counted is taken back in the order in which it is counted', async () => {
  const { db, now } = platform
  const rules: Rule[] = (['smsPhone', 'smsPerson', 'smsAddress'] as const).map((kind) => ({
    ...{ kind, subject: 'x', window: 1000 },
  }))
  await countUnder(db, rules, now())
  const other = await db.startTransaction().execute()
  await sql`select 1 from quota where kind = 'smsAddress' for update`.execute(other)
  const taken = db.transaction().execute((transaction) => takeBack(transaction, rules))
  const isFree = await isFreeMeanwhile(
    other,
    sql`select 1 from quota where kind = 'smsPhone' for update nowait`,
  )
  await other.rollback().execute()
  await taken
  expect(isFree).toBe(true)
  expect((await platform.rows('quota')).map(({ count }) => count)).toEqual([0, 0, 0])
})

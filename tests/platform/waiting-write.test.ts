import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { signOut } from '#contracts/session'
import { type Answer, testPlatform } from './harness.ts'
import { untilOneWaits } from './locks.ts'
import { makeDepartment, makePerson } from './records.ts'

const platform = testPlatform()
const rights = ['uia.department.update', 'uia.department.updateEnable', 'uia.department.delete']

/** What a call is answered that waits for a lock of the department, while `meanwhile` happens to it. */
async function answerAfter(
  id: string,
  ask: () => Promise<Answer>,
  meanwhile: (of: typeof platform.db) => unknown,
) {
  const other = await platform.db.startTransaction().execute()
  await sql`select 1 from department where id = ${id} for update`.execute(other)
  const answer = ask()
  await untilOneWaits(platform)
  await meanwhile(other)
  await other.commit().execute()
  return answer
}

test('EDGE-2 PERM-5 whoever waits while a record moves to another organization of theirs changes it there', async () => {
  const { account: as } = await makePerson(platform, { EAST: rights, WEST: rights })
  const { id } = await makeDepartment(platform, 'EAST')
  const west = await platform.orgId('WEST')
  const switchOff = () =>
    platform.call(departments.updateEnable, { as, org: 'EAST' }, { query: { id, enabled: 0 } })
  const move = (other: typeof platform.db) =>
    other.updateTable('department').set({ org_id: west }).where('id', '=', id).execute()
  expect(await answerAfter(id, switchOff, move)).toMatchObject({ code: 0 })
  expect(await platform.row('department', { id })).toMatchObject({ org_id: west, enabled: false })
})

test('EDGE-8 a change that waited is not made by whoever was disabled, or lost the right, meanwhile', async () => {
  for (const loss of ['account', 'right'] as const) {
    const person = await makePerson(platform, { EAST: rights })
    const { id } = await makeDepartment(platform, 'EAST')
    const who = { as: person.account, org: 'EAST' }
    const remove = () => platform.call(departments.remove, who, { params: { id } })
    const lose = async () => {
      if (loss === 'account') await platform.set('account', { id: person.id }, { enabled: false })
      else await platform.delete('role_node', { role_id: person.roles.EAST ?? '' })
      await wait(1100)
    }
    expect((await answerAfter(id, remove, lose)).status, loss).toBe(loss === 'account' ? 401 : 403)
    expect(await platform.rows('department', { id }), loss).toHaveLength(1)
  }
})

test('EDGE-8 signing out ends one’s own session, however long it waited', async () => {
  const { account: as } = await makePerson(platform, { EAST: rights })
  await platform.code(departments.list, { as, org: 'EAST' }, { query: { page: 1, limit: 10 } })
  const other = await platform.db.startTransaction().execute()
  await sql`select 1 from operation_head for update`.execute(other)
  const answer = platform.call(signOut, { as })
  await untilOneWaits(platform)
  await wait(1100)
  await other.commit().execute()
  expect(await answer).toMatchObject({ code: 0 })
})

import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { calls, run } from '#contracts/bulk'
import { listOperations } from '#contracts/log'
import { type Context, testPlatform } from './harness.ts'
import { untilOneWaits } from './locks.ts'
import { fresh, makeDepartment, makePerson } from './records.ts'

const platform = testPlatform()
const admin = { as: 'admin', org: 'EAST' }
const newId = () => `bulk-test-${fresh()}`.padEnd(20, '0')
const send = (who: Context, call: string, inputs: object[], bulkId = newId()) =>
  platform.ok(run, who, { body: { bulkId, call, inputs } })
const off = (id: string) => ({ body: { id, enabled: 0 } })
const people = async (count: number) =>
  Promise.all(Array.from({ length: count }, () => makePerson(platform, { EAST: [] })))

test('EDGE-11 each row is the single call: done, refused and logged on its own, under one id', async () => {
  const bulkId = newId()
  const [one, other] = await people(2)
  const self = await platform.accountId('admin')
  const inputs = [off(one?.id ?? ''), off(self), off('nobody'), { body: { id: 7 } }, off(other?.id ?? '')]
  const answers = await send(admin, 'account.updateEnable', inputs, bulkId)
  expect(answers.map(({ code }) => code)).toEqual([0, 409, 404, 400, 0])
  for (const at of [1, 2]) {
    const { code, msg } = await platform.call(accounts.updateEnable, admin, inputs[at])
    expect(answers[at]).toMatchObject({ code, msg })
  }
  expect(await platform.row('account', { id: one?.id ?? '' })).toMatchObject({ enabled: false })
  const { content } = await platform.ok(listOperations, admin, { query: { bulkId } })
  const told = content.map(({ subject, status }) => `${status} ${subject}`)
  expect(told.sort()).toEqual(
    [`1 ${one?.account}`, `1 ${other?.account}`, '2 null', '2 null', '2 null'].sort(),
  )
  for (const row of content) expect(row).toMatchObject({ bulkId, menuName: 'account', opType: 'enable' })
  const { path } = await platform.row('operation_log', { bulk_id: bulkId, subject_id: one?.id ?? '' })
  expect(path).toBe(accounts.updateEnable.path)
})

test('EDGE-11 what comes twice under one id is done once, and answered alike', async () => {
  const [person] = await people(1)
  const bulkId = newId()
  const input = { params: { id: person?.id } }
  expect(await send(admin, 'account.remove', [input], bulkId)).toMatchObject([{ code: 0 }])
  expect(await send(admin, 'account.remove', [input], bulkId)).toMatchObject([{ code: 0 }])
  expect(await platform.rows('operation_log', { bulk_id: bulkId })).toHaveLength(1)
  expect(await send(admin, 'account.remove', [input])).toMatchObject([{ code: 404 }])
})

test('HOLD-8 EDGE-11 what nobody waits for any more goes no further, and the same once more does each row once', async () => {
  const ids = (await people(3)).map(({ id }) => id)
  const [bulkId, gone] = [newId(), new AbortController()]
  const inputs = ids.map(off)
  const given = { ...admin, type: 'application/json', signal: gone.signal }
  const body = JSON.stringify({ bulkId, call: 'account.updateEnable', inputs })
  const answer = await platform.db.transaction().execute(async (other) => {
    await other
      .selectFrom('account')
      .where('id', '=', ids[1] ?? '')
      .select('id')
      .forUpdate()
      .execute()
    const sent = platform.send(run.method, run.path, { ...given, body })
    await untilOneWaits(platform)
    gone.abort()
    // Not to be waited for in here.
    return { sent }
  })
  expect(await (await answer.sent).json()).toMatchObject({ data: [{ code: 0 }, { code: 0 }] })
  const enabled = async () =>
    Promise.all(ids.map(async (id) => (await platform.row('account', { id })).enabled))
  expect(await enabled()).toEqual([false, false, true])
  expect((await send(admin, 'account.updateEnable', inputs, bulkId)).map(({ code }) => code)).toEqual([
    0, 0, 0,
  ])
  expect(await enabled()).toEqual([false, false, false])
  expect(await platform.rows('operation_log', { bulk_id: bulkId })).toHaveLength(3)
})

test('EDGE-11 PERM-1 rights are those of each row at its turn; without any, every row is refused', async () => {
  const [person] = await people(1)
  const holder = await makePerson(platform, { EAST: ['uia.account.updateEnable'] })
  const elsewhere = await makePerson(platform, { WEST: [] })
  const who = { as: holder.account, org: 'EAST' }
  const inputs = [off(person?.id ?? ''), off(elsewhere.id), off(holder.id)]
  const answers = await send(who, 'account.updateEnable', inputs)
  expect(answers.map(({ code }) => code)).toEqual([0, 403, 409])
  expect(await send(who, 'account.remove', [{ params: { id: person?.id } }])).toMatchObject([{ code: 403 }])
  const signedOut = await platform.call(run, {}, { body: {} })
  expect(signedOut).toMatchObject({ status: 401 })
  expect(await platform.ok(calls, who)).toContain('account.updateEnable')
})

test('EDGE-11 a row that leads nowhere is refused by itself, and what was done before it is told', async () => {
  const [person, other] = await people(2)
  const inputs = [person?.id, '..', '.', '', other?.id].map((id) => ({ params: { id } }))
  const answers = await send(admin, 'account.remove', inputs)
  expect(answers.map(({ code }) => code)).toEqual([0, 400, 400, 400, 0])
})

test('EDGE-11 a row that no address or text can hold is refused by itself, and what was done before it is told', async () => {
  const [person, other] = await people(2)
  const ids = [person?.id, '\ud800', { toString: 1 }, other?.id]
  const removed = await send(
    admin,
    'account.remove',
    ids.map((id) => ({ params: { id } })),
  )
  expect(removed.map(({ code }) => code)).toEqual([0, 400, 400, 0])
  const [deep] = await people(1)
  const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const row = JSON.stringify(off(deep?.id ?? ''))
  const body = `{"bulkId":"${newId()}","call":"account.updateEnable","inputs":[${row},{"body":${nested}},${row}]}`
  const answer = await platform.send('POST', run.path, { ...admin, body, type: 'application/json' })
  const { data } = (await answer.json()) as { data: { code: number }[] }
  expect(data.map(({ code }) => code)).toEqual([0, 400, 0])
})

test('EDGE-11 HOLD-9 an id that none can be is refused unseen, and the log keeps no more of a path than a call has', async () => {
  const stranger = await makePerson(platform, { EAST: [] })
  const who = { as: stranger.account, org: 'EAST' }
  const long = { params: { id: 'x'.repeat(900_000) } }
  expect(await send(who, 'account.remove', [long])).toMatchObject([{ code: 400 }])
  await platform.call(accounts.remove, who, { params: { id: 'x'.repeat(9_000) } })
  const paths = (await platform.rows('operation_log', { username: stranger.account })).map(({ path }) => path)
  expect(paths).toEqual([expect.stringMatching(/^.{300}$/)])
})

test('EDGE-11 HOLD-8 whoever has no right to a call at all is refused once for all rows', async () => {
  const stranger = await makePerson(platform, { EAST: [], WEST: ['uia.account.delete'] })
  const who = { as: stranger.account, org: 'EAST' }
  const bulkId = newId()
  const inputs = [{ params: { id: '' } }, ...Array(9).fill({ params: { id: 'any' } })]
  const answers = await send(who, 'account.remove', inputs, bulkId)
  expect(answers.map(({ code }) => code)).toEqual([400, ...Array(9).fill(403)])
  const entries = await platform.rows('operation_log', { bulk_id: bulkId })
  expect(entries).toMatchObject([{ module: 'account', type: 'delete', status: '3' }])
})

test('EDGE-11 what is no bulk of ours is refused whole: another call, none, or more than a hundred', async () => {
  const bulkId = newId()
  const input = off('x')
  for (const body of [
    { bulkId, call: 'account.add', inputs: [input] },
    { bulkId, call: 'account.updateEnable', inputs: [] },
    { bulkId, call: 'account.updateEnable', inputs: Array(101).fill(input) },
    { bulkId: 'short', call: 'account.updateEnable', inputs: [input] },
  ]) {
    expect(await platform.call(run, admin, { body }), JSON.stringify(body.call)).toMatchObject({
      status: 400,
    })
  }
})

test('EDGE-11 one role more or less leaves the others; the last one stays, and nobody gives what they do not hold', async () => {
  const right = ['uia.account.usersRolesUpdate']
  const [person, other] = await people(2)
  const userId = person?.id ?? ''
  const first = person?.roles.EAST
  const orgId = await platform.orgId('EAST')
  const held = async () =>
    (await platform.rows('account_role', { account_id: userId })).map((row) => row.role_id)
  const set = (roleId: string | undefined, on: 0 | 1, who: Context = admin) =>
    platform.call(accounts.setRole, who, { body: { userId, orgId, roleId, held: on } })
  const more = other?.roles.EAST
  expect((await set(more, 1)).code).toBe(0)
  expect((await set(more, 1)).code, 'again').toBe(0)
  expect((await held()).sort()).toEqual([first, more].sort())
  expect((await set(first, 0)).code).toBe(0)
  expect(await set(more, 0)).toMatchObject({ code: 400, data: [{ field: 'roleId' }] })
  expect(await held()).toEqual([more])
  const giver = await makePerson(platform, { EAST: right })
  const beyond = await makePerson(platform, { EAST: ['ems.alarms.search'] })
  expect((await set(beyond.roles.EAST, 1, { as: giver.account, org: 'EAST' })).code).toBe(403)
  const elsewhere = await makePerson(platform, { WEST: [] })
  const body = { userId: elsewhere.id, orgId, roleId: more, held: 1 as const }
  expect(await platform.call(accounts.setRole, admin, { body })).toMatchObject({ code: 400 })
})

test('EDGE-11 a move to a department is one within an organization that the account belongs to', async () => {
  const [person] = await people(1)
  const userId = person?.id ?? ''
  const orgId = await platform.orgId('EAST')
  const { id: deptId } = await makeDepartment(platform, 'EAST')
  const { id: foreign } = await makeDepartment(platform, 'WEST')
  const move = (to: string | null, org = orgId) =>
    platform.call(accounts.setDepartment, admin, { body: { userId, orgId: org, deptId: to } })
  expect((await move(deptId)).code).toBe(0)
  expect(await platform.row('membership', { account_id: userId })).toMatchObject({ dept_id: deptId })
  expect(await move(foreign)).toMatchObject({ code: 400, data: [{ field: 'deptId' }] })
  expect(await move(null, await platform.orgId('WEST'))).toMatchObject({
    code: 400,
    data: [{ field: 'orgId' }],
  })
  expect((await move(null)).code).toBe(0)
  expect(await platform.row('membership', { account_id: userId })).toMatchObject({ dept_id: null })
})

import { expect, test } from 'vitest'
import { limits } from '#contracts/limits'
import { all, put } from '#contracts/preference'
import { update } from '#contracts/user'
import { hour } from '#platform/kernel/clock'
import { testPlatform } from './harness.ts'
import { logged, makePerson } from './records.ts'

const platform = testPlatform()
const someone = async () => ({ as: (await makePerson(platform, {})).account })
type Who = Awaited<ReturnType<typeof someone>>
const keep = (who: Who, key: string, value: unknown) => platform.call(put, who, { body: { key, value } })

test('EDGE-13 what a person sets up is there on the next machine, as it was, and is nobody else’s', async () => {
  const [who, other] = [await someone(), await someone()]
  const value = JSON.stringify({ columns: ['account'], saved: [{ name: '停用', query: '?enabled=0' }] })
  expect((await keep(who, 'list.account', value)).code).toBe(0)
  expect((await keep(who, 'density', 'compact')).code).toBe(0)
  expect((await keep(other, 'density', 'roomy')).code).toBe(0)
  platform.forward(1000)
  expect(await platform.ok(all, who)).toEqual({ 'list.account': value, density: 'compact' })
  expect(await platform.ok(all, other)).toEqual({ density: 'roomy' })
})

test('EDGE-13 the last one holds, null takes it away, and the log tells which it was, not what', async () => {
  const who = await someone()
  for (const value of ['1', '[2]', 'false']) await keep(who, 'x', value)
  expect(await platform.ok(all, who)).toEqual({ x: 'false' })
  const row = await logged(platform, () => keep(who, 'x', null))
  expect(row).toMatchObject({ module: 'preference', type: 'update', subject_name: 'x', changes: null })
  expect(await platform.ok(all, who)).toEqual({})
  expect((await keep(who, 'x', null)).code).toBe(0)
})

test('EDGE-13 it is bounded in size and number: more is refused in a sentence, and what is kept stays', async () => {
  const who = await someone()
  const most = 'x'.repeat(limits.preferenceLength)
  expect((await keep(who, 'big', most)).code).toBe(0)
  expect(await keep(who, 'odd', 'a\u202eb')).toMatchObject({ status: 400, data: [{ field: 'value' }] })
  expect(await keep(who, 'big', `${most}x`)).toMatchObject({ status: 400, data: [{ field: 'value' }] })
  for (const key of ['', 'a b', '../x', 'x'.repeat(65), '__proto__']) {
    expect(await keep(who, key, '1'), key).toMatchObject({ status: 400, data: [{ field: 'key' }] })
  }
  // Few at once, since a busy platform turns people away; the last ones, of which some are too many, together.
  const outcomes: Awaited<ReturnType<typeof keep>>[] = []
  for (let at = 0; at < limits.preferences + 5; at += 7) {
    const some = Array.from({ length: 7 }, (_, more) => keep(who, `key${at + more}`, String(at + more)))
    outcomes.push(...(await Promise.all(some)))
  }
  expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(limits.preferences - 1)
  expect(outcomes.find(({ code }) => code !== 0)).toMatchObject({
    ...{
      status: 409,
      msg: 'You have reached the limit of 100 personal settings. Remove one before you add another',
    },
  })
  expect(Object.keys(await platform.ok(all, who))).toHaveLength(limits.preferences)
  expect((await keep(who, 'big', 'small')).code, 'one that is there may change').toBe(0)
})

test('EDGE-13 what a person set up goes with their account', async () => {
  const person = await makePerson(platform, {})
  await keep({ as: person.account }, 'x', '1')
  await platform.delete('account', { id: person.id })
  expect(await platform.rows('preference', { account_id: person.id })).toEqual([])
})

test('EDGE-13 WHY-5 what takes no right has a bound in each hour, also the profile: more is refused in a sentence', async () => {
  const who = await someone()
  const rename = (nickName: string) => platform.call(update, who, { body: { nickName } })
  await keep(who, 'x', 'one')
  const subject = await platform.accountId(who.as)
  await platform.db.updateTable('quota').set({ count: 999 }).where('subject', '=', subject).execute()
  expect((await rename('One')).code).toBe(0)
  for (const refused of [await keep(who, 'x', 'more'), await rename('Two')]) {
    expect(refused).toMatchObject({ status: 429, msg: expect.stringContaining('3,600 seconds') })
  }
  expect(await platform.rows('operation_log', { username: who.as, status: '1' })).toHaveLength(2)
  platform.forward(hour)
  expect((await keep(who, 'x', 'more')).code).toBe(0)
})

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as assets from '#contracts/assets'
import { lockTrees } from '#platform/modules/menu/visible'
import {
  codesOf,
  finished,
  makeSystem,
  operations,
  page,
  platform,
  send,
  status,
  store,
} from './discoveries.ts'
import { untilOneWaits } from './locks.ts'
import { makePerson } from './records.ts'

describe('jobs', () => {
  beforeAll(async () => {
    // A fault of the database for one system, as a full disk would be one.
    await sql`create function refuse_broken() returns trigger language plpgsql as $$
      begin
        if new.system_code = 'broken' then raise exception 'no'; end if;
        return new;
      end $$`.execute(platform.db)
    await sql`create trigger refuse_broken before insert on pool_resource
      for each row execute function refuse_broken()`.execute(platform.db)
  })

  test('RES-7 a system whose storing fails stops no other, is told as failed and leaves nothing half stored', async () => {
    const good = await makeSystem()
    const broken = await makeSystem({ code: 'broken' })
    const body = [broken, good].map((code) => ({ code, resources: [page(code, 'a')] }))
    expect(await store(body)).toMatchObject({
      ...{ addIsDone: 1, added: 2, failed: [{ code: broken, message: 'System error' }] },
    })
    expect(await codesOf(broken)).toEqual([])
    expect(await codesOf(good)).toHaveLength(2)
    expect(await operations(broken)).toMatchObject([{ type: 'discover', status: '2' }])
    expect(platform.log.some((line) => line.includes('discovery failed'))).toBe(true)
  })

  test('RES-6 a system that others are storing is waited for, and the job is not done meanwhile', async () => {
    const code = await makeSystem()
    await platform.db.transaction().execute(async (transaction) => {
      await sql`select id from system_config where code = ${code} for update`.execute(transaction)
      expect((await send([{ code, resources: [page(code, 'a')] }])).code).toBe(200)
      await wait(100)
      expect(await status()).toEqual({ addIsDone: 0, added: 0, changed: 0, gone: 0, failed: [] })
    })
    expect(await finished()).toMatchObject({ addIsDone: 1, added: 2 })
  })

  test('RES-6 SYS-2 what waits for whoever saves a system does not hold what they want next', async () => {
    const code = await makeSystem()
    await platform.db.transaction().execute(async (transaction) => {
      await lockTrees(transaction)
      expect((await send([{ code, resources: [page(code, 'a')] }])).code).toBe(200)
      await untilOneWaits(platform)
      await sql`select id from system_config where code = ${code} for update nowait`.execute(transaction)
    })
    expect(await finished()).toMatchObject({ addIsDone: 1, added: 2 })
  })

  test('RES-6 a job is its person’s; without one there is nothing to wait for', async () => {
    const stranger = await makePerson(platform, {}, { super: true })
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a')] }])
    expect(await status({ as: stranger.account })).toEqual({ addIsDone: 1 })
    await store([{ code, resources: [] }])
    expect(await status()).toMatchObject({ added: 0, gone: 2 })
    const rows = await platform.rows('discovery_job', { account_id: await platform.accountId('admin') })
    expect(rows).toHaveLength(1)
  })

  test('RES-6 a job whose process died is under way for two minutes, and then over with what was left of it failed', async () => {
    const person = await makePerson(platform, {}, { super: true })
    const code = await makeSystem()
    const left = await platform.db.transaction().execute(async (transaction) => {
      const { beginJob } = await import('#platform/modules/assets/jobs')
      return beginJob(transaction, person.id, { waiting: [code], failed: [] }, platform.now())
    })
    expect(await status({ as: person.account })).toMatchObject({ addIsDone: 0, failed: [] })
    platform.forward(121_000)
    const message = `The synchronization of ${code} was interrupted. Please discover its resources again`
    expect(await status({ as: person.account })).toMatchObject({ addIsDone: 1, failed: [{ code, message }] })
    await send([{ code, resources: [page(code, 'a')] }], { as: person.account })
    expect(await finished({ as: person.account })).toMatchObject({ added: 2, failed: [] })
    const old = platform.db.selectFrom('discovery_job').where('id', '=', left).select('id')
    expect(await old.execute()).toEqual([])
  })

  test('OLOG-1 EDGE-4 the call and each system leave a row with their counts and codes', async () => {
    const code = await makeSystem()
    await store([{ code, resources: [page(code, 'a')] }])
    await store([{ code, resources: [page(code, 'a', { operations: [], description: 'x' })] }])
    const rows = await operations(`System ${code}`)
    expect(rows.map((row) => [row.type, row.status, row.username])).toEqual([
      ['discover', '1', 'admin'],
      ['discover', '1', 'admin'],
    ])
    expect(rows[1]?.changes).toEqual({
      added: { after: { count: 0 } },
      changed: { after: { count: 1, names: [`${code}.page.a`] } },
      gone: { after: { count: 1, names: [`${code}.a.search`] } },
    })
    const call = await platform.db
      .selectFrom('operation_log')
      .where('path', '=', assets.addAll.path)
      .where('subject_name', 'is', null)
      .where('status', '=', '1')
      .orderBy('create_time', 'desc')
      .select('changes')
      .executeTakeFirst()
    expect(call?.changes).toEqual({ systems: { after: { count: 1, names: [code] } } })
  })
})

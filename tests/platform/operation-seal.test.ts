import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { sweep } from '#platform/cleanup'
import { openLog, pruneLog } from '#platform/kernel/audit/keep-log'
import { linkBehind, newHead, sealKeys } from '#platform/kernel/audit/seal'
import { day } from '#platform/kernel/clock'
import { verifyLog } from '../../tools/operate/verify-log.ts'
import { auditKeys } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const verified = () => verifyLog(platform.db, auditKeys)

let made = 0
async function addDepartment(): Promise<void> {
  made += 1
  platform.forward(1000)
  const name = `SEAL${made}`
  const body = { orgId: await platform.orgId('EAST'), code: name, name, enabled: 1 }
  await platform.ok(departments.add, { as: 'operator', org: 'EAST' }, { body })
}

/** A start of the platform. */
const start = () => platform.db.transaction().execute((own) => openLog(own, auditKeys))

/** What is found after it, and after a start and a change more. Whatever `tamper` did to the database is undone afterwards. */
async function afterTampering(tamper: () => Promise<unknown>) {
  const [entries, [head]] = [await platform.rows('operation_log'), await platform.rows('operation_head')]
  await tamper()
  const { finding } = await verified()
  await start()
  await addDepartment()
  expect((await verified()).finding, 'after a start').toBeDefined()
  await sql`delete from operation_log`.execute(platform.db)
  await sql`insert into operation_log select * from jsonb_populate_recordset(null::operation_log, ${JSON.stringify(entries)}::jsonb)`.execute(
    platform.db,
  )
  await sql`delete from operation_head`.execute(platform.db)
  await sql`insert into operation_head select * from jsonb_populate_record(null::operation_head, ${JSON.stringify(head)}::jsonb)`.execute(
    platform.db,
  )
  return finding
}

const run = (statement: string) => () => sql.raw(statement).execute(platform.db)
const third = `where seq = (select max(seq) - 3 from operation_log)`
const oldest = 'where seq = (select min(seq) from operation_log)'
const newest = 'where seq = (select max(seq) from operation_log)'
const copied = (seq: string) => `
  insert into operation_log select (jsonb_populate_record(l, jsonb_build_object('id', 'forged', 'seq', ${seq}))).*
  from operation_log l ${third}`

/** Every column of an entry, with another value than the platform wrote. */
const otherValues: Record<string, string> = {
  id: `'another'`,
  account_id: `'another'`,
  username: `'somebody'`,
  org_id: `null`,
  org_name: `'Elsewhere'`,
  system_id: `'another'`,
  system_name: `'another'`,
  module: `'role'`,
  type: `'delete'`,
  method: `'GET'`,
  path: `'/elsewhere'`,
  request_ip: `'203.0.113.66'`,
  status: `'2'`,
  subject_id: `null`,
  subject_name: `'another'`,
  changes: `null`,
  create_time: `create_time + interval '1 microsecond'`,
  request_id: `'another-request'`,
  bulk_id: `'another'`,
  seq: `seq + 1000`,
  seal: `'another'`,
  seal_key: `'00000000'`,
}

const agedTo = (more: string, told: string) => async () => {
  await run(
    `update operation_log set create_time = create_time - interval '1 year' ${more} where seq <= 20`,
  )()
  const cleaned = sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
  await expect(cleaned).rejects.toThrow(`entry 1 of the operation log ${told}`)
}

const kinds: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.entries(otherValues).map(([column, value]) => [
      `another ${column}`,
      run(`update operation_log set ${column} = ${value} ${third}`),
    ]),
  ),
  'a field before and after swapped': run(
    `update operation_log set changes = '{"name": {"after": null, "before": "x"}}' ${third}`,
  ),
  'a number in a change': run(
    `update operation_log set changes = jsonb_set(changes, '{enabled,after}', '0') ${third}`,
  ),
  'a field of a change taken away': run(`update operation_log set changes = changes - 'name' ${third}`),
  'a field of a change added': run(
    `update operation_log set changes = changes || '{"extra": {"after": 1}}' ${third}`,
  ),
  'letters of a name': run(`update operation_log set username = upper(username) ${third}`),
  'a blank behind a name': run(`update operation_log set subject_name = subject_name || ' ' ${third}`),
  'an entry a day later': run(
    `update operation_log set create_time = create_time + interval '1 day' ${third}`,
  ),
  'all entries of a person renamed': run(
    `update operation_log set username = 'nobody' where username = 'operator'`,
  ),
  'the first entry changed': run(`update operation_log set username = 'x' ${oldest}`),
  'the newest entry changed': run(`update operation_log set username = 'x' ${newest}`),
  'an entry taken away': run(`delete from operation_log ${third}`),
  'the first taken away': run(`delete from operation_log ${oldest}`),
  'the newest taken away': run(`delete from operation_log ${newest}`),
  'the last three taken away': run(
    `delete from operation_log where seq > (select max(seq) - 3 from operation_log)`,
  ),
  'all of a person taken away': run(`delete from operation_log where username = 'operator'`),
  'everything taken away': run('delete from operation_log'),
  'an entry taken away, the others closed up': run(
    `delete from operation_log ${third};
     update operation_log set seq = seq - 1 where seq > (select max(seq) - 3 from operation_log)`,
  ),
  'an entry added without a place': run(copied('null')),
  'an entry added in the place of another': run(copied('l.seq')),
  'an entry added at the end': run(copied('(select max(seq) + 1 from operation_log)')),
  'an entry added before the beginning': run(copied('0')),
  'two entries in each other’s place': run(
    `update operation_log l set seq = case when l.seq = m.top then m.top - 1 else m.top end
     from (select max(seq) as top from operation_log) m where l.seq in (m.top, m.top - 1)`,
  ),
  'the contents of two entries swapped': run(
    `update operation_log l set subject_name = o.subject_name from operation_log o, (select max(seq) as top from operation_log) m
     where (l.seq = m.top and o.seq = m.top - 1) or (l.seq = m.top - 1 and o.seq = m.top)`,
  ),
  'an entry’s seal put on another': run(
    `update operation_log set seal = (select seal from operation_log ${newest}) ${third}`,
  ),
  'the end taken away, and the head moved back': run(
    `delete from operation_log ${newest};
     update operation_head set (seq, seal) = (select seq, seal from operation_log ${newest})`,
  ),
  'the beginning taken away as retention does': run(
    `update operation_head set (pruned_seq, pruned_seal) = (select seq, seal from operation_log where seq = 20);
     delete from operation_log where seq <= 20`,
  ),
  'the beginning made old, for retention to take it away': agedTo('', 'is not as it was written'),
  'the same, and under a key that nobody has': agedTo(
    `, seal_key = '00000000'`,
    'has a key that is none of AUDIT_KEY',
  ),
  'an entry added beside one that retention takes away': async () => {
    await run(copied('l.seq').replace('forged', 'zz-forged'))()
    await pruneLog(platform.db, auditKeys, new Date(+platform.now() + day), async () => {})
  },
  'the head taken away': run('delete from operation_head'),
  'the head’s number': run('update operation_head set seq = seq + 1'),
  'the head’s seal': run(`update operation_head set seal = 'another'`),
  'the head’s own seal': run(`update operation_head set mac = ''`),
  'the head as of a log that begins': run(
    `update operation_head set seq = 0, seal = '', key = '', mac = ''; update operation_log set seq = null`,
  ),
  'the beginning taken away, under a key that nobody has': run(
    `update operation_head set key = '00000000',
       (pruned_seq, pruned_seal) = (select seq, seal from operation_log where seq = 20);
     delete from operation_log where seq <= 20`,
  ),
  'everything taken away, as of a log that began under a key that nobody has': run(
    `delete from operation_log;
     update operation_head set seq = 0, seal = '', pruned_seq = 0, pruned_seal = '', key = '00000000'`,
  ),
  'everything changed, as of a log that was never sealed': run(
    `update operation_log set username = 'x', seq = null, seal = null, seal_key = null;
     update operation_head set seq = 0, seal = '', pruned_seq = 0, pruned_seal = '', key = '', mac = ''`,
  ),
  'an entry changed and all behind it sealed anew with another key': async () => {
    const [key] = sealKeys(['the-key-of-somebody-who-has-the-database'])
    const rows = await platform.rows('operation_log')
    const ordered = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq))
    let last = { seq: 0, seal: '' }
    for (const { seq: _seq, seal: _seal, seal_key: _key, ...entry } of ordered) {
      last = linkBehind(last, { ...entry, username: 'forged' }, key)
      await platform.set('operation_log', { id: entry.id }, { username: 'forged', ...last, seal_key: key.id })
    }
    const [head] = await platform.rows('operation_head')
    const forged = newHead({ ...head, pruned_seq: 0, pruned_seal: '', key: '', mac: '', ...last }, [key])
    await platform.db.updateTable('operation_head').set(forged).execute()
  },
}

describe('WHY-5 the operation log', () => {
  test('is whole as the platform writes it: demo data, changes, refusals, several at once', async () => {
    for (let count = 0; count < 5; count += 1) await addDepartment()
    await platform.code(departments.add, { as: 'auditor', org: 'EAST' }, { body: {} })
    await Promise.all(Array.from({ length: 8 }, addDepartment))
    const { finding, entries } = await verified()
    expect(finding).toBeUndefined()
    expect(entries).toBe(await platform.count('operation_log'))
  })

  test('covers every column there is', async () => {
    const [entry = {}] = await platform.rows('operation_log')
    expect(Object.keys(entry).toSorted()).toEqual(Object.keys(otherValues).toSorted())
  })

  test.each(Object.keys(kinds))('tells of %s', async (kind) => {
    expect(await afterTampering(kinds[kind] as () => Promise<unknown>)).toBeDefined()
    expect((await verified()).finding).toBeUndefined()
  })

  test('fifty kinds are tried', () => expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(50))

  test('names the first break', async () => {
    const finding = await afterTampering(
      run(
        `update operation_log set username = 'x' where seq in (40, 41, 60); delete from operation_log where seq = 50`,
      ),
    )
    expect(finding).toMatchObject({ what: 'entryChanged', seq: 40, entry: { username: 'x' } })
  })

  test('goes on telling of a head that was changed, whatever is written afterwards', async () => {
    const finding = await afterTampering(async () => {
      await sql`update operation_head set pruned_seq = 5, pruned_seal = (select seal from operation_log where seq = 5)`.execute(
        platform.db,
      )
      await sql`delete from operation_log where seq <= 5`.execute(platform.db)
      await addDepartment()
    })
    expect(finding).toMatchObject({ what: 'headChanged' })
  })

  test('goes on without a head that was taken away, and tells of it', async () => {
    const finding = await afterTampering(async () => {
      await sql`delete from operation_head`.execute(platform.db)
      await addDepartment()
      await addDepartment()
    })
    expect(finding).toMatchObject({ what: 'entryMissing' })
  })

  test('misses what was noted elsewhere, when an older copy takes its place', async () => {
    const { head } = await verified()
    await addDepartment()
    const { head: later } = await verified()
    expect((await verifyLog(platform.db, auditKeys, head)).finding).toBeUndefined()
    expect((await verifyLog(platform.db, auditKeys, later)).finding).toBeUndefined()
    const ahead = { seq: (later?.seq ?? 0) + 1, seal: 'never written here' }
    expect((await verifyLog(platform.db, auditKeys, ahead)).finding).toMatchObject({ what: 'goneBack' })
    const other = { seq: later?.seq ?? 0, seal: 'another history' }
    expect((await verifyLog(platform.db, auditKeys, other)).finding).toMatchObject({ what: 'goneBack' })
  })

  test('stays whole when retention takes the oldest entries away', async () => {
    const before = await verified()
    platform.forward(170 * day)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    const { finding, entries } = await verified()
    expect(finding).toBeUndefined()
    expect(entries).toBeLessThan(before.entries)
    expect(entries).toBeGreaterThan(0)
    expect(entries).toBe(await platform.count('operation_log'))
  })
})

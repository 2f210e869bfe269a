import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#platform/cleanup'
import { LogBroken } from '#platform/kernel/audit/keep-log'
import { noteHead } from '#platform/kernel/audit/noted-head'
import { sealKeys } from '#platform/kernel/audit/seal'
import { day } from '#platform/kernel/clock'
import { audit } from '../../tools/operate/audit.ts'
import { commandPlace } from './command-place.ts'
import { auditKeys, auditSecret } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const place = commandPlace()
const { said } = place

const run = (args: string[], key = auditSecret) =>
  audit(args, { DATABASE_URL: platform.address(), DATA_DIR: place.folder, AUDIT_KEY: key })
const verify = () => run(['verify'])
const accept = (numbers: number | string, key?: string) =>
  run(['accept', String(numbers), '--reason', 'a copy was restored'], key)
/** All that does not hold from there on, as the command itself says. */
async function acceptFrom(number: number, key?: string): Promise<string> {
  const range = await accept(number, key).then(
    () => String(number),
    (fault: Error) => /does not hold is ([\d-]+)\./.exec(fault.message)?.[1] ?? fault.message,
  )
  if (range !== String(number)) expect(await accept(range, key)).toBe(0)
  return range
}
const change = (statement: string) => sql.raw(statement).execute(platform.db)
const prune = (keys = auditKeys) =>
  sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys: keys })

describe('WHY-5 atrium audit accept', () => {
  test('takes a break as known, up to where entries hold together again, and says so in the log', async () => {
    await change(`update operation_log set username = 'nobody' where seq = 30`)
    await change('delete from operation_log where seq between 50 and 52')
    await change(`update operation_log set seal = 'overwritten' where seq = 60`)
    for (const [number, numbers, range] of [
      [30, '30', 'number 30'],
      [50, '50-53', 'numbers 50 to 53'],
      [60, '60-61', 'numbers 60 to 61'],
    ] as const) {
      expect(await verify()).toBe(1)
      expect(said.at(-1)).toContain(`number ${number}`)
      // How much does not hold, whoever accepts it has to say as well.
      await expect(accept(`${number}-99`)).rejects.toThrow(`What does not hold is ${numbers}. If you`)
      expect(await accept(numbers)).toBe(0)
      expect(said.at(-1)).toMatch(new RegExp(`^Accepted: ${range}, by \\S+: a copy was restored$`))
    }
    expect(await verify()).toBe(0)
    expect(said.at(-2)).toMatch(/^Accepted, and not verified: numbers 60 to 61, by \S+: a copy was restored$/)
    // Of the 220 that there were and the three that say so, three are gone and four are not verified.
    expect(said.at(-1)).toContain('is whole: 216 entries')
    const [entry] = (await platform.rows('operation_log')).filter(({ path }) => path === 'audit accept')
    expect(entry).toMatchObject({
      changes: { acceptedFrom: { after: 30 }, reason: { after: 'a copy was restored' } },
    })
  })

  test('accepts what verify names, and nothing else', async () => {
    await expect(accept(30)).rejects.toThrow('Number 30 is no break that can be accepted')
    await expect(run(['accept', '30'])).rejects.toThrow(/--reason/)
    await expect(run(['accept', '30', '--reason', ' '])).rejects.toThrow(/--reason/)
    await change(`update operation_log set username = 'nobody' where seq = 70`)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toMatch(/^An entry was changed.*\(number 70/)
    await expect(accept(71)).rejects.toThrow('Number 71 is no break')
    expect(await accept(70)).toBe(0)
    expect(await verify()).toBe(0)
  })

  test('stands for what stood there, and for nothing that comes to it', async () => {
    const forged = `insert into operation_log select (jsonb_populate_record(l, '{"id":"forged","seq":51}')).*
      from operation_log l where seq = 90`
    for (const [change1, number, back] of [
      [
        `update operation_log set username = 'another' where seq = 30`,
        30,
        `update operation_log set username = 'nobody' where seq = 30`,
      ],
      [forged, 50, `delete from operation_log where id = 'forged'`],
      [
        `update operation_log set seal = 'again' where seq = 60`,
        60,
        `update operation_log set seal = 'overwritten' where seq = 60`,
      ],
    ] as const) {
      await change(change1)
      expect(await verify()).toBe(1)
      expect(said.at(-1)).toMatch(new RegExp(`^What was accepted here does not stand.*number ${number}\\)`))
      await change(back)
      expect(await verify()).toBe(0)
    }
  })

  test('takes no entry that is one too many', async () => {
    await change(
      `insert into operation_log select (jsonb_populate_record(l, '{"id":"0twin"}')).* from operation_log l where seq = 100`,
    )
    expect(await verify()).toBe(1)
    await expect(accept(100)).rejects.toThrow(/two entries of number 100|no break that can be accepted/)
    await change(`delete from operation_log where id = '0twin'`)
    expect(await verify()).toBe(0)
  })

  test('counts only as it was written', async () => {
    const wider = `update operation_log set changes = jsonb_set(changes, '{acceptedTo,after}', '100')
      where path = 'audit accept' and changes->'acceptedFrom'->>'after' = '30'`
    await change(wider)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toMatch(/^An entry was changed.*\(number 30/)
    await change(wider.replace("'100'", "'30'"))
    expect(await verify()).toBe(0)
  })

  test('takes an end that is missing, and an entry whose key is not there; as root, too, the note stays that of the folder’s owner', async () => {
    if (process.getuid?.() === 0) await chown(place.folder, 65_534, 65_534)
    const { seq } = (await platform.rows('operation_head'))[0] ?? {}
    expect(await noteHead(platform.db, place.folder, platform.now())).toBe(true)
    await change(`delete from operation_log where seq = ${seq}`)
    expect(await noteHead(platform.db, place.folder, platform.now())).toBe(false)
    // What was accepted by the entry that is gone is told again, first.
    expect(await accept(70)).toBe(0)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toContain(`An entry is missing. (number ${seq})`)
    expect(await acceptFrom(Number(seq))).toBe(`${seq}-${Number(seq) + 1}`)
    expect(await verify()).toBe(0)
    expect(await noteHead(platform.db, place.folder, platform.now()), 'the end is watched again').toBe(true)
    const { uid } = await stat(join(place.folder, 'operation-log-head'))
    expect(uid).toBe((await stat(place.folder)).uid)
    await change('delete from operation_log where seq = (select max(seq) from operation_log)')
    expect(await acceptFrom(Number(seq))).toMatch(/^\d+-\d+$/)
    expect(await verify()).toBe(0)
    const other = 'another-key-that-sealed-nothing-of-this-log'
    expect(await acceptFrom(1, other)).toMatch(/^1-\d+$/)
    expect(await run(['verify'], other)).toBe(0)
    expect(said.at(-2)).toMatch(/numbers 1 to \d+/)
  })

  test('lets retention go on, which stops without it', async () => {
    const keys = [...auditKeys, ...sealKeys(['another-key-that-sealed-nothing-of-this-log'])] as const
    platform.forward(400 * day)
    const before = await platform.count('operation_log')
    const { rows } = await sql<{ subject_name: string | null }>`
      select subject_name from operation_log where seq = 120`.execute(platform.db)
    await change(`update operation_log set subject_name = 'other' where seq = 120`)
    await expect(prune(keys), 'what was accepted is not what stands there').rejects.toThrow(LogBroken)
    expect(await platform.count('operation_log')).toBe(before)
    await sql`update operation_log set subject_name = ${rows[0]?.subject_name ?? null} where seq = 120`.execute(
      platform.db,
    )
    await prune(keys)
    expect(await platform.count('operation_log')).toBe(0)
  })
})

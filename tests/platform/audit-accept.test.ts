import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sweep } from '#platform/cleanup'
import { LogBroken } from '#platform/kernel/audit/keep-log'
import { sealKeys } from '#platform/kernel/audit/seal'
import { day } from '#platform/kernel/clock'
import { audit } from '../../tools/operate/audit.ts'
import { auditKeys, auditSecret } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
let folder = ''
const said: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-accept-'))
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => void said.splice(0))

const run = (args: string[], key = auditSecret) =>
  audit(args, { DATABASE_URL: platform.address(), DATA_DIR: folder, AUDIT_KEY: key })
const verify = () => run(['verify'])
const accept = (number: number, key?: string) =>
  run(['accept', String(number), '--reason', 'a copy was restored'], key)
const change = (statement: string) => sql.raw(statement).execute(platform.db)
const prune = (keys = auditKeys) =>
  sweep(platform.db, platform.now, { logRetentionDays: 180, auditKeys: keys })

describe('WHY-5 atrium audit accept', () => {
  test('takes a break as known, up to where entries hold together again, and says so in the log', async () => {
    await change(`update operation_log set username = 'nobody' where seq = 30`)
    await change('delete from operation_log where seq between 50 and 52')
    await change(`update operation_log set seal = 'overwritten' where seq = 60`)
    for (const [number, range] of [
      [30, 'number 30'],
      [50, 'numbers 50 to 53'],
      [60, 'numbers 60 to 61'],
    ] as const) {
      expect(await verify()).toBe(1)
      expect(said.at(-1)).toContain(`number ${number}`)
      expect(await accept(number)).toBe(0)
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

  test('counts only as it was written', async () => {
    const wider = `update operation_log set changes = jsonb_set(changes, '{acceptedTo,after}', '100')
      where path = 'audit accept' and changes->'acceptedFrom'->>'after' = '30'`
    await change(wider)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toMatch(/^An entry was changed.*\(number 30/)
    await change(wider.replace("'100'", "'30'"))
    expect(await verify()).toBe(0)
  })

  test('takes an end that is missing, and an entry whose key is not there', async () => {
    const { seq } = (await platform.rows('operation_head'))[0] ?? {}
    await change(`delete from operation_log where seq = ${seq}`)
    // What was accepted by the entry that is gone is told again, first.
    expect(await accept(70)).toBe(0)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toContain(`An entry is missing. (number ${seq})`)
    expect(await accept(Number(seq))).toBe(0)
    expect(await verify()).toBe(0)
    await change('delete from operation_log where seq = (select max(seq) from operation_log)')
    expect(await accept(Number(seq))).toBe(0)
    expect(await verify()).toBe(0)
    const other = 'another-key-that-sealed-nothing-of-this-log'
    expect(await accept(1, other)).toBe(0)
    expect(await run(['verify'], other)).toBe(0)
    expect(said.at(-2)).toMatch(/numbers 1 to \d+/)
  })

  test('lets retention go on, which stops without it', async () => {
    const keys = sealKeys(['another-key-that-sealed-nothing-of-this-log'])
    // Nobody gets it to stay by a time that has not come.
    await change(`update operation_log set create_time = now() + interval '9 years' where seq = 119`)
    await change(`update operation_log set username = 'somebody' where seq = 120`)
    platform.forward(400 * day)
    await expect(prune()).rejects.toThrow(LogBroken)
    expect(await platform.count('operation_log')).toBeGreaterThan(90)
    await prune(keys)
    expect(await platform.count('operation_log')).toBe(0)
  })
})

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteHead, readNotedHead } from '#platform/kernel/audit/noted-head'
import { audit } from '../../tools/operate/audit.ts'
import { auditSecret } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
let folder = ''
const said: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-audit-'))
  said.length = 0
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const verify = (env: Record<string, string> = {}) =>
  audit(['verify'], { DATABASE_URL: platform.address(), DATA_DIR: folder, AUDIT_KEY: auditSecret, ...env })

describe('WHY-5 atrium audit verify', () => {
  test('says that the log is whole, from when to when, and its newest link', async () => {
    expect(await verify()).toBe(0)
    expect(said[0]).toMatch(
      /is whole: 220 entries, from 2026-\S+ to 2026-\S+Z\. Its newest link: 220 \S{43}$/,
    )
  })

  test('names the first break, and ends with 1', async () => {
    await sql`update operation_log set username = 'nobody' where seq = 30`.execute(platform.db)
    expect(await verify()).toBe(1)
    expect(said[0]).toMatch(/^An entry was changed.*\(number 30, id \S+, 2026-\S+Z, by nobody\)\n29 entries/)
    await sql`
      update operation_log l set username = a.account from account a where l.seq = 30 and a.id = l.account_id`.execute(
      platform.db,
    )
    expect(await verify()).toBe(0)
  })

  test('takes the key of the data folder, and says that another one is not enough', async () => {
    await writeFile(join(folder, 'audit-key'), auditSecret)
    expect(await verify({ AUDIT_KEY: '' })).toBe(0)
    expect(await verify({ AUDIT_KEY: 'a-key-that-sealed-nothing-of-this-log' })).toBe(1)
    expect(said.at(-1)).toContain('add it to AUDIT_KEY')
  })

  test('says what it takes', async () => {
    await expect(audit([], {})).rejects.toThrow(/audit verify/)
    await expect(verify({ AUDIT_KEY: 'short' })).rejects.toThrow(/AUDIT_KEY.* must be 32 characters or more/)
  })

  test('believes what was noted in the data folder before the database', async () => {
    const now = platform.now()
    expect(await noteHead(platform.db, folder, now)).toBe(true)
    const noted = await readNotedHead(folder)
    expect(noted).toMatchObject({ seq: 220 })
    expect(await verify()).toBe(0)
    const ahead = { ...noted, seq: 300 }
    await writeFile(join(folder, 'operation-log-head'), JSON.stringify(ahead))
    expect(await noteHead(platform.db, folder, now)).toBe(false)
    expect(await readNotedHead(folder)).toEqual(ahead)
    expect(await verify()).toBe(1)
    expect(said.at(-1)).toContain('remove the file operation-log-head')
  })

  test('tells of a noted link that is damaged, with what to do, and the platform does not write over it', async () => {
    const file = join(folder, 'operation-log-head')
    for (const text of ['', '{"seq":2', '{"seq":"2"}', 'null']) {
      await writeFile(file, text)
      await expect(verify()).rejects.toThrow(
        expect.objectContaining({
          name: 'Fault',
          message: expect.stringMatching(`${file} is damaged.*remove it`),
        }),
      )
      await expect(noteHead(platform.db, folder, platform.now())).rejects.toThrow(/is damaged.*remove it/)
    }
    await rm(file)
    expect(await noteHead(platform.db, folder, platform.now())).toBe(true)
    expect(await verify()).toBe(0)
    expect(await readdir(folder)).toEqual(['operation-log-head'])
  })

  test('makes no key and no folder where there is nothing', async () => {
    await expect(verify({ AUDIT_KEY: '' })).rejects.toThrow(`There is no audit-key in ${folder}`)
    expect(await readdir(folder)).toEqual([])
    const DATA_DIR = join(folder, 'typo')
    await expect(verify({ AUDIT_KEY: '', DATA_DIR })).rejects.toThrow(`There is no audit-key in ${DATA_DIR}`)
    await expect(verify({ AUDIT_KEY: '', DATA_DIR, DATABASE_URL: '' })).rejects.toThrow(
      `There is no database in ${DATA_DIR}`,
    )
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})

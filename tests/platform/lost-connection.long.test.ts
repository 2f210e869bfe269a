import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as assets from '#contracts/assets'
import * as departments from '#contracts/department'
import { databaseLine } from './database-line.ts'
import { testPlatform } from './harness.ts'
import { drawCaptcha, signIn } from './sign-in.ts'

const line = databaseLine()
const platform = testPlatform({}, line.open)
afterAll(line.close)

/** The context of the calls, looked up beforehand: no test but its call is to meet the line while it breaks. */
let orgId = ''
let inEast: { as: string; headers: Record<string, string> }
beforeAll(async () => {
  orgId = await platform.orgId('EAST')
  const business = { orgId, orgCode: 'EAST', systemId: await platform.systemId('uia') }
  inEast = { as: 'admin', headers: { business: encodeURIComponent(JSON.stringify(business)) } }
  await platform.token('admin')
})

const list = (name: string) => platform.call(departments.list, inEast, { query: { name } })

async function add(more: Record<string, string> = {}) {
  const code = `LOST${randomBytes(6).toString('hex')}`
  const body = { orgId, code, name: code, enabled: 1 }
  const context = { ...inEast, headers: { ...inEast.headers, ...more } }
  const send = () => platform.call(departments.add, context, { body })
  return { code, answer: await send(), send }
}

/** How often the department is stored, and how many rows of the operation log tell of it. */
async function timesDone(code: string) {
  const { rows } = await sql<{ stored: number; logged: number }>`
    select (select count(*)::int from department where code = ${code}) as stored,
      (select count(*)::int from operation_log where subject_name = ${code} and status = '1') as logged`.execute(
    platform.db,
  )
  return rows[0]
}

async function entries(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from login_log`.execute(platform.db)
  return rows[0]?.n ?? 0
}

describe('a database connection that is lost', () => {
  test('CALL-3 is replaced under a read, which is answered all the same', async () => {
    for (const at of ['"session" as "s"', '"department"']) {
      for (const answered of [false, true]) {
        line.break({ at, answered })
        expect((await list('OPS')).code).toBe(0)
      }
    }
  })

  test('CALL-3 before COMMIT: the write is made again, and done once', async () => {
    for (const at of ['begin', 'insert into "department"', 'insert into "operation_log"']) {
      line.break({ at, answered: true })
      const { code, answer } = await add()
      expect(answer.code, at).toBe(0)
      expect(await timesDone(code), at).toEqual({ stored: 1, logged: 1 })
    }
  })

  test('CALL-3 during COMMIT: the database is asked what became of it, and the write is done once', async () => {
    for (const answered of [false, true]) {
      line.break({ at: 'commit\0', answered })
      const { code, answer } = await add()
      expect(answer.code).toBe(0)
      expect(await timesDone(code)).toEqual({ stored: 1, logged: 1 })
    }
  })

  test('HOLD-5: wherever it breaks, the write is done once under its key, however often it comes', async () => {
    for (const at of ['begin', 'insert into "idempotency_key"', 'update "idempotency_key"', 'commit\0']) {
      for (const answered of [false, true]) {
        line.break({ at, answered })
        const { code, answer, send } = await add({ 'idempotency-key': randomBytes(16).toString('hex') })
        expect(answer.code, at).toBe(0)
        expect((await send()).data, at).toEqual(answer.data)
        expect(await timesDone(code), at).toEqual({ stored: 1, logged: 1 })
      }
    }
  })

  test('LOGIN-5 is replaced under a sign-in, which is counted and logged once', async () => {
    for (const at of ['insert into "sign_in_attempt"', 'insert into "session"']) {
      const drawn = await drawCaptcha(platform)
      const before = await entries()
      line.break({ at, answered: true })
      const answer = await signIn(platform, drawn)
      expect(answer.code, at).toBe(0)
      expect((await entries()) - before, at).toBe(1)
    }
  })

  test('RES-4 is replaced under a discovery, whose job comes to its end', async () => {
    const resources = [{ name: 'lost', type: 2, path: '/wms/lost', code: 'wms.page.lost', operations: [] }]
    line.break({ at: 'insert into pool_resource', answered: true })
    const { code } = await platform.call(assets.addAll, inEast, { body: [{ code: 'wms', resources }] })
    expect(code).toBe(200)
    const status = async () => await platform.ok(assets.getAddStatus, inEast)
    await expect.poll(status).toMatchObject({ addIsDone: 1, added: 1, failed: [] })
  })

  test('CALL-3 and does not come back: the refusal says that nothing was changed', async () => {
    line.break({ at: 'insert into "department"', answered: false, away: 3_500 })
    const { code, answer } = await add()
    expect(answer).toMatchObject({ status: 503, code: 503, data: { outcome: 'unchanged' } })
    expect(answer.msg).toMatch(/Nothing was changed/)
    await expect.poll(() => list('OPS').then((found) => found.code), { timeout: 5_000 }).toBe(0)
    expect(await timesDone(code)).toEqual({ stored: 0, logged: 0 })
  })

  test('HOLD-2 during COMMIT, while another server becomes the primary: what became of the write is known all the same', async () => {
    for (const answered of [false, true]) {
      line.break({ at: 'commit\0', answered, away: 4_000 })
      const { code, answer } = await add()
      expect(answer).toMatchObject(answered ? { code: 0 } : { code: 503, data: { outcome: 'unchanged' } })
      expect(await timesDone(code)).toEqual(answered ? { stored: 1, logged: 1 } : { stored: 0, logged: 0 })
    }
  })

  test('CALL-3 and does not come back during COMMIT: the refusal says that it may have been done', async () => {
    line.break({ at: 'commit\0', answered: true, away: 7_000 })
    const { code, answer } = await add()
    expect(answer).toMatchObject({ status: 503, code: 503, data: { outcome: 'unknown' } })
    expect(answer.msg).toMatch(/may have been made/)
    await expect.poll(() => list('OPS').then((found) => found.code), { timeout: 5_000 }).toBe(0)
    expect(await timesDone(code)).toEqual({ stored: 1, logged: 1 })
  })

  test('CALL-3 all of them terminated under writes and reads end nothing, lose nothing and repeat nothing', async () => {
    let isOver = false
    const codes: string[][] = [[], [], [], []]
    const workers = codes.map(async (done) => {
      while (!isOver) {
        const { code, answer } = await add()
        expect(answer).toMatchObject({ code: 0 })
        done.push(code)
        expect((await list(code)).data.content).toHaveLength(1)
      }
    })
    const all = Promise.all(workers)
    // Not by the clock: each of them has come to an end between two, however slow the machine is.
    const onceMore = async () => {
      const before = codes.map((done) => done.length)
      const isBehind = () => codes.some((done, at) => done.length === before[at])
      while (isBehind()) await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 5))])
    }
    try {
      for (let time = 0; time < 10; time += 1) {
        await onceMore()
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(platform.db)
      }
    } finally {
      isOver = true
    }
    await all
    for (const code of codes.flat()) expect(await timesDone(code)).toEqual({ stored: 1, logged: 1 })
  })
})

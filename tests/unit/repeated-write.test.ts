import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import * as departments from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import { isKeyed, keyIn } from '#contracts/idempotency'
import { upload } from '#contracts/image'
import { endpoints } from '#contracts/registry'
import { api } from '#lib/api'
import { BulkRun } from '#lib/bulk-run'
import { type Checked, importRun, undoRun } from '#lib/import-run'
import { CallError } from '#lib/request'
import type { KeyHolder } from '#lib/write-key'
import { send } from '../../app/(console)/assets/discovery-sending'
import { beginRun, type Found } from '../../app/(console)/assets/discovery-state'

type Coming = { status: number; body: unknown; headers?: Record<string, string> } | 'nothing'
const ok = { status: 200, body: { code: 0, msg: '', data: null } }
const refused = { status: 409, body: { code: 409, msg: 'taken', data: null } }
const noRows = { content: [], meta: { page: 1, limit: 10, count: 0 } }
const from502 = { status: 502, body: '<html>Bad Gateway</html>' }
const late = { status: 504, body: { code: 504, msg: 'late', data: null } }
const away = (outcome: string) => ({ status: 503, body: { code: 503, msg: 'away', data: { outcome } } })

/** What comes of the calls, one after the other, and the keys that they bore. */
let coming: Coming[] = []
let keys: (string | null)[] = []
const page = { dataset: {} as Record<string, string> }

beforeEach(() => {
  coming = []
  keys = []
  page.dataset = { timeout: '10000', repeats: 'true' }
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: page })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key'))
    const next = coming.shift()
    if (next === undefined || next === 'nothing') throw new TypeError('Failed to fetch')
    const { status, body, headers: more = {} } = next
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: more })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the calls come to, one after the other: `ok`, or the error. */
async function outcome(work: () => Promise<unknown>): Promise<CallError | 'ok'> {
  const done = work().then(
    () => 'ok' as const,
    (error: CallError) => error,
  )
  await vi.runAllTimersAsync()
  return done
}
const body = (name = 'North') => ({ orgId: '1', code: 'N', name, enabled: true })
const add = (name?: string, holder?: KeyHolder) => api(departments.add, { body: body(name) }, holder)
const list = () => api(departments.list, { query: {} })

describe('HOLD-5 a write whose answer got lost', () => {
  test.each([['nothing'], [from502], [late], [away('unknown')]] satisfies [Coming][])(
    'HOLD-5: is made once more by itself, under its key: %j',
    async (lost) => {
      coming = [lost, ok]
      expect(await outcome(() => add())).toBe('ok')
      expect(keys).toHaveLength(2)
      expect(keyIn(keys[0] ?? '')).toBeDefined()
      expect(keys[1]).toBe(keys[0])
    },
  )

  test('HOLD-5: is not made again where the platform does not say that it keeps keys, and people are told to look', async () => {
    page.dataset = {}
    coming = ['nothing', ok]
    expect(await outcome(() => add())).toMatchObject({ kind: 'offline', doubt: 'look' })
    expect(keys).toHaveLength(1)
  })

  test('HOLD-5: is told as in doubt when its repetition does not come through either, whatever befell that one', async () => {
    for (const second of ['nothing', away('unchanged')] satisfies Coming[]) {
      coming = [late, second]
      expect(await outcome(() => add())).toMatchObject({ kind: 'timeout', doubt: 'look' })
    }
  })

  test('HOLD-5: is not made again after an answer: a refusal, or the word that nothing was changed', async () => {
    coming = [refused, away('unchanged')]
    expect(await outcome(() => add())).toMatchObject({ kind: 'refused', doubt: undefined })
    expect(await outcome(() => add())).toMatchObject({ kind: 'unavailable', doubt: undefined })
    expect(new Set(keys).size).toBe(2)
  })

  test('HOLD-5: saved again in its form as it is, it bears the same key; with other values, or once it is done, another', async () => {
    const form: KeyHolder = {}
    const save = (name: string) => outcome(() => add(name, form))
    coming = ['nothing', 'nothing']
    expect(await save('North')).toMatchObject({ doubt: 'tryAgain' })
    coming = [refused]
    await save('North')
    coming = [ok]
    await save('North')
    expect(new Set(keys), 'one key for one change').toHaveProperty('size', 1)
    coming = [ok, 'nothing', 'nothing', ok]
    await save('North')
    await save('South')
    await save('North')
    expect(new Set(keys.slice(4)).size).toBe(3)
  })

  test('HOLD-5: another form, or another press of Confirm, has a key of its own for the same change', async () => {
    coming = ['nothing', 'nothing', ok, 'nothing', 'nothing', ok]
    await outcome(() => add('North', {}))
    await outcome(() => add('North', {}))
    await outcome(() => add())
    await outcome(() => add())
    expect(new Set(keys).size).toBe(4)
  })

  test('HOLD-5: what goes on behind a form that is saved takes nothing of its key', async () => {
    const holder: KeyHolder = {}
    const save = () => add('North', holder).catch((error: CallError) => error.doubt)
    const goesOn = async () => {
      await new Promise((done) => setTimeout(done, 500))
      await add('Of an import')
    }
    // The import's call begins while the form saves, and is done once that was lost.
    coming = ['nothing', 'nothing', 'nothing', ok, ok]
    const saved = save()
    expect(await outcome(goesOn)).toBe('ok')
    expect(await saved).toBe('tryAgain')
    await outcome(save)
    const [form, other] = keys
    expect(form).not.toBe(other)
    expect(keys).toEqual([form, other, form, other, form])
  })

  test('HOLD-5: reads bear no key', async () => {
    coming = ['nothing']
    expect(await outcome(() => list())).toMatchObject({ kind: 'offline', doubt: undefined })
    expect(keys).toEqual([null])
  })
})

describe('HOLD-5 a row of many whose answer got lost twice', () => {
  const words = { title: '', reasonOf: ({ message }: CallError) => message, told: () => '' }
  const account = { account: 'a', name: 'A', phone: null, userOrgList: [], usersRoleList: [] }
  const row = { line: 2, row: { account: 'a', name: 'A' }, faults: [], account } as unknown as Checked
  const lostTwice: Coming[] = ['nothing', 'nothing', ok]

  test('HOLD-5 DAY-2: an import tries it again under its key, and it is no account that is taken', async () => {
    coming = [...lostTwice]
    const { run, rows } = importRun([row], 'i'.repeat(16), words)
    await outcome(() => run.start(rows))
    expect(run.state()).toMatchObject({ done: [{ id: '2' }], failed: [], left: [] })
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('HOLD-5 DAY-2: an import that is taken back deletes it under one key', async () => {
    const made = [{ id: 'x', account: 'a', name: 'A', used: false }]
    coming = [{ status: 200, body: { code: 0, msg: '', data: made } }, ...lostTwice]
    await outcome(async () => {
      const { run, rows } = await undoRun('i'.repeat(16), words)
      await run.start(rows)
    })
    expect(keys.slice(1)).toEqual([keys[1], keys[1], keys[1]])
  })

  test('HOLD-5 EDGE-11: over a platform without the call for many, and by a press of Try again, each row keeps its key', async () => {
    const run = new BulkRun({
      ...words,
      one: ({ id }, holder) => api(departments.remove, { params: { id } }, holder),
      many: () => Promise.reject(new CallError('refused', 404)),
    })
    coming = [ok, 'nothing', 'nothing']
    await outcome(() => run.start(['x', 'y'].map((id) => ({ id, name: id }))))
    expect(run.state()).toMatchObject({ done: [{ id: 'x' }], left: [{ id: 'y' }] })
    coming = [ok]
    await outcome(() => run.retry())
    expect(run.state()).toMatchObject({ failed: [], left: [] })
    expect(new Set(keys).size, 'one for each row').toBe(2)
    expect(new Set(keys.slice(1)).size).toBe(1)
  })
})

test('HOLD-5 RES-5: what a discovery found, sent again from the same preview, is stored once; another discovery is another', async () => {
  const found = { code: 'ems', resources: [] } as unknown as Found
  const preview = beginRun(['ems'])
  const stored = { status: 200, body: { code: 200, msg: '', data: null } }
  coming = ['nothing', 'nothing', stored, stored]
  expect(await outcome(() => send([found], preview.holder))).toMatchObject({ doubt: 'tryAgain' })
  expect(await outcome(() => send([found], preview.holder))).toBe('ok')
  expect(await outcome(() => send([found], beginRun(['ems']).holder))).toBe('ok')
  const [first] = keys
  expect(keys.slice(0, 3)).toEqual([first, first, first])
  expect(keys[3]).not.toBe(first)
})

describe('HOLD-8 a call that is refused for want of capacity', () => {
  const busy = (status: number, seconds: string) => ({
    ...{ status, headers: { 'retry-after': seconds } },
    body: { code: status, msg: 'busy', data: { outcome: 'unchanged' } },
  })

  test.each([429, 503])('HOLD-8: a read is made once more after Retry-After (%d)', async (status) => {
    coming = [busy(status, '2'), { status: 200, body: { code: 0, msg: '', data: noRows } }]
    const since = Date.now()
    expect(await outcome(() => list())).toBe('ok')
    expect(Date.now() - since).toBeGreaterThanOrEqual(2000)
    expect(keys).toHaveLength(2)
    coming = [busy(status, '2'), busy(status, '2'), ok]
    expect(await outcome(() => list())).toMatchObject({ message: 'busy' })
    expect(keys).toHaveLength(4)
  })

  test('HOLD-8: a write is not; it was not done, and people are told so', async () => {
    coming = [busy(503, '1'), ok]
    expect(await outcome(() => add())).toMatchObject({ message: 'busy', doubt: undefined })
    expect(keys).toHaveLength(1)
  })
})

test('CALL-3 a file has the time that it takes on the line, besides what the platform has', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout')
  const file = new File([new Uint8Array(5_000_000)], 'a.png')
  coming = [refused, refused]
  await outcome(() => add())
  await outcome(() => api(upload, { body: { file } }))
  const [plain = 0, large = 0] = patience.mock.calls.map(([milliseconds]) => milliseconds)
  expect(plain - 12_000).toBeLessThan(10)
  // 5 MB at 3 Mbit/s, and at 256 kbit/s.
  expect(large).toBeGreaterThan(12_000 + 14_000)
  expect(large).toBeLessThan(12_000 + 160_000)
})

test('HOLD-5: every change that a page makes can be repeated, and answers nothing that must not be kept', () => {
  const writes = Object.values<Endpoint>(endpoints).filter(({ method }) => method !== 'GET')
  const unkeyed = writes.filter((endpoint) => !isKeyed(endpoint)).map(({ path }) => path)
  // The last ones ask with more than an address holds, or are made of calls that have keys.
  const impacts = ['user', 'role', 'dept', 'org', 'menuManage'].map((part) => `/sys/${part}/page/impact`)
  const questions = ['/sys/user/page/import/check', '/sys/role/page/effect', '/sys/bulk/page/run', ...impacts]
  expect(unkeyed.toSorted()).toEqual(
    ['/authorization/oauth/token', '/authorization/logout', '/sys/user/page/viewAs', ...questions].toSorted(),
  )
  for (const { path, data } of writes.filter(isKeyed)) {
    expect(JSON.stringify(z.toJSONSchema(data, { unrepresentable: 'any', io: 'input' })), path).not.toMatch(
      /token|password|secret/i,
    )
  }
})

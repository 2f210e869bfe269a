import { expect, test } from 'vitest'
import { matchingRows } from '#lib/bulk-rows'
import { type BulkRow, BulkRun, type RowAnswer } from '#lib/bulk-run'
import { csvOf } from '#lib/csv'
import { shownWork } from '#lib/long-work'
import { CallError } from '#lib/request'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, name: `Row ${at}` }))
const refusal = (text: string) => new CallError('refused', 409, text)

interface Given {
  one?: (row: BulkRow) => Promise<unknown>
  many?: (rows: readonly BulkRow[]) => Promise<readonly RowAnswer[]>
  noteOf?: (answer: unknown) => string | undefined
  staysOf?: (row: BulkRow) => string | undefined
  after?: () => void
}
function runOf({ one = async () => {}, many, noteOf, staysOf, after }: Given) {
  const action = { label: 'Report', onPress: () => {} }
  const told = () => 'told'
  const reasonOf = ({ message }: CallError) => message
  const more = { ...(noteOf && { noteOf }), ...(staysOf && { staysOf }), ...(after && { after }) }
  return new BulkRun({ title: 'Bulk', one, many, reasonOf, told, action, ...more })
}
const ids = (rows: readonly BulkRow[]) => rows.map(({ id }) => id)

test('EDGE-11 each row is told as what became of it, and only what failed is tried again', async () => {
  const asked: string[] = []
  let refuses = true
  const run = runOf({
    one: async ({ id }) => {
      asked.push(id)
      if (id === 'r1' && refuses) throw refusal('Used elsewhere')
    },
  })
  await run.start(rowsOf(3))
  expect(run.state()).toMatchObject({ phase: 'ended', total: 3, left: [], fault: undefined })
  expect(run.state().failed).toEqual([{ id: 'r1', name: 'Row 1', text: 'Used elsewhere' }])
  refuses = false
  await run.retry()
  expect(asked).toEqual(['r0', 'r1', 'r2', 'r1'])
  expect(ids(run.state().done)).toEqual(['r0', 'r2', 'r1'])
  expect(shownWork().at(-1)).toMatchObject({ state: 'done', text: 'told' })
})

test('EDGE-11 DAY-7 a row that was said to stay is told as such, and tried only if it is asked for again', async () => {
  const asked: string[] = []
  const run = runOf({
    many: async (rows) => rows.map(({ id }) => ({ note: String(asked.push(id)) })),
    staysOf: ({ id }) => (id === 'r1' ? 'Built in' : undefined),
  })
  await run.start(rowsOf(3))
  expect(asked).toEqual(['r0', 'r2'])
  expect(run.state()).toMatchObject({ phase: 'ended', total: 3, left: [] })
  expect(run.state().failed).toEqual([{ id: 'r1', name: 'Row 1', text: 'Built in' }])
  await run.retry()
  expect(asked).toEqual(['r0', 'r2', 'r1'])
  expect(run.state().failed).toEqual([])
})

test('DAY-6 what did not come back with a row is told of that row', async () => {
  const run = runOf({
    one: async ({ id }) => (id === 'r1' ? 'Without: Viewer' : undefined),
    noteOf: (answer) => answer as string | undefined,
  })
  await run.start(rowsOf(2))
  expect(run.state().done).toEqual([
    { id: 'r0', name: 'Row 0' },
    { id: 'r1', name: 'Row 1', text: 'Without: Viewer' },
  ])
})

test('EDGE-11 ten thousand rows go in requests of at most a hundred; each row comes once', async () => {
  const sizes: number[] = []
  const seen = new Set<string>()
  const run = runOf({
    many: async (rows) => {
      sizes.push(rows.length)
      for (const { id } of rows) seen.add(id)
      return rows.map(() => ({}))
    },
  })
  await run.start(rowsOf(10_000))
  expect([Math.max(...sizes), seen.size, run.state().done.length]).toEqual([100, 10_000, 10_000])
  expect(sizes.length).toBeLessThan(110)
})

test('EDGE-11 a platform without the call for many is asked row by row', async () => {
  const one: string[] = []
  const run = runOf({
    many: () => Promise.reject(new CallError('refused', 404, 'Unknown')),
    one: async ({ id }) => one.push(id),
  })
  await run.start(rowsOf(3))
  expect(one).toEqual(['r0', 'r1', 'r2'])
})

test('EDGE-11 what got no answer is asked for again; where that does not help the rest is left, and can be tried later', async () => {
  let calls = 0
  const away = new CallError('unavailable', 503, 'The database is away')
  const again = runOf({
    many: async (rows) => {
      calls += 1
      if (calls === 2) throw away
      return rows.slice(0, 2).map(() => ({}))
    },
  })
  await again.start(rowsOf(4))
  expect([calls, again.state().done.length]).toEqual([3, 4])
  let isOver = true
  const ended = runOf({
    one: async ({ id }) => {
      if (id === 'r1' && isOver) throw new CallError('ended', 102001, 'Sign in again')
    },
  })
  await ended.start(rowsOf(3))
  expect(ended.state()).toMatchObject({ fault: 'Sign in again', done: [{ id: 'r0' }], failed: [] })
  expect(ids(ended.state().left)).toEqual(['r1', 'r2'])
  isOver = false
  await ended.retry()
  expect(ended.state()).toMatchObject({ fault: undefined, left: [], failed: [] })
})

test('EDGE-11 whatever ends it, what nobody has tried is told, and what follows an end follows each', async () => {
  let ends = 0
  let breaks = true
  const run = runOf({
    one: async ({ id }) => {
      if (id === 'r1' && breaks) throw new TypeError('not of the platform')
    },
    after: () => {
      ends += 1
    },
  })
  await expect(run.start(rowsOf(3))).rejects.toThrow(TypeError)
  expect([ids(run.state().done), ids(run.state().left)]).toEqual([['r0'], ['r1', 'r2']])
  breaks = false
  await run.retry()
  expect([ids(run.state().done), ends]).toEqual([['r0', 'r1', 'r2'], 2])
})

test('EDGE-11 a stop is heard before the next row, and what was left is told', async () => {
  const run = runOf({ one: async () => run.stop() })
  await run.start(rowsOf(3))
  expect([ids(run.state().done), ids(run.state().left)]).toEqual([['r0'], ['r1', 'r2']])
})

test('EDGE-11 all that match are read page by page, each row once, and none where they are too many', async () => {
  const pagesOf = (count: number) => async (page: number, limit: number) => ({
    content: rowsOf(count).slice((page - 1) * limit, page * limit),
    meta: { page, limit, count: 100, atLeast: true },
  })
  const told: number[] = []
  const some = await matchingRows(pagesOf(250), (count) => told.push(count) > 0)
  expect([told, some?.size]).toEqual([[100, 200, 250], 250])
  expect((await matchingRows(pagesOf(10_000), () => true))?.size).toBe(10_000)
  expect(await matchingRows(pagesOf(10_001), () => true)).toBeUndefined()
  expect(await matchingRows(pagesOf(250), () => false)).toBeUndefined()
})

test('EDGE-11 a report is a file that no spreadsheet takes for a formula', () => {
  expect(csvOf([['a"b', '=1+1', '甲,乙', 'plain']])).toBe('\ufeff"a""b",\'=1+1,"甲,乙",plain\r\n')
})

import http from 'node:http'
import { readXlsx } from 'hucre/xlsx'
import { createTranslator } from 'next-intl'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FiledKey, filed, listKeys } from '#contracts/registry'
import { rowsType } from '#contracts/rows'
import { inert, notInert } from '#lib/csv'
import { frameKinds, frameReader } from '#lib/export-frames'
import { locales } from '#lib/i18n/locale'
import { loadMessages } from '#lib/i18n/messages'
import { readTable } from '#lib/read-table'
import { columnsOf } from '#lib/server/export/columns'
import { askConsole, consoleOver } from './stub-console'

vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: 'en'; namespace: 'common' }) =>
    createTranslator({ locale, namespace, messages: await loadMessages(locale) }),
}))

type Answer = (response: http.ServerResponse, url: URL) => void
let answer: Answer
let platform: http.Server
let stop: () => Promise<void>
let asked: { url: URL; accept: string | undefined }[]
beforeEach(async () => {
  asked = []
  platform = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://platform')
    asked.push({ url, accept: request.headers.accept })
    answer(response, url)
  })
  stop = await consoleOver(platform)
})
afterEach(() => stop())

const lines = (...told: unknown[]) => `${told.map((line) => JSON.stringify(line)).join('\n')}\n`
const rowsOf =
  (rows: object[], told: { key?: string; end?: boolean } = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': rowsType })
    const { key, end = true } = told
    response.end(lines({ begin: { id: 'e1', key } }, rows, ...(end ? [{ end: { rows: rows.length } }] : [])))
  }
const envelope = (response: http.ServerResponse, status: number, data: unknown, msg = '') => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: status === 200 ? 0 : status, msg, data }))
}

async function post(body: object, cookies = 'lang=en', userId = '7'): Promise<Response> {
  const { POST } = await import('../../app/api/session/export/route')
  const asking = { body: JSON.stringify({ search: {}, ...body }), userId, cookies }
  return POST(await askConsole('/api/session/export', asking))
}
async function exported(body: object, cookies?: string) {
  const bytes = new Uint8Array(await (await post(body, cookies)).arrayBuffer())
  const frames = frameReader()(bytes)
  const last = frames.at(-1)
  const parts = frames.filter(({ kind }) => kind === frameKinds.bytes).map(({ content }) => content)
  return {
    file: Buffer.concat(parts),
    kind: last?.kind,
    told: JSON.parse(new TextDecoder().decode(last?.content)),
  }
}
const account = (row: object) => ({ id: '1', account: 'li', enabled: true, ...row })

describe('EDGE-12 a list as a file', () => {
  test('every page with rows has them as a file, under heads of its own', async () => {
    const keys = Object.keys(filed) as FiledKey[]
    expect(keys.toSorted()).toEqual([...listKeys, 'assets'].toSorted())
    const wording = { timeZone: 'UTC', systemName: undefined, isProved: true }
    for (const key of keys) {
      for (const locale of locales) {
        const heads = (await columnsOf(key, { locale, ...wording })).map(({ label }) => label)
        expect(heads.length, key).toBeGreaterThan(0)
        // A word that is missing is told by its key.
        expect(heads.filter((head) => head.startsWith(`${key}.`))).toEqual([])
      }
    }
  })

  test('CSV opens in Excel, quotes what needs it, and holds no formula; times are those of the person', async () => {
    const formulas = ['=1+1', '+86', '-1', '@x', '＝1', '＋1', '－1', '＠x', '\tx', '\rx']
    answer = rowsOf([
      account({ name: 'Li, "the" 李\nwho', phone: '138****0000', lastLogin: '2026-11-22T20:00:01Z' }),
      ...formulas.map((name) => account({ name, enabled: false })),
    ])
    const { file, kind, told } = await exported({ list: 'account', format: 'csv' }, 'lang=en; tz=Asia/Tokyo')
    expect([kind, told]).toEqual([frameKinds.end, { rows: 11, more: false }])
    const [heads, first = '', ...others] = file.toString('utf8').split('\r\n')
    expect(heads).toMatch(
      /^\ufeffAccount,Name,Phone,.*Organizations and departments,Last sign-in \(Asia\/Tokyo\),Status$/,
    )
    expect(first).toMatch(/^li,"Li, ""the"" 李\nwho",138\*{4}0000,.*,2026-11-23 05:00:01,Enabled$/)
    expect(others.map((line) => line.split(',')[1])).toEqual([
      ...formulas.slice(0, -1).map((text) => `'${text}`),
      `"'\rx"`,
      undefined,
    ])
  })

  test('XLSX holds the same as texts, in the words of the other language', async () => {
    answer = rowsOf([account({ name: '=1+1' })])
    const { file } = await exported({ list: 'account', format: 'xlsx' }, 'lang=zh-cn')
    const { sheets } = await readXlsx(new Uint8Array(file))
    expect([sheets[0]?.name, sheets[0]?.rows.map((row) => [row[0], row[1], row.at(-1)])]).toEqual([
      '账号管理',
      [
        ['账号', '姓名', '状态'],
        ['li', '=1+1', '启用'],
      ],
    ])
    expect(file.includes('<f>')).toBe(false)
  })

  test('resources that a platform answers within others have lines of their own', async () => {
    answer = rowsOf([
      {
        name: 'Orders',
        type: 2,
        code: 'a.orders',
        systemName: 'A',
        operations: [{ name: 'Add', code: 'a.add' }],
      },
    ])
    const { file, told } = await exported({ list: 'assets', format: 'csv', search: { code: 'a' } })
    expect(asked[0]?.url.searchParams.get('code')).toBe('a')
    expect(told).toEqual({ rows: 2, more: false })
    expect(file.toString('utf8').split('\r\n').slice(0, 3)).toEqual([
      '\ufeffResource name,System name,Type,Method,URL path,Resource code,Description',
      'Orders,A,Menu,,,a.orders,',
      'Add,A,Button,,,a.add,',
    ])
  })

  test('CSV holds no formula either where semicolons separate the cells, and is read back as it was', async () => {
    const names = [
      ...[`x;=cmd|' /C calc'!A0`, 'x; =1', 'x;"=1', 'x;""+1', 'x;\u3000＝1', 'a\t+1', 'a;\n;-1'],
      // There quotes count at the beginning of a cell only: a line feed ends the row, and with it the cell.
      ...['x\n=1', 'x\n"@SUM(1)', `'=1`, `x;''=1`, 'a; b-1', 'a=1; b'],
    ]
    answer = rowsOf(names.map((name) => account({ name })))
    const { file } = await exported({ list: 'account', format: 'csv' })
    expect(file.toString()).not.toMatch(/[;\t\n][\s"]*[=+\-@＝]/)
    expect(file.toString()).toContain(',a; b-1,')
    const { rows } = await readTable(new Blob([new Uint8Array(file)]))
    expect(rows.map(({ cells }) => cells[1])).toEqual(names)
  })

  test('HOLD-8 a cell takes no more time than it is long', () => {
    for (const part of [' ', '"', "'", ';', '=', '\n', ' =', `'"`]) {
      const since = process.cpuUsage()
      const cell = part.repeat(200_000)
      expect(notInert(inert(cell)) === cell).toBe(true)
      expect(process.cpuUsage(since).user / 1000, part).toBeLessThan(1000)
    }
  })

  test('a cell of a sheet holds no more than Excel takes', async () => {
    answer = rowsOf([account({ name: `x${'𠀀'.repeat(20_000)}` }), account({ name: 'x'.repeat(32_767) })])
    const { file } = await exported({ list: 'account', format: 'xlsx' })
    const { sheets } = await readXlsx(new Uint8Array(file))
    const [long, whole] = sheets[0]?.rows.slice(1).map((row) => String(row[1])) ?? []
    expect(long).toBe(`x${'𠀀'.repeat(16_382)}…`)
    expect(whole).toHaveLength(32_767)
  })

  test('asks for what the address searches, its times as instants, and nothing else', async () => {
    answer = rowsOf([])
    const search = { opType: 'add', beginTime: '2026-11-21', page: '3', nonsense: '1' }
    await exported({ list: 'operation', format: 'csv', search }, 'lang=en; tz=Asia/Tokyo')
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      opType: 'add',
      beginTime: '2026-11-20T15:00:00.000Z',
    })
    expect(asked[0]?.accept).toContain(rowsType)
  })

  test('EDGE-4 what was changed is told in the words of the forms', async () => {
    const changes = [
      { field: 'type', before: 2, after: 3 },
      { field: 'iFrame', before: true, after: false },
    ]
    answer = rowsOf([{ menuName: 'menu', changes }])
    const { file } = await exported({ list: 'operation', format: 'csv' })
    expect(file.toString()).toContain('Type: Menu → Button; Link instead of a page: Yes → No')
  })

  test.each([
    ['a platform that ends without its last line', rowsOf([account({})], { end: false })],
    [
      'one that breaks off',
      ((response) => {
        response.writeHead(200, { 'content-type': rowsType })
        response.write(lines({ begin: { id: 'e1' } }, [account({})]), () => response.destroy())
      }) satisfies Answer,
    ],
    ['rows that break the contract', rowsOf([{ id: '1' }])],
  ])('%s leaves a file that says that it is none', async (_, given) => {
    answer = given
    for (const format of ['csv', 'xlsx']) {
      expect((await exported({ list: 'account', format })).kind).toBe(frameKinds.fault)
    }
  })

  test('reads pages of a platform that hands out nothing else', async () => {
    answer = (response, { searchParams }) => {
      const page = Number(searchParams.get('page') ?? 1)
      const content = Array.from({ length: page < 3 ? 100 : 7 }, (_, at) =>
        account({ account: `${page}-${at}` }),
      )
      envelope(response, 200, { content, meta: { page, limit: 100, count: 207 } })
    }
    const { file, told } = await exported({ list: 'account', format: 'csv' })
    expect(told).toEqual({ rows: 207, more: false })
    expect(file.toString().split('\r\n').at(-2)).toMatch(/^3-6,/)
  })

  test('says that it is there while a platform takes its time, before a proxy gives up', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': rowsType })
      response.write(lines({ begin: { id: 'e1' } }))
      setTimeout(() => response.end(lines([account({})], { end: { rows: 1 } })), 3_500)
    }
    const bytes = new Uint8Array(await (await post({ list: 'account', format: 'csv' })).arrayBuffer())
    const kinds = frameReader()(bytes).map(({ kind }) => kind)
    expect(kinds.slice(0, 3)).toEqual([frameKinds.bytes, frameKinds.progress, frameKinds.bytes])
  })

  test('a refusal comes as the platform has said it', async () => {
    answer = (response) => envelope(response, 429, null, 'Another export is under way')
    const refused = await post({ list: 'account', format: 'csv' })
    expect([refused.status, (await refused.json()).msg]).toEqual([429, 'Another export is under way'])
  })

  test('whoever goes away ends the reading, and leaves room for the next', async () => {
    let closed = 0
    answer = (response) => {
      response.writeHead(200, { 'content-type': rowsType })
      response.write(lines({ begin: { id: 'e1' } }, [account({})]))
      response.on('close', () => (closed += 1))
    }
    for (let at = 1; at <= 6; at += 1) {
      const reader = (await post({ list: 'account', format: 'csv' })).body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await vi.waitFor(() => expect(closed).toBe(at))
    }
  })

  test('one person has two places of four, and whoever takes nothing for a minute leaves theirs', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': rowsType })
      response.write(lines({ begin: { id: 'e1' } }, [account({})]))
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const begin = (userId: string) => post({ list: 'account', format: 'csv' }, 'lang=en', userId)
      const bodies: (ReadableStream | null)[] = []
      for (const userId of ['7', '8']) {
        for (let at = 1; at <= 2; at += 1) bodies.push((await begin(userId)).body)
        expect((await begin(userId)).status, 'one person has two at most').toBe(429)
      }
      expect((await begin('9')).status, 'and all have four').toBe(429)
      platform.closeAllConnections()
      vi.advanceTimersByTime(60_000)
      answer = rowsOf([])
      const next = await post({ list: 'account', format: 'csv' })
      expect(next.status).toBe(200)
      await next.body?.cancel()
      for (const body of bodies) await expect(body?.getReader().read()).rejects.toThrow()
    } finally {
      vi.useRealTimers()
    }
  })
})

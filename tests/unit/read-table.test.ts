import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { limits } from '#contracts/limits'
import { fileRows, guessedMapping, longCells, repeatedAccounts, rowsOfOneCheck } from '#lib/import-rows'
import { readTable, TableFault } from '#lib/read-table'

const csv = (text: string) => new Blob([text])
const xlsx = async (rows: (string | number | null)[][]) =>
  new Blob([(await writeXlsx({ sheets: [{ name: 'A', rows }] })) as Uint8Array<ArrayBuffer>])
const faultOf = (file: Blob) =>
  readTable(file).then(
    () => undefined,
    (error) => (error instanceof TableFault ? error.key : error),
  )
const rowsOf = async (file: Blob) => (await readTable(file)).rows.map(({ line, cells }) => [line, ...cells])

describe('DAY-2 a file of accounts is read as it comes', () => {
  test('CSV in UTF-8, in GBK and in UTF-16, with quotes, semicolons, Excel’s line of the separator, and lines that are empty', async () => {
    expect(await rowsOf(csv('\ufeffaccount,name\r\n\r\na,"b, ""c"""\r\n,\r\nd,e'))).toEqual([
      [3, 'a', 'b, "c"'],
      [5, 'd', 'e'],
    ])
    expect(await rowsOf(csv('account;name\na;b'))).toEqual([[2, 'a', 'b']])
    for (const mark of ['sep=;\r\n', '\ufeffSEP=;\n', '"sep=;"\r\n'])
      expect(await readTable(csv(`${mark}account;name,phone\na;b`)), mark).toEqual({
        heads: ['account', 'name,phone'],
        rows: [{ line: 3, cells: ['a', 'b'] }],
      })
    // Rows may lack what is empty, and list organizations.
    const short = csv(`\ufeff\r\n"a;b;c;d",name,phone,org,dept,role\r\n${'x,y,1,EAST;WEST\r\n'.repeat(9)}`)
    expect((await rowsOf(short)).at(-1)).toEqual([11, 'x', 'y', '1', 'EAST;WEST'])
    const gbk = new Blob([new Uint8Array([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0x78, 0x0a, 0x61, 0x2c, 0x62])])
    expect(await readTable(gbk)).toEqual({ heads: ['账号', 'x'], rows: [{ line: 2, cells: ['a', 'b'] }] })
    const utf16 = new Blob([
      new Uint8Array(new Uint16Array([0xfeff, ...[...'a,b\nc,d'].map((c) => c.charCodeAt(0))]).buffer),
    ])
    expect(await rowsOf(utf16)).toEqual([[2, 'c', 'd']])
    expect(await rowsOf(csv("account\n'+86\n'tis"))).toEqual([
      [2, '+86'],
      [3, "'tis"],
    ])
  })

  test('XLSX with numbers as they are read, and rows that are empty', async () => {
    const file = await xlsx([
      ['账号', '手机号'],
      ['a', 13812345678],
      [null, null],
      ['b', '139'],
    ])
    expect(await rowsOf(file)).toEqual([
      [2, 'a', '13812345678'],
      [4, 'b', '139'],
    ])
  })

  test('what is hostile, damaged or no table is told as what it is', async () => {
    expect(await faultOf(new Blob([new Uint8Array(11 * 1024 * 1024)]))).toBe('fileTooLarge')
    expect(await faultOf(new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]))).toBe('oldExcel')
    expect(await faultOf(new Blob([new Uint8Array([0x89, 0x50, 0, 0])]))).toBe('noTable')
    expect(await faultOf(csv('account\n'))).toBe('empty')
    expect(await faultOf(csv(`account\n${'a\n'.repeat(10_001)}`))).toBe('tooManyRows')
    expect(await faultOf(new Blob(['PK\u0003\u0004 nothing']))).toBe('damaged')
    const bytes = new Uint8Array(await (await xlsx([['account'], ['a']])).arrayBuffer())
    const bomb = bytes.slice()
    const at = bomb.length - 22
    const first = new DataView(bomb.buffer).getUint32(at + 16, true)
    new DataView(bomb.buffer).setUint32(first + 24, 200 * 1024 * 1024, true)
    expect(await faultOf(new Blob([bomb]))).toBe('unpacksTooLarge')
    // It unpacks to more than it says.
    const liar = bytes.slice()
    new DataView(liar.buffer).setUint32(first + 24, 1, true)
    expect(await faultOf(new Blob([liar]))).toBe('damaged')
  })

  test('HOLD-8 a small file that reaches over very many cells is not held, and what stands beside the heads is left out', async () => {
    const wide = (at: number, value: string | null) => {
      const row: (string | null)[] = Array(at).fill(null)
      return [...row, value]
    }
    expect(await readTable(await xlsx([['account', 'name'], ['a', 'b', 'c'], wide(150, 'd')]))).toEqual({
      heads: ['account', 'name'],
      rows: [
        { line: 2, cells: ['a', 'b'] },
        { line: 3, cells: ['', ''] },
      ],
    })
    const coloured = await readTable(csv(`account,name${','.repeat(1000)}\na,b${','.repeat(1000)}`))
    expect([coloured.heads.length, coloured.rows[0]?.cells.length]).toEqual([200, 200])
    expect(await faultOf(csv(`account${','.repeat(200)}name\na`))).toBe('tooManyCells')
    const ends = Array.from({ length: 310 }, (_, row) => [`${row + 1},16383`, { value: 'x' }] as const)
    const sheet = { name: 'A', rows: [['account']], cells: new Map(ends) }
    const last = new Blob([(await writeXlsx({ sheets: [sheet] })) as Uint8Array<ArrayBuffer>])
    expect(last.size).toBeLessThan(20_000)
    expect(await faultOf(last)).toBe('tooManyCells')
  })

  test('HOLD-8 of a cell or a head no more is held and shown than tells that it is too long', async () => {
    const long = 'x'.repeat(100_000)
    const most = limits.importCell
    for (const file of [
      csv(`account,${long}\n${long},a`),
      await xlsx([
        ['account', long],
        [long, 'a'],
      ]),
    ]) {
      const { heads, rows } = await readTable(file)
      expect(heads.map(({ length }) => length)).toEqual([7, most + 1])
      expect(rows[0]?.cells.map(({ length }) => length)).toEqual([most + 1, 1])
      expect(fileRows({ heads, rows }, guessedMapping(heads, String)).flatMap(longCells)).toEqual(['account'])
    }
    const fits = 'x'.repeat(most)
    expect((await readTable(csv(`account\n${fits}`))).rows[0]?.cells).toEqual([fits])
  })

  test('heads are known in both languages, also those of an export, and repeated accounts by their first line', async () => {
    const heads = ['手机号码', 'Full name', '账号*', '角色', '所属组织', 'x']
    const known = { account: 2, name: 1, phone: 0, organization: 4, department: -1, role: 3 }
    expect(guessedMapping(heads, String)).toMatchObject(known)
    const table = await readTable(
      csv('Account,Name,Organizations and departments\nA,x,EAST / OPS\na,y,EAST\n,z,\n,z,'),
    )
    const rows = fileRows(table, guessedMapping(table.heads, String))
    expect(rows[0]?.row).toMatchObject({
      account: 'A',
      name: 'x',
      phone: '',
      organization: 'EAST / OPS',
      department: '',
      role: '',
    })
    expect([...repeatedAccounts(rows)]).toEqual([[3, 2]])
  })

  test('of a cell nothing is cut: the longest names fit, and what is longer is a fault of its row', () => {
    const names = Array.from({ length: limits.importParts }, (_, at) =>
      `${'组织'.repeat(20)}${at} / ${'部门'.repeat(20)}`.padEnd(2 * limits.name + 3, 'x'),
    ).join('; ')
    const rowsWith = (role: string) =>
      fileRows({ heads: ['role'], rows: [{ line: 2, cells: [role] }] }, guessedMapping(['role'], String))
    for (const role of [names, 'x'.repeat(limits.importCell + 1)]) {
      expect(rowsWith(role)[0]?.row.role).toBe(role)
      expect(rowsWith(role).flatMap(longCells)).toEqual(role === names ? [] : ['role'])
    }
  })

  test('large rows are checked in calls that are small enough', () => {
    const table = (count: number, cell: string) => ({
      heads: ['account', 'role'],
      rows: Array.from({ length: count }, (_, at) => ({ line: at + 2, cells: [cell, cell] })),
    })
    const rowsOf = (count: number, cell: string) =>
      fileRows(table(count, cell), guessedMapping(['account', 'role'], String))
    for (const cell of ['角'.repeat(limits.importCell), '\0'.repeat(limits.importCell)]) {
      const rows = rowsOf(limits.importRows, cell)
      const some = rowsOfOneCheck(rows)
      const bytes = (taken: number) =>
        new Blob([JSON.stringify({ rows: rows.slice(0, taken).map(({ row }) => row) })]).size
      expect(bytes(some.length)).toBeLessThanOrEqual(limits.jsonBytes)
      expect(bytes(some.length + 2)).toBeGreaterThan(limits.jsonBytes)
    }
    expect(rowsOfOneCheck(rowsOf(limits.importRows + 1, 'x'))).toHaveLength(limits.importRows)
    expect(rowsOfOneCheck([])).toEqual([])
  })
})

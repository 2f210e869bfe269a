import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { listOperations, type OperationRow } from '#contracts/log'
import { rowsClientHeader, rowsType } from '#contracts/rows'
import { type Format, fileOf } from '#lib/server/export/write-file'
import { audit } from '../../tools/operate/audit.ts'
import { commandPlace } from './command-place.ts'
import { auditSecret } from './databases.ts'
import { basic, testPlatform } from './harness.ts'

vi.mock('server-only', () => ({}))
const platform = testPlatform()
const place = commandPlace()
const { said } = place

/** The file that the console makes of the log's rows. */
async function exported(format: Format): Promise<Buffer> {
  const answer = await platform.send('GET', listOperations.path, {
    as: 'admin',
    headers: { accept: rowsType, [rowsClientHeader]: basic },
  })
  const [first, rows] = (await answer.text()).split('\n').map((line) => line && JSON.parse(line))
  const content = listOperations.data.shape.content.parse(rows)
  const column = (label: keyof OperationRow) => ({
    label,
    of: (row: object) => (row as OperationRow)[label] as string,
  })
  const batches = (async function* () {
    yield content
    return 'all' as const
  })()
  const file = fileOf(
    format,
    {
      title: 'Log',
      columns: [column('username'), column('createTime'), column('number'), column('seal')],
      rows: { proof: first.begin, batches },
      proofLabel: (id) => `Proof ${id}`,
    },
    { rows: 0, more: false },
  )
  const chunks = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function verify(
  content: string | Buffer,
  format: Format = 'csv',
): Promise<[code: number, text: string]> {
  const file = join(place.folder, `log.${format}`)
  await writeFile(file, content)
  said.splice(0)
  const environment = { DATABASE_URL: platform.address(), DATA_DIR: place.folder, AUDIT_KEY: auditSecret }
  return [await audit(['verify', '--file', file], environment), said.join('\n')]
}

describe('WHY-5 an exported file of the operation log carries the proof', () => {
  test('is what was exported, as CSV and as Excel', async () => {
    expect(await verify(await exported('csv'))).toEqual([
      0,
      expect.stringMatching(/^The file is what was exported: 220 lines, export \S+\.$/),
    ])
    expect((await verify(await exported('xlsx'), 'xlsx'))[0]).toBe(0)
  })

  test('is read in pieces, however long it is, and whatever stands between quotes', async () => {
    const [head = '', ...lines] = (await exported('csv')).toString('utf8').split('\r\n')
    // A break within a cell, and a file of more than one piece: its end was taken away, or moved.
    const cell = `"${'a ""quoted"" break\r\n'.repeat(300_000)}"`
    const changed = [head, `${cell},${lines[0]}`, ...lines.slice(1)].join('\r\n')
    expect(await verify(changed)).toEqual([1, expect.stringMatching(/line 2/)])
    expect((await verify([head, ...lines].join('\r\n')))[0]).toBe(0)
  })

  test('its key goes to the console alone, not to a system that has somebody’s token', async () => {
    for (const credentials of ['', 'Basic eDp5']) {
      const headers = { accept: rowsType, [rowsClientHeader]: credentials }
      const answer = await platform.send('GET', listOperations.path, { as: 'admin', headers })
      const [first = ''] = (await answer.text()).split('\n')
      expect(JSON.parse(first)).toEqual({ begin: { id: expect.any(String) } })
    }
  })

  test('names the line that was changed, added, moved or taken away, anywhere', async () => {
    const lines = (await exported('csv')).toString('utf8').split('\r\n')
    const spoilt: [what: RegExp, change: (text: string[]) => string[]][] = [
      [
        /changed.*\(line 3\)\n1 lines/,
        ([a = '', b = '', c = '', ...rest]) => [a, b, c.replace(/^[^,]+/, 'nobody'), ...rest],
      ],
      [/changed.*\(line 4\)/, (all) => all.toSpliced(3, 1)],
      [/changed.*\(line 6\)/, (all) => all.toSpliced(5, 0, all[4] ?? '')],
      [/changed.*\(line 2\)/, ([head, a = '', b = '', ...rest]) => [head ?? '', b, a, ...rest]],
      [/first line was changed/, ([head = '', ...rest]) => [head.replace('username', 'who'), ...rest]],
      [/last lines are missing/, (all) => [...all.slice(0, -2), '']],
      [/has no proof/, (all) => all.map((line) => line.slice(0, line.lastIndexOf(',')))],
    ]
    for (const [what, change] of spoilt) {
      const [code, text] = await verify(change(lines).join('\r\n'))
      expect([code, text]).toEqual([1, expect.stringMatching(what)])
    }
  })

  test('says what the log has lost or changed since, and what retention took away', async () => {
    const file = await exported('csv')
    const { rows } = await sql<{ seal: string }>`
      update operation_log set seal = 'other' where seq = 30 returning seal`.execute(platform.db)
    expect(rows).toHaveLength(1)
    expect(await verify(file)).toEqual([1, expect.stringMatching(/another entry.*number 30\)/)])
    await sql`delete from operation_log where seq = 30`.execute(platform.db)
    expect((await verify(file))[1]).toMatch(/lacks an entry.*number 30\)/)
    await sql`delete from operation_log where seq < 30`.execute(platform.db)
    await sql`update operation_head set pruned_seq = 30`.execute(platform.db)
    expect(await verify(file)).toEqual([0, expect.stringContaining('30 of its entries have been taken out')])
  })
})

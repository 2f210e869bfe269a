import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as organizations from '#contracts/organization'
import { minute } from '#platform/kernel/clock'
import { refusalOf } from '#platform/kernel/refusal'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

/** As a standby is, or a primary that its operator has closed; for connections from now on. */
async function readOnly(is: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(platform.db)
  await platform.db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    const database = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${database} set default_transaction_read_only = ${sql.lit(is ? 'on' : 'off')}`.execute(
      connection,
    )
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
    await sql.raw(`set default_transaction_read_only = ${is ? 'on' : 'off'}`).execute(connection)
  })
}
afterAll(() => readOnly(false))

test('HOLD-9: a database that can only be read refuses changes with a sentence, and people go on reading', async () => {
  const token = await platform.token('admin')
  const admin = { headers: { authorization: `Bearer ${token}` } }
  const add = (locale: 'en-US' | 'zh-cn') => {
    const body = { code: 'READONLY', name: 'Read only', enabled: true }
    return platform.call(organizations.add, { ...admin, locale }, { body })
  }
  await readOnly(true)
  // Long enough for the session to be noted as used, which cannot be written either.
  platform.forward(2 * minute)
  expect(await platform.code(organizations.list, admin)).toBe(0)
  expect(await add('en-US')).toMatchObject({
    ...{ status: 503, code: 503, data: { outcome: 'unchanged' } },
    msg: expect.stringContaining('can only be read at the moment, so nothing was changed'),
  })
  expect((await add('zh-cn')).msg).toContain('只能读取，未作任何更改')
  await readOnly(false)
  expect((await add('en-US')).code).toBe(0)
})

test('HOLD-9: a disk too full for a connection to begin is told as full', () => {
  const begun = Object.assign(new Error('could not write init file'), { code: 'XX000' })
  expect(refusalOf(begun)).toMatchObject({ message: 'storageFull' })
})

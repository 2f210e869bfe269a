import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holders } from '#contracts/access'
import { limits } from '#contracts/limits'
import * as roles from '#contracts/role'
import { admin, testPlatform } from './harness.ts'
import { makeRole, nodeIds } from './records.ts'

const platform = testPlatform()

/** People of an organization with these numbers, all of them with the roles. */
async function add(from: number, to: number, org_id: string, held: readonly string[]) {
  const numbers = sql`generate_series(${sql.lit(from)}, ${sql.lit(to)}) n`
  await sql`insert into account (id, account, password_hash, enabled, super, desensitization, created_time)
    select 'many-' || n, 'many' || n, '', true, false, false, now() from ${numbers}`.execute(platform.db)
  await sql`insert into membership (account_id, org_id) select 'many-' || n, ${org_id} from ${numbers}`.execute(
    platform.db,
  )
  await sql`insert into account_role (account_id, org_id, role_id)
    select 'many-' || n, ${org_id}, r from ${numbers}, unnest(${held}::text[]) r`.execute(platform.db)
}

test('WHY-1 WHY-2 HOLD-7 of many who may the count is exact as long as it says so, however many roles they have', async () => {
  const org_id = await platform.orgId('NORTH')
  const code = 'uia.role.update'
  const [one, other] = [await makeRole(platform, 'NORTH', [code]), await makeRole(platform, 'NORTH', [code])]
  const ask = () => platform.ok(holders, admin, { query: { orgId: org_id, codes: code, page: 1, limit: 10 } })
  const before = (await ask()).meta.count
  const most = limits.exactCount - before
  await add(1, 6_000, org_id, [one, other])
  expect((await ask()).meta).toMatchObject({ count: before + 6_000 })
  expect((await ask()).meta).not.toHaveProperty('atLeast')
  await add(6_001, most, org_id, [one])
  expect((await ask()).meta).toEqual({ page: 1, limit: 10, count: limits.exactCount })
  await add(most + 1, most + 1, org_id, [one, other])
  expect((await ask()).meta).toMatchObject({ count: limits.exactCount, atLeast: true })
  await platform.set('account', { id: 'many-7' }, { enabled: false })
  expect((await ask()).meta, 'one of them is disabled').toEqual({
    page: 1,
    limit: 10,
    count: limits.exactCount,
  })

  // A role of very many says exactly what its change does, to the one.
  const resourceIdList = await nodeIds(platform, 'uia.role.delete')
  const effect = await platform.ok(roles.effect, admin, { body: { id: one, resourceIdList } })
  expect(effect).toMatchObject({ holders: most, gained: { people: most }, lost: { people: most - 6_000 } })
})

test('WHY-2 HOLD-7 who has a role, and what they have besides, is read in the order of the accounts, from indexes alone', async () => {
  await platform.db.transaction().execute(async (own) => {
    await sql`set local enable_seqscan = off`.execute(own)
    await sql`set local enable_bitmapscan = off`.execute(own)
    const planned = async (column: string) => {
      const where = sql`${sql.ref(column)} = 'x'`
      const { rows } =
        await sql`explain select account_id from account_role where ${where} order by account_id`.execute(own)
      return JSON.stringify(rows)
    }
    expect(await planned('role_id')).toMatch(/^((?!Sort).)*Index Only Scan using account_role_holders/)
    expect(await planned('org_id')).toMatch(/^((?!Sort).)*Index Only Scan using account_role_place/)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { migrate } from '#platform/kernel/db/migrate'
import { up as base } from '#platform/kernel/db/migrations/0001-base'
import { up as systems } from '#platform/kernel/db/migrations/0005-systems'
import type { Database } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
import { firstStart } from '#platform/seed/first-start'
import { auditKeys, testStart } from './databases.ts'
import { emptyDatabase } from './empty-database.ts'

/** Which menu node each resource became, and who has taken it. */
async function pool(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('pool_resource as r')
    .leftJoin('pool_resource as page', 'page.id', 'r.pid')
    .leftJoin('menu_node as n', 'n.resource_id', 'r.id')
    .leftJoin('application_resource as ar', 'ar.resource_id', 'r.id')
    .leftJoin('menu_node as app', 'app.id', 'ar.app_id')
    .orderBy('r.code')
    .select(['r.system_code', 'r.type', 'r.code', 'r.path', 'page.code as page', 'n.code as node'])
    .select('app.code as app')
    .execute()
  return rows.map((row) => {
    const origin = row.page === null ? '' : ` of ${row.page}`
    const at = row.path === null ? '' : ` at ${row.path}`
    const owner = row.app === null ? '' : ` by ${row.app}`
    return `${row.system_code} ${row.type} ${row.code}${origin}${at} as ${row.node}${owner}`
  })
}

test('APP-2 without demo data the console’s own pages are resources that it has taken, and it is registered', async () => {
  setPasswordCost(8)
  const db = await emptyDatabase()
  await migrate(db)
  await firstStart(db, () => testStart, { demo: false, adminPassword: 'Atrium2026', auditKeys })
  const lines = await pool(db)
  expect(lines).toContain('uia 2 uia.account.list at /account/index as uia.account.list by uia')
  expect(lines).toContain(
    'uia 3 uia.account.add of uia.account.list at /sys/user/page/add as uia.account.add',
  )
  const nodes = await db.selectFrom('menu_node').where('type', 'in', [2, 3]).select('resource_id').execute()
  expect(lines).toHaveLength(nodes.length)
  const registered = await db.selectFrom('system_config').select(['code', 'type', 'port', 'enable']).execute()
  expect(registered).toEqual([{ code: 'uia', type: 0, port: null, enable: true }])
})

test('APP-2 demo data registers the two sub-applications at the ports that they have', async () => {
  setPasswordCost(8)
  const db = await emptyDatabase()
  await migrate(db)
  const given = { demo: true, adminPassword: undefined, auditKeys, demoPorts: { ems: 5001, wms: 5002 } }
  await firstStart(db, () => testStart, given)
  const local = await db
    .selectFrom('system_config')
    .where('host_name', '=', '127.0.0.1')
    .orderBy('port')
    .select(['code', 'port'])
    .execute()
  expect(local).toEqual([
    { code: 'ems', port: 5001 },
    { code: 'wms', port: 5002 },
  ])
})

test('APP-2 the pages of applications from before there was a pool become resources that these have taken', async () => {
  const db = await emptyDatabase()
  const untyped = db.withTables<never>()
  await base(untyped)
  const row = (id: string, type: number, code: string, pid: string | null, more = '') =>
    sql.raw(`insert into menu_node (id, app_id, pid, name, code, type, enabled, inside_flag, created_time, path, method)
      values ('${id}', '${code.startsWith('uia') ? 'u' : 'e'}', ${pid === null ? 'null' : `'${pid}'`}, '${id}', '${code}',
      ${type}, true, '0', now(), ${more || 'null, null'})`)
  const rows = [
    row('u', 0, 'uia', null),
    row('e', 0, 'shop', null),
    row('ud', 1, 'uia.people', 'u'),
    row('up', 2, 'uia.account.list', 'ud', "'/account/index', null"),
    row('ub', 3, 'uia.account.add', 'up', "null, 'POST'"),
    row('uc', 4, 'uia.part', 'ud', "'/part', null"),
    row('e1', 2, 'shop.one', 'e', "'/same', null"),
    row('e2', 2, 'shop.two', 'e', "'/same', null"),
    row('e3', 2, 'shop.three', 'e'),
    row('b1', 3, 'shop.one.act', 'e1', "'/same', null"),
    row('b2', 3, 'other.act', 'e2', "'/same', 'GET'"),
    row('b3', 3, 'shop.below', 'b2'),
  ]
  for (const one of rows) await one.execute(db)
  await sql`insert into application (id) values ('u'), ('e')`.execute(db)
  await systems(untyped)
  expect(await pool(db)).toEqual([
    ...['shop 3 other.act of shop.two at /same as other.act', 'shop 2 shop.one at /same as shop.one by shop'],
    ...['shop 3 shop.one.act of shop.one as shop.one.act', 'shop 2 shop.three as shop.three by shop'],
    ...['shop 2 shop.two as shop.two by shop'],
    ...['uia 3 uia.account.add of uia.account.list as uia.account.add'],
    ...['uia 2 uia.account.list at /account/index as uia.account.list by uia'],
  ])
  const registered = await db.selectFrom('system_config').select(['id', 'code', 'name']).execute()
  expect(registered).toEqual([{ id: 'u', code: 'uia', name: 'u' }])
  const plain = db.selectFrom('menu_node').where('resource_id', 'is', null).orderBy('id').select('id')
  expect(await idsOf(plain)).toEqual(['b3', 'e', 'u', 'uc', 'ud'])
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { hour } from '#platform/kernel/clock'
import { migrate } from '#platform/kernel/db/migrate'
import type { Database } from '#platform/kernel/db/schema'
import { firstStart } from '#platform/seed/first-start'
import { auditKeys, testStart } from './databases.ts'
import { emptyDatabase } from './empty-database.ts'

setPasswordCost(8)
const later = () => new Date(testStart.getTime() + hour)

async function started(demo: boolean): Promise<Database> {
  const db = await emptyDatabase()
  await migrate(db)
  await firstStart(db, () => testStart, { demo, adminPassword: 'Atrium2026', auditKeys })
  return db
}
const startAgain = (db: Database) =>
  firstStart(db, later, { demo: true, adminPassword: undefined, auditKeys })

/** Every row that a start could touch. */
async function everything(db: Database) {
  const all = async (query: string) => (await sql.raw<object>(query).execute(db)).rows
  return {
    nodes: await all('select * from menu_node order by id'),
    pool: await all('select * from pool_resource order by id'),
    taken: await all('select * from application_resource order by resource_id'),
    applications: await all('select * from application order by id'),
    systems: await all('select * from system_config order by id'),
    images: await all('select id from image order by id'),
    granted: await all('select * from role_node order by role_id, node_id'),
    accounts: await all('select id, account, password_hash from account order by id'),
  }
}

/** Codes below each other, in the order in which they show. */
async function below(db: Database, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select n.code from menu_node n join menu_node p on p.id = n.pid
    where p.code = ${code} order by n.sort, n.id`.execute(db)
  return rows.map((row) => row.code)
}
const drop = (db: Database, ...codes: string[]) =>
  sql`delete from menu_node where code = any(${codes})`.execute(db)

describe('a start over the database of an older version', () => {
  test.each([false, true])(
    'NAV-2 PERM-2 what its tree lacks comes, at its place, and what was changed stays (demo data: %s)',
    async (demo) => {
      const db = await started(demo)
      const whole = await everything(db)
      const order = await Promise.all(
        ['uia.people', 'uia.account.list', 'uia.records'].map((code) => below(db, code)),
      )
      await drop(db, 'uia.role.roleManage', 'uia.page.operation', 'uia.account.detail', 'uia.account.add')
      await sql`delete from pool_resource where code = 'uia.account.add'`.execute(db)
      await sql`update menu_node set name = '部门' where code = 'uia.department.list'`.execute(db)
      await sql`update menu_node set enabled = false, icon = 'own', sort = 70 where code = 'uia.organization.list'`.execute(
        db,
      )
      await sql`update menu_node set pid = (select id from menu_node where code = 'uia.records'), sort = 9
      where code = 'uia.page.online'`.execute(db)
      await sql`delete from menu_node where code = 'uia.online.search'`.execute(db)
      const changed = await everything(db)

      const { made, console } = await startAgain(db)
      expect(made).toBe('nothing')
      expect(console.taken).toEqual([])
      expect(
        console.added.filter((code) => !/^uia\.(role|operation)\.(?!roleManage)/.test(code)).sort(),
      ).toEqual([
        ...['uia.account.add', 'uia.account.detail', 'uia.online.search'],
        ...['uia.page.operation', 'uia.role.roleManage'],
      ])
      const now = await everything(db)
      for (const kind of Object.keys(changed) as (keyof typeof changed)[]) {
        expect(now[kind], kind).toEqual(expect.arrayContaining(changed[kind]))
      }
      expect(now.granted).toEqual(changed.granted)
      expect(now.nodes.length).toBe(whole.nodes.length)
      expect(now.pool.length).toBe(whole.pool.length)
      expect(now.taken.length).toBe(whole.taken.length)
      const after = await Promise.all(
        ['uia.people', 'uia.account.list', 'uia.records'].map((code) => below(db, code)),
      )
      expect(after).toEqual([
        [
          ...(order[0] ?? []).filter(
            (code) => code !== 'uia.page.online' && code !== 'uia.organization.list',
          ),
          'uia.organization.list',
        ],
        order[1],
        [...(order[2] ?? []), 'uia.page.online'],
      ])
      expect(await below(db, 'uia.page.online')).toEqual(['uia.online.search'])

      await startAgain(db)
      expect(await everything(db)).toEqual(now)
    },
  )

  test('NAV-2 PERM-2 a folder that is missing comes before its pages; a start with nothing to do changes nothing', async () => {
    const db = await started(false)
    const whole = await everything(db)
    expect((await startAgain(db)).console).toEqual({ added: [], taken: [] })
    expect(await everything(db)).toEqual(whole)
    await drop(db, 'uia.people')
    const { added } = (await startAgain(db)).console
    expect(added[0]).toBe('uia.people')
    expect((await everything(db)).nodes.length).toBe(whole.nodes.length)
    expect(await below(db, 'uia')).toEqual(['uia.people', 'uia.platform', 'uia.records'])
  })

  test('NAV-2 PERM-2 where the whole application is missing it comes, and so does its icon where there is none', async () => {
    const db = await started(false)
    await sql`update menu_node set icon = null where code = 'uia'`.execute(db)
    await startAgain(db)
    expect(
      (await db.selectFrom('menu_node').where('code', '=', 'uia').select('icon').executeTakeFirst())?.icon,
    ).toMatch('/sys/image/')
    await sql`delete from menu_node`.execute(db)
    await sql`delete from system_config`.execute(db)
    expect((await startAgain(db)).console.added).toContain('uia')
    expect(await below(db, 'uia.records')).toEqual(['uia.page.entryLog', 'uia.page.operation'])
    expect(await db.selectFrom('system_config').select('code').execute()).toEqual([{ code: 'uia' }])
  })

  test.each([
    ['a page', 'uia.page.operation', 'uia.page.operation', 'uia.operation.search'],
    ['a button, without its prefix', 'uia.account.add', 'account.add', undefined],
  ])(
    'NAV-2 PERM-2 %s whose code an entry of somebody else has is left out and named, and everything else comes',
    async (_, code, own, left) => {
      const db = await started(false)
      await drop(db, code, 'uia.role.roleManage')
      await sql`insert into menu_node (id, app_id, pid, name, code, type, sort, enabled, inside_flag, created_time)
      select 'own', app_id, id, 'Own', ${own}, 2, 1, true, '1', now() from menu_node where code = 'uia.records'`.execute(
        db,
      )
      const { added, taken } = (await startAgain(db)).console
      expect(taken).toEqual([code])
      expect(added).toContain('uia.role.search')
      expect(added).not.toContain(left)
      const mine = await db
        .selectFrom('menu_node')
        .where('id', '=', 'own')
        .select(['name', 'inside_flag'])
        .execute()
      expect(mine).toEqual([{ name: 'Own', inside_flag: '1' }])
      await sql`update menu_node set code = 'uia.own' where id = 'own'`.execute(db)
      expect((await startAgain(db)).console).toMatchObject({
        taken: [],
        added: [code, ...(left ? [left] : [])],
      })
    },
  )

  test('NAV-2 PERM-2 processes that start together add it once', async () => {
    const db = await started(false)
    const whole = await everything(db)
    await drop(db, 'uia.people')
    const starts = await Promise.all([startAgain(db), startAgain(db)])
    expect(starts.map(({ console }) => console.added.length > 0).sort()).toEqual([false, true])
    expect((await everything(db)).nodes.length).toBe(whole.nodes.length)
  })
})

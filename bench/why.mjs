import { beginSession } from '#platform/kernel/auth/tokens'
import { benchApp } from './lib/bench-app.mjs'
import { benchDatabase, benchServer, on } from './lib/bench-server.mjs'
import { median, quantile, table } from './lib/figures.mjs'

const accounts = 1_000_000
const rounds = Number(process.env.ROUNDS ?? 100)
const warmUp = 10
const now = new Date('2026-11-20T08:00:00.000Z')

/** Whether somebody may, who may, and what saving a role would do, among a million accounts; one call at a time. */
export async function benchWhy() {
  const server = await benchServer()
  const { url, drop } = await benchDatabase(server, `atrium_bench_why_${process.pid}`)
  const { app, db } = await benchApp(url, now)
  try {
    for (const statement of fill) await on(url, statement)
    const ask = await asker(app, db)
    const lines = []
    for (const [name, path, body] of await calls(db)) {
      const taken = []
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const one = await ask(path, body)
        if (round >= warmUp) taken.push(one)
      }
      lines.push([name, median(taken).toFixed(1), quantile(taken, 0.95).toFixed(1)])
    }
    console.log(table(['ms', 'median', 'p95'], lines))
  } finally {
    await db.destroy()
    await drop()
    await server.stop()
  }
}

async function asker(app, db) {
  const [{ id }] = await rowsOf(db, 'account', 'account', 'admin')
  const token = await beginSession(db, id, { address: '127.0.0.1', agent: 'bench', now })
  return async (path, body) => {
    const begun = performance.now()
    const response = await app.request(path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const { code, data } = await response.json()
    const taken = performance.now() - begun
    if (code !== 0 || !data) throw new Error(`${path}: ${code}`)
    return taken
  }
}

const rowsOf = (db, from, column, value) =>
  db.selectFrom(from).where(column, '=', value).selectAll().execute()

async function calls(db) {
  const [{ id: orgId }] = await rowsOf(db, 'organization', 'code', 'EAST')
  const inEast = `orgId=${orgId}&codes=uia.account.update`
  const saved = async (id) => {
    const held = (await rowsOf(db, 'role_node', 'role_id', id)).map(({ node_id }) => node_id)
    const others = await db.selectFrom('menu_node').where('type', '=', 3).select('id').orderBy('id').execute()
    const added = others.map((one) => one.id).filter((one) => !held.includes(one))
    return { id, resourceIdList: [...held.slice(10), ...added.slice(0, 20)] }
  }
  return [
    ['may this account? (yes or no, through what)', `/sys/access/page/explain?userId=made-7&${inEast}`],
    ['who may, page 1, with the count', `/sys/access/page/holders?page=1&limit=10&${inEast}`],
    ['the effect of a role that 2,900 hold', '/sys/role/page/effect', await saved('made-1-0')],
    ['… that 71,000 hold, all of an organization', '/sys/role/page/effect', await saved('made-all')],
    ['… that one in five holds, 200,000', '/sys/role/page/effect', await saved('made-fifth')],
  ]
}

/** In each of the 14 organizations 71,000 people and 50 roles of 40 entries; everybody has two or three of them. */
const fill = [
  `insert into account (id, account, name, phone, enabled, password_hash, created_time)
    select 'made-' || n, 'made' || n, 'Made ' || n, '139' || lpad(n::text, 8, '0'), true, 'none', now()
    from generate_series(1, ${accounts}) n`,
  `create table place as select id, row_number() over (order by (code <> 'EAST'), code) - 1 as at from organization limit 14`,
  `insert into membership (account_id, org_id)
    select 'made-' || n, p.id from generate_series(1, ${accounts}) n join place p on p.at = n % 14`,
  `insert into role (id, org_id, name, created_time)
    select 'made-' || r || '-' || p.at, p.id, 'Made ' || r, now() from place p, generate_series(1, 50) r
    union all select 'made-all', id, 'All', now() from place where at = 0
    union all select 'made-fifth', id, 'Fifth', now() from place where at = 0`,
  `insert into role_node (role_id, node_id)
    select r.id, m.id from (select id, row_number() over (order by id) as at from role where id like 'made-%') r
    join (select id, row_number() over (order by id) as at from menu_node where type > 1) m on (m.at * 7 + r.at * 13) % 10 < 4`,
  `insert into account_role (account_id, org_id, role_id)
    select distinct 'made-' || n, p.id, 'made-' || (1 + (n / 14 * k) % 50) || '-' || p.at
    from generate_series(1, ${accounts}) n join place p on p.at = n % 14, generate_series(1, 2) k
    union all select account_id, org_id, 'made-all' from membership m where account_id like 'made-%' and org_id = (select id from place where at = 0)`,
  // Members of the first as well, so that one role has more holders than an organization of a fourteenth can have.
  `insert into membership (account_id, org_id)
    select 'made-' || n, (select id from place where at = 0) from generate_series(1, ${accounts}) n where n % 5 = 0 on conflict do nothing`,
  `insert into account_role (account_id, org_id, role_id)
    select 'made-' || n, (select id from place where at = 0), 'made-fifth' from generate_series(1, ${accounts}) n where n % 5 = 0`,
  'vacuum analyze',
]

import { createApp } from '#platform/app'
import { sealKeys } from '#platform/kernel/audit/seal'
import { beginSession } from '#platform/kernel/auth/tokens'
import { migrate } from '#platform/kernel/db/migrate'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { seedDemo } from '#platform/seed/demo/seed-demo'
import { benchDatabase, benchServer, on } from './lib/bench-server.mjs'
import { median, quantile, table } from './lib/figures.mjs'

const sizes = [10_000, 1_000_000]
const rounds = 300
const warmUp = 30
const operations = '/sys/log/page/list'
const entries = '/sys/loginLog/list'

/** Each: what it is, who asks, the call. All answer their rows and the count. */
const calls = [
  ['operation log, page 1', 'admin', `${operations}?page=1`],
  ['operation log, page 1,000', 'admin', `${operations}?page=1000`],
  ['… unauthorized only', 'admin', `${operations}?status=3`],
  ['… operator contains “zhang”', 'admin', `${operations}?userName=zhang`],
  ['… module and type', 'admin', `${operations}?menuName=role&opType=update`],
  [
    '… operator, status and a month',
    'admin',
    `${operations}?userName=an&status=2&beginTime=2026-10-01&endTime=2026-10-31`,
  ],
  ['… one organization of 14, page 1', 'operator', `${operations}?page=1`],
  ['… the same, operator and status', 'operator', `${operations}?userName=wang&status=1`],
  ['login log, page 1', 'admin', `${entries}?page=1`],
  ['login log, page 1,000', 'admin', `${entries}?page=1000`],
  ['… abnormal only', 'admin', `${entries}?loginResult=2`],
  ['… user contains “zhang”', 'admin', `${entries}?userName=zhang`],
  ['… address contains “10.3.77.”', 'admin', `${entries}?requestIp=10.3.77.`],
  ['… accounts of one organization', 'operator', `${entries}?page=1`],
]

/** The two logs at ten thousand and at a million rows, one call at a time, in turns; database and platform in full. */
export async function benchLogs() {
  const server = await benchServer()
  const databases = []
  try {
    for (const rows of sizes) databases.push(await filled(server, rows))
    const results = calls.map(() => databases.map(() => []))
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [call, [, person, path]] of calls.entries()) {
        for (const [at, database] of databases.entries()) {
          const taken = await database.time(person, path)
          if (round >= warmUp) results[call][at].push(taken)
        }
      }
    }
    const figures = (values) => [median(values).toFixed(1), quantile(values, 0.95).toFixed(1)]
    console.log(
      table(
        ['ms, with count', '10,000: median', 'p95', '1,000,000: median', 'p95', 'p95 times'],
        calls.map(([name], call) => {
          const [few, many] = results[call]
          const ratio = quantile(many, 0.95) / quantile(few, 0.95)
          return [name, ...figures(few), ...figures(many), ratio.toFixed(2)]
        }),
      ),
    )
  } finally {
    for (const database of databases) await database.close()
    await server.stop()
  }
}

async function filled(server, rows) {
  const { url, drop } = await benchDatabase(server, `atrium_bench_${process.pid}_${rows}`)
  const log = jsonLog('error')
  const db = openDatabase(url, log)
  const now = new Date('2026-11-20T08:00:00.000Z')
  await migrate(db)
  await db.transaction().execute((transaction) => seedDemo(transaction, now))
  for (const statement of fill(rows)) await on(url, statement)
  const app = createApp({
    db,
    clock: () => now,
    log,
    config: {
      clientId: 'bench',
      clientSecret: 'bench',
      auditKeys: sealKeys(['the-audit-key-of-the-bench-of-the-platform']),
      trustedProxies: [],
      captchaFixed: undefined,
    },
  })
  const headers = {}
  for (const account of ['admin', 'operator']) headers[account] = await headersOf(db, account, now)
  return {
    async time(person, path) {
      const begun = performance.now()
      const response = await app.request(path, { headers: headers[person] })
      const { code, data } = await response.json()
      const taken = performance.now() - begun
      if (code !== 0 || data.content.length === 0) throw new Error(`${path}: ${code}, nothing found`)
      return taken
    },
    async close() {
      await db.destroy()
      await drop()
    },
  }
}

async function headersOf(db, account, now) {
  const { id } = await db
    .selectFrom('account')
    .where('account', '=', account)
    .select('id')
    .executeTakeFirstOrThrow()
  const visitor = { address: '127.0.0.1', agent: 'bench', now }
  const east = await db
    .selectFrom('organization')
    .where('code', '=', 'EAST')
    .select('id')
    .executeTakeFirstOrThrow()
  return {
    authorization: `Bearer ${await beginSession(db, id, visitor)}`,
    ...(account === 'operator' && {
      business: encodeURIComponent(JSON.stringify({ orgId: east.id, orgCode: 'EAST' })),
    }),
  }
}

/** Half a year of rows, in the order in which time brings them: most went well, some people do more than others. */
function fill(rows) {
  const times = `'2026-11-20T07:59:00Z'::timestamptz - (${rows} - n) * (interval '180 days' / ${rows})`
  const someone = `
    people as (select array_agg(id order by id) as ids, array_agg(account order by id) as names from account),
    drawn as materialized (
      select n, ${times} as at, 1 + floor(random() * random() * array_length(ids, 1))::int as who, random() as chance,
        '10.' || n % 4 || '.' || n % 251 || '.' || n % 7 as ip
      from generate_series(1, ${rows}) n, people)`
  return [
    'truncate operation_log, login_log, log_word',
    `with ${someone}, places as (select array_agg(id order by code) as ids, array_agg(name order by code) as names from organization)
      insert into operation_log (id, account_id, username, org_id, org_name, module, type, method, path, request_ip, status, create_time)
      select 'bench-' || lpad(n::text, 12, '0'), people.ids[who], people.names[who], places.ids[1 + n % 14], places.names[1 + n % 14],
        (array['account','account','account','role','department','organization','menu','session'])[1 + n % 8],
        (array['add','update','update','delete','enable','roles','read'])[1 + n % 7], 'POST', '/sys/user/page/update', ip,
        case when chance < 0.93 then '1' when chance < 0.98 then '2' else '3' end, at
      from drawn, people, places order by n`,
    `with ${someone}
      insert into login_log (id, account_id, user_name, request_ip, agent, login_result, login_time)
      select 'bench-' || lpad(n::text, 12, '0'), ids[who], names[who], ip, 'bench', case when chance < 0.95 then '1' else '2' end, at
      from drawn, people order by n`,
    'vacuum analyze operation_log',
    'vacuum analyze login_log',
  ]
}

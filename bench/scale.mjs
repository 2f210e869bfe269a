import { hashPassword, passwordHash } from '#platform/kernel/auth/password'
import { beginSession } from '#platform/kernel/auth/tokens'
import { benchApp } from './lib/bench-app.mjs'
import { benchDatabase, benchServer, on } from './lib/bench-server.mjs'
import { median, quantile, table } from './lib/figures.mjs'
import { fillDatabase, wholeSizes } from './lib/generated.mjs'

/** A thousandth of the whole where that leaves a list of a thousand rows. */
const few = Object.fromEntries(Object.keys(wholeSizes).map((kind) => [kind, 1_000]))
const rounds = Number(process.env.SCALE_ROUNDS ?? 100)
const warmUp = 10

const accounts = '/sys/user/page/list'
const roles = '/sys/role/page/findAll'
const departments = '/sys/dept/page/list'
const organizations = '/sys/org/page/list'
const online = '/sys/online'
const operations = '/sys/log/page/list'
const entries = '/sys/loginLog/list'

/** Each: what it is, who asks, the call. `few` has no page 1,000 of ten rows: its last page stands for it. */
const calls = [
  ...[
    ['accounts', accounts],
    ['roles', roles],
    ['departments', departments],
    ['organizations', organizations],
    ['online users', online],
    ['operation log', operations],
    ['login log', entries],
  ].flatMap(([name, path]) => [
    [`${name}, page 1`, 'super', `${path}?page=1`],
    ['… page 1,000', 'super', `${path}?page={deep}`],
    ['… of whoever has a large organization', 'large', `${path}?page=1`],
    ['… of whoever has a small one', 'small', `${path}?page=1`],
  ]),
  ['accounts, account contains “zhang”', 'super', `${accounts}?account=zhang`],
  ['… contains “77”', 'super', `${accounts}?account=77`],
  ['… is one', 'super', `${accounts}?account={one}`],
  ['… phone contains “139”', 'super', `${accounts}?phone=139`],
  ['… name contains “伟”', 'super', `${accounts}?name=伟`],
  ['… name is “王芳娜”', 'super', `${accounts}?name=王芳娜`],
  ['… nothing found', 'super', `${accounts}?account=nobody-of-that-name`],
  ['… disabled', 'super', `${accounts}?enabled=0`],
  ['… by last sign-in', 'super', `${accounts}?sort=-lastLogin`],
  ['… of the large organization, “77”', 'large', `${accounts}?account=77`],
  ['… of the large organization, nothing found', 'large', `${accounts}?account=nobody-of-that-name`],
  ['… of the small organization, “77”', 'small', `${accounts}?account=7`],
  ['… holders of a role', 'super', `${accounts}?roleId=made-role-000000007`],
  ['roles, name contains “77”', 'super', `${roles}?roleName=77`],
  ['departments, name contains “77”', 'super', `${departments}?name=77`],
  ['organizations, name contains “77”', 'super', `${organizations}?name=77`],
  ['online users, “77”', 'super', `${online}?filter=77`],
  ['operation log, unauthorized only', 'super', `${operations}?status=3`],
  ['… operator contains “zhang”', 'super', `${operations}?userName=zhang`],
  ['… module and type', 'super', `${operations}?menuName=role&opType=update`],
  ['… operator, status and a month', 'super', `${operations}?userName=an&status=2&{month}`],
  ['login log, abnormal only', 'super', `${entries}?loginResult=2`],
  ['… user contains “zhang”', 'super', `${entries}?userName=zhang`],
  ['… address contains “10.3.77.”', 'super', `${entries}?requestIp=10.3.77.`],
]

/** Every list at a thousand rows and at the whole of `wholeSizes`, one call at a time, in turns; platform and database in full. */
export async function benchScale() {
  const server = await benchServer()
  const databases = []
  try {
    const whole = Number(process.env.SCALE ?? 1)
    const many = Object.fromEntries(
      Object.entries(wholeSizes).map(([kind, size]) => [kind, Math.max(10_000, size * whole)]),
    )
    databases.push(await filled(server, 'few', few, 100), await filled(server, 'many', many, 1_000))
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
        ['ms, with count', '1,000 rows: median', 'p95', 'whole: median', 'p95', 'p95 times'],
        calls.map(([name], call) => {
          const [small, large] = results[call]
          const ratio = quantile(large, 0.95) / quantile(small, 0.95)
          return [name, ...figures(small), ...figures(large), ratio.toFixed(2)]
        }),
      ),
    )
  } finally {
    for (const database of databases) await database.close()
    await server.stop()
  }
}

async function filled(server, name, sizes, deep) {
  const { url, drop } = await benchDatabase(server, `atrium_bench_${process.pid}_${name}`)
  const now = new Date()
  const { app, db } = await benchApp(url, now)
  const password = await hashPassword(passwordHash('Made-by-the-generator-1'))
  await fillDatabase(url, sizes, password, (line) => console.log(`${name}: ${line}`))
  const people = await askers(db, url, now)
  const day = (days) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const words = { deep, one: 'li4711', month: `beginTime=${day(60)}&endTime=${day(30)}` }
  return {
    async time(person, path) {
      const address = encodeURI(path.replace(/{(\w+)}/g, (_, word) => words[word]))
      const begun = performance.now()
      const response = await app.request(address, { headers: people[person] })
      const { code, msg } = await response.json()
      const taken = performance.now() - begun
      if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
      return taken
    },
    async close() {
      await db.destroy()
      await drop()
    },
  }
}

/** A super administrator, and two people with every right in one organization: the first, which nearly everybody belongs to, and a small one. */
async function askers(db, url, now) {
  const visitor = { address: '127.0.0.1', agent: 'bench', now }
  const { id } = await db
    .selectFrom('account')
    .where('account', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow()
  const headers = { super: { authorization: `Bearer ${await beginSession(db, id, visitor)}` } }
  for (const [person, number] of [
    ['large', 1],
    ['small', 7],
  ]) {
    const orgId = `made-org-${String(number).padStart(9, '0')}`
    const roleId = `made-role-${String(number).padStart(9, '0')}`
    const account = `asks-${person}`
    await on(
      url,
      `insert into account (id, account, name, enabled, password_hash, created_time) values ('${account}', '${account}', 'Asks', true, '', now());
      insert into membership (account_id, org_id) values ('${account}', '${orgId}');
      insert into account_role (account_id, org_id, role_id) values ('${account}', '${orgId}', '${roleId}');
      insert into role_node (role_id, node_id) select '${roleId}', id from menu_node on conflict do nothing`,
    )
    headers[person] = {
      authorization: `Bearer ${await beginSession(db, account, visitor)}`,
      business: encodeURIComponent(JSON.stringify({ orgId, orgCode: `MADE${number}` })),
    }
  }
  return headers
}

import { sql } from 'kysely'
import { after, hour } from '#platform/kernel/clock'
import type { FieldChanges, Queries } from '#platform/kernel/db/schema'
import type { SeededRandom } from './seeded-random.ts'

const rows = 220
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1',
  'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
] as const
type DemoOperation = readonly [
  module: string,
  type: string,
  path: string,
  subject?: string,
  changes?: FieldChanges,
]
const operations: readonly [DemoOperation, ...DemoOperation[]] = [
  ['account', 'add', '/sys/user/page/add', 'lina', { account: { after: 'lina' }, name: { after: '李娜' } }],
  ['account', 'update', '/sys/user/page/update', 'lina', { name: { before: '李娜', after: '李娜娜' } }],
  [
    'account',
    'enable',
    '/sys/user/page/updateEnable/',
    'zhaolei',
    { enabled: { before: true, after: false } },
  ],
  [
    'account',
    'roles',
    '/sys/user/page/usersRoles/update',
    'wangfang',
    {
      usersRoleList: {
        before: [{ name: '只读查看' }],
        after: [{ name: '只读查看' }, { name: '储能工程师' }],
      },
    },
  ],
  [
    'role',
    'update',
    '/sys/role/page/update',
    '只读查看',
    {
      description: { before: '仅查询', after: '仅查询与详情' },
      resourceIdList: {
        before: { count: 18, names: [] },
        after: { count: 19, names: ['账号管理 / 详情'] },
      },
    },
  ],
  [
    'department',
    'add',
    '/sys/dept/page/add',
    '检修一班',
    { name: { after: '检修一班' }, code: { after: 'MAINT.1' }, enabled: { after: true } },
  ],
  [
    'organization',
    'update',
    '/sys/org/page/update',
    '华东储能',
    { remark: { before: null, after: 'East Storage' } },
  ],
  ['session', 'logout', '/authorization/logout'],
]

/** Login and operation logs of the last weeks, so that their lists have pages to turn. */
export async function seedRecords(
  db: Queries,
  now: Date,
  random: SeededRandom,
  accounts: readonly { id: string; account: string }[],
  place: { orgId: string; orgName: string; systemId: string; systemName: string },
): Promise<void> {
  const someone = () => accounts[random.number(accounts.length)] ?? { id: '', account: '' }
  const address = () => `10.${random.number(4)}.${random.number(256)}.${1 + random.number(254)}`
  const times = Array.from({ length: rows }, (_, index) => after(now, -(rows - index) * 3 * hour))
  await db
    .insertInto('login_log')
    .values(
      times.map((time) => {
        const person = someone()
        const isBad = random.number(8) === 0
        return {
          id: random.id(time),
          account_id: person.id,
          user_name: person.account,
          request_ip: address(),
          agent: random.pick(agents),
          login_result: isBad ? '2' : '1',
          reason: isBad ? 'passwordWrong' : null,
          login_time: time,
        }
      }),
    )
    .execute()
  await sql`
    update account a set last_login = l.last from (
      select account_id, max(login_time) as last from login_log where login_result = '1' group by account_id
    ) l where l.account_id = a.id`.execute(db)
  await db
    .insertInto('operation_log')
    .values(
      times.map((time) => {
        const [module, type, path, subject = null, changes] = random.pick(operations)
        const person = someone()
        const status = random.pick(['1', '1', '1', '1', '1', '2', '3'])
        const isDone = status === '1'
        return {
          id: random.id(time),
          account_id: person.id,
          username: person.account,
          org_id: place.orgId,
          org_name: place.orgName,
          system_id: place.systemId,
          system_name: place.systemName,
          module,
          type,
          method: 'POST',
          path,
          request_ip: address(),
          status,
          subject_name: isDone ? subject : null,
          changes: isDone && changes !== undefined ? JSON.stringify(changes) : null,
          create_time: time,
        }
      }),
    )
    .execute()
}

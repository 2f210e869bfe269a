import { beginSession } from '#platform/kernel/auth/tokens'
import { on } from './bench-server.mjs'

const accounts = '/sys/user/page/list'
const roles = '/sys/role/page/findAll'
const departments = '/sys/dept/page/list'
const organizations = '/sys/org/page/list'
const online = '/sys/online'
const operations = '/sys/log/page/list'
const entries = '/sys/loginLog/list'

/** Every list and its searches over made rows (`fillDatabase`): what it is, who asks (`madeAskers`), the call with {deep}, {one} and {month} to be put in. */
export const listCalls = [
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

/** The address of a call of `listCalls`: `deep` is the page that stands for page 1,000, `now` the time of the newest rows. */
export function addressOf(path, deep, now) {
  const day = (days) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const words = { deep, one: 'li4711', month: `beginTime=${day(60)}&endTime=${day(30)}` }
  return encodeURI(path.replace(/{(\w+)}/g, (_, word) => words[word]))
}

/** Headers of a super administrator, and of two people with every right in one organization: the first, which nearly everybody belongs to, and a small one. */
export async function madeAskers(db, url, now) {
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

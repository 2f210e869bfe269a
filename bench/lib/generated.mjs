import { on } from './bench-server.mjs'

/** How many of each `fillDatabase` makes unless told otherwise: rows. */
export const wholeSizes = {
  organizations: 10_000,
  departments: 100_000,
  roles: 200_000,
  accounts: 1_000_000,
  sessions: 100_000,
  entries: 10_000_000,
  operations: 10_000_000,
}

/** Rows that one statement brings: what a server keeps of a statement's triggers stays small. */
const atOnce = 500_000

/**
 * Fills a database that the platform has made (migrated, first start done) with people, places, roles and half a year of
 * logs. Everybody but one in a hundred belongs to the first organization, and to a small one. Entries of the operation log
 * have no seal: to `atrium audit verify` they are what somebody else has added.
 * @param {string} url of the database
 * @param {Partial<typeof wholeSizes>} sizes rows of each, in addition to those that are there
 * @param {string} password what the platform keeps of the password of all of them
 * @param {(line: string) => void} say progress
 */
export async function fillDatabase(url, sizes, password, say = () => {}) {
  const whole = { ...wholeSizes, ...sizes }
  for (const [table, { size, insert }] of Object.entries(made(whole, password))) {
    const begun = performance.now()
    const indexes = size > atOnce ? await indexesOf(url, table) : []
    for (const { name } of indexes) await on(url, `drop index ${name}`)
    for (let from = 1; from <= size; from += atOnce)
      await on(url, insert(`generate_series(${from}, ${Math.min(size, from + atOnce - 1)}) n`))
    for (const { definition } of indexes) await on(url, definition)
    await on(url, `vacuum analyze ${table}`)
    say(`${table}: ${size} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  // As time brings words of every kind, not one kind after the other.
  await on(
    url,
    `create temp table words as select * from log_word; truncate log_word;
    insert into log_word select * from words order by random()`,
  )
  await on(url, 'vacuum analyze log_word')
}

/** Those that no constraint stands on, as they can be made again once the rows are there. */
async function indexesOf(url, table) {
  const { rows } = await on(
    url,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = '${table}'::regclass and not i.indisunique`,
  )
  return rows
}

const id = (kind, number) => `'made-${kind}-' || lpad((${number})::text, 9, '0')`
const chosen = (words, number) => `(array['${words.join("','")}'])[1 + (${number})::int % ${words.length}]`
const surnames = [...'王李张刘陈杨黄赵周吴徐孙马胡朱郭何罗高林郑梁谢宋唐许邓韩冯曹彭曾']
const givenNames = [...'伟芳娜敏静秀丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红鑫宇欣晨']
const spelt = ['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'huang', 'zhao', 'zhou', 'wu', 'xu', 'sun', 'ma']
const modules = ['account', 'account', 'account', 'role', 'department', 'organization', 'menu', 'session']
const types = ['add', 'update', 'update', 'delete', 'enable', 'roles', 'read']
/** Half a year, evenly, in the order of time. */
const at = (size) => `now() - (${size} - n) * (interval '180 days' / ${size})`

/** Statements in the order in which tables refer to each other. */
function made({ organizations, departments, roles, accounts, sessions, entries, operations }, password) {
  const small = `2 + n % ${Math.max(1, organizations - 1)}`
  const name = `${chosen(surnames, 'n')} || ${chosen(givenNames, 'n / 7')} || ${chosen(givenNames, 'n / 211')}`
  const account = `${chosen(spelt, 'n * 5 / 3')} || n`
  /** Somebody who did something: some do more than others. */
  const who = `(1 + floor(random() * random() * ${accounts}))::int`
  const address = `'10.' || n % 4 || '.' || n % 251 || '.' || n % 7`
  const logged = (series) => `(select n, ${who} as who, random() as chance from ${series}) as drawn
    join account a on a.id = ${id('account', 'who')}`
  return {
    organization: {
      size: organizations,
      insert: (series) => `insert into organization (id, code, name, enabled, created_time)
        select ${id('org', 'n')}, 'MADE' || n, '分公司 ' || n, true, now() - n * interval '1 minute' from ${series}`,
    },
    department: {
      size: departments,
      insert: (series) => `insert into department (id, org_id, code, name, enabled, created_time)
        select ${id('dept', 'n')}, ${id('org', `1 + (n - 1) % ${organizations}`)}, 'D' || n, '部门 ' || n, true,
          now() - n * interval '1 minute' from ${series}`,
    },
    role: {
      size: roles,
      insert: (series) => `insert into role (id, org_id, name, created_time)
        select ${id('role', 'n')}, ${id('org', `1 + (n - 1) % ${organizations}`)}, '角色 ' || n, now() - n * interval '1 second'
        from ${series}`,
    },
    role_node: {
      size: roles,
      insert: (series) => `insert into role_node (role_id, node_id)
        select ${id('role', 'n')}, node.id from ${series}
        cross join (select m.id from menu_node m where m.type > 1 order by m.id limit 5) node`,
    },
    account: {
      size: accounts,
      insert: (
        series,
      ) => `insert into account (id, account, name, phone, enabled, password_hash, created_time, last_login)
        select ${id('account', 'n')}, ${account}, ${name}, '13' || lpad(((n::bigint * 982451653) % 1000000000)::text, 9, '0'), n % 50 > 0,
          '${password}', now() - n * interval '13 seconds', case when n % 3 > 0 then now() - random() * interval '180 days' end
        from ${series}`,
    },
    membership: {
      size: accounts,
      insert: (series) => `insert into membership (account_id, org_id, dept_id)
        select ${id('account', 'n')}, ${id('org', '1')}, case when n % 2 > 0 then ${id('dept', '1')} end from ${series} where n % 100 > 0
        union all select ${id('account', 'n')}, ${id('org', small)}, ${id('dept', small)} from ${series}`,
    },
    account_role: {
      size: accounts,
      insert: (series) => `insert into account_role (account_id, org_id, role_id)
        select ${id('account', 'n')}, ${id('org', small)}, ${id('role', small)} from ${series}`,
    },
    session: {
      size: sessions,
      insert: (
        series,
      ) => `insert into session (token_hash, account_id, ip, agent, login_time, last_seen, expires_at, org_id)
        select 'made-' || n, ${id('account', `1 + n % ${accounts}`)}, ${address}, 'made', now() - n * interval '1 second', now(),
          now() + interval '1 day', ${id('org', '1')} from ${series}`,
    },
    login_log: {
      size: entries,
      insert: (
        series,
      ) => `insert into login_log (id, account_id, user_name, request_ip, agent, login_result, login_time)
        select ${id('entry', 'n')}, a.id, a.account, ${address}, 'made', case when chance < 0.95 then '1' else '2' end, ${at(entries)}
        from ${logged(series)} order by n`,
    },
    operation_log: {
      size: operations,
      insert: (
        series,
      ) => `insert into operation_log (id, account_id, username, org_id, org_name, module, type, method, path, request_ip, status,
          subject_id, subject_name, create_time)
        select ${id('operation', 'n')}, a.id, a.account, ${id('org', `1 + n % least(${organizations}, 14)`)}, '分公司 ' || 1 + n % 14,
          ${chosen(modules, 'n')}, ${chosen(types, 'n')}, 'POST', '/sys/user/page/update', ${address},
          case when chance < 0.93 then '1' when chance < 0.98 then '2' else '3' end,
          ${id('account', `1 + n % ${accounts}`)}, 'somebody', ${at(operations)}
        from ${logged(series)} order by n`,
    },
  }
}

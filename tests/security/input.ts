import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { unique } from './attacker'
import { ask, beginOwn, organizationIds, tell } from './people'

export const input: readonly AbuseCase[] = [
  {
    ...{ id: 'G01', requirements: ['PERM-5'], asvs: ['15.3.3', '8.2.3'] },
    tried: 'fields that the form does not have: super administrator, ids, creators, passwords',
    expected: 'ignored or refused; the record holds what the form may change',
    try: async (attacker) => {
      const { admin, person, as } = await beginOwn(attacker, 'manager')
      const more = {
        superIdentification: true,
        isSuper: 1,
        role: 'admin',
        id: '1',
        userId: '1',
        enabled: false,
        passwordHash: 'x',
        createdTime: '1970-01-01',
        account: 'admin',
      }
      const own = await attacker.call('/sys/user/updateUserInfo', {
        as,
        body: { nickName: 'Robin', ...more },
      })
      expect(own.status).toBe(400)
      const ids = await organizationIds(attacker, admin)
      const fields = {
        name: 'Robin',
        phone: '13800000000',
        userOrgList: [{ orgId: ids.EAST, deptId: null }],
        usersRoleList: [],
      }
      const account = unique('mass')
      const added = await attacker.call('/sys/user/page/add', {
        as,
        body: { ...fields, ...more, account, password: 'a'.repeat(64) },
      })
      expect([0, 400]).toContain(added.code)
      const found = await ask<{ content: Record<string, unknown>[] }>(
        attacker,
        admin,
        `/sys/user/page/list?account=${account}`,
      )
      for (const row of found.content) expect(row.superIdentification ?? false).toBe(false)
      const self = await ask<{ superIdentification: boolean; username: string }>(attacker, as, '/auth/info')
      expect(self).toMatchObject({ superIdentification: false, username: person.account })
    },
  },
  {
    ...{ id: 'G02', asvs: ['15.3.6'] },
    tried: '`__proto__`, `constructor` and `prototype` as keys, in bodies, queries and paths',
    expected: 'plain keys that nothing reads; nobody’s rights change afterwards',
    try: async (attacker) => {
      const { call, standing } = attacker
      const [as, admin] = [await standing('auditor'), await standing('admin')]
      const bodies = [
        '{"__proto__":{"superIdentification":true,"enabled":true}}',
        '{"constructor":{"prototype":{"superIdentification":true}}}',
        '{"nickName":"x","__proto__":{"everything":true}}',
        '{"id":"__proto__","enabled":true}',
        '[{"__proto__":{"code":0}}]',
      ]
      const headers = { 'content-type': 'application/json' }
      for (const body of bodies) {
        for (const path of [
          '/sys/user/updateUserInfo',
          '/session/enter',
          '/session/sign-out2',
          '/sys/dept/page/updateDeptEnabled',
        ]) {
          await call(path, { as, method: 'POST', headers, body, answered: [400, 403, 404, 415] })
        }
        await call('/sys/dept/page/add', { as: admin, method: 'POST', headers, body })
      }
      for (const query of [
        ...['__proto__[enabled]=true', '__proto__=x', 'constructor.prototype.x=1', 'page[__proto__]=1'],
        ...['enabled[]=1'],
      ]) {
        expect([200, 400], query).toContain((await call(`/sys/user/page/list?${query}`, { as })).status)
      }
      for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        await call(`/sys/user/page/detail/${id}`, { as, answered: 403 })
      }
      await call('/sys/poolResource/page/findSystem', { as, answered: 403 })
    },
  },
  {
    ...{ id: 'G03', asvs: ['15.3.7'] },
    tried: 'keys of a query said twice, in body and query differently, and twice in a JSON object',
    expected: '400, or the one that stands',
    try: async (attacker) => {
      const { call, standing } = attacker
      const as = await standing('admin')
      for (const query of [
        'page=1&page=2',
        'limit=10&limit=99999',
        'account=a&account=b',
        'enabled=1&enabled=0',
      ]) {
        await call(`/sys/user/page/list?${query}`, { as, answered: 400 })
      }
      const both = await call('/sys/org/page/list/updateOrgEnabled?id=a&enabled=1', {
        as,
        body: { id: 'b', enabled: true },
      })
      expect(both.status).toBe(400)
      const contradiction = await call('/sys/org/page/list/updateOrgEnabled?id=a&enabled=1', {
        as,
        body: { enabled: false },
      })
      expect(contradiction.status).toBe(400)
      const twice = await call('/sys/user/page/updateEnable/', {
        as,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"a","id":"b","enabled":true}',
      })
      expect([400, 404]).toContain(twice.status)
    },
  },
  {
    ...{ id: 'G04', asvs: ['15.3.5', '1.4.2', '2.2.1'] },
    tried: 'values of other types than a field has: objects, lists, truth values, numbers beyond measure',
    expected: '400 with the field’s name',
    try: signedIn('admin', async ({ as, call }) => {
      const sound = { name: 'Sound', code: 'abuse.sound', orgId: 'x', enabled: true }
      for (const odd of [
        {},
        [],
        { $gt: '' },
        ['a'],
        [['a']],
        true,
        1e308,
        -1,
        null,
        'x'.repeat(100_000),
        { toString: 'x' },
      ]) {
        for (const field of ['name', 'code', 'orgId', 'enabled']) {
          const { status, data } = await call('/sys/dept/page/add', { as, body: { ...sound, [field]: odd } })
          // `true` and `1` are what a switch takes; then the unknown organization is what is refused.
          expect([400, 403, 404], `${field} ${JSON.stringify(odd).slice(0, 50)}`).toContain(status)
          if (status === 400) expect(JSON.stringify(data)).toContain('"field":')
        }
      }
      for (const query of [
        'page=-1',
        'page=0',
        'page=1.5',
        'page=1e3x',
        'page=99999999999999999999',
        'limit=0',
        'limit=-1',
        'limit=101',
        'limit=1e9',
        'page=%00',
        'page=NaN',
        'page=0x10',
        'enabled=maybe',
        `account=${'x'.repeat(51)}`,
      ]) {
        const { status } = await call(`/sys/user/page/list?${query}`, { as })
        // Hexadecimal is a way to write a whole number.
        expect(query === 'page=0x10' ? [200, 400] : [400], query).toContain(status)
      }
    }),
  },
  {
    ...{ id: 'G05', asvs: ['1.5.2', '15.2.2'] },
    tried: 'JSON that is none, too deep, too long, of other encodings',
    expected: '400 or 413, at once',
    try: signedIn('admin', async ({ as, call }) => {
      const headers = { 'content-type': 'application/json' }
      const bodies: (string | Buffer)[] = [
        ...['', ' ', '{', '{"a":}', "{'a':1}", 'NaN', 'undefined', '{"a":1}{"b":2}', '{"a":1}\n{"b":2}'],
        ...['// x\n{}', '{"a":01}', '"\\ud800"'],
        '['.repeat(100_000),
        `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
        `{"name":"${'a'.repeat(900_000)}"}`,
        `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()}}`,
        Buffer.from('\ufeff{"a":1}', 'utf16le'),
        Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
        Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
      ]
      const began = Date.now()
      for (const body of bodies) {
        for (const path of ['/sys/dept/page/add', '/session/enter']) {
          await call(path, { as, method: 'POST', headers, body, answered: [400, 413, 415] })
        }
      }
      expect(Date.now() - began).toBeLessThan(15_000)
    }),
  },
  {
    ...{ id: 'G07', asvs: ['1.2.2', '3.7.2'] },
    tried: 'addresses of menus, tiles and pictures with `javascript:`, `data:`, other hosts in disguise',
    expected: '400: no such address is ever stored',
    try: signedIn('admin', async ({ as, call }) => {
      const addresses = [
        ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)'],
        ...['data:text/html,<script>alert(1)</script>', 'vbscript:x', '//evil.example', '/\\evil.example'],
        ...['\\\\evil.example', 'file:///etc/passwd', 'blob:x', 'ftp://evil.example', 'http:evil.example'],
        ...['http:///evil.example', 'http://\\evil.example', '\u0001javascript:alert(1)'],
      ]
      const menu = {
        type: 2,
        iFrame: true,
        name: 'Abuse',
        code: 'ems.abuse',
        path: '/ems/abuse',
        sort: 1,
        pid: 'x',
      }
      const application = { name: 'Abuse', code: 'abuse', enabled: true, resourceIdList: ['x'] }
      for (const [field, path, body] of [
        ['linkUrl', '/sys/menuManage/page/list/add', menu],
        ['icon', '/sys/appInfo/page/manager/add', application],
        ['headImg', '/sys/user/updateUserInfo', {}],
      ] as const) {
        const refusal = async (address: string) => {
          const { status, data } = await call(path, { as, body: { ...body, [field]: address } })
          return { status, data: JSON.stringify(data) }
        }
        // A sound address meets another refusal: there is no such parent, no such picture.
        const sound = await refusal('https://console.example/x.png')
        for (const address of addresses) {
          const { status, data } = await refusal(address)
          expect([status, data], address).toEqual([400, expect.stringContaining(`"field":"${field}"`)])
          expect(data, address).not.toBe(sound.data)
        }
      }
    }),
  },
  {
    ...{ id: 'G08', asvs: ['1.1.1', '16.4.1'] },
    tried: 'names of half surrogates, other directions, invisible characters, NUL, line breaks',
    expected: 'stored as text or refused with 400; the list still answers',
    try: async (attacker) => {
      const { call, standing } = attacker
      const as = await standing('admin')
      const ids = await organizationIds(attacker, as)
      const code = unique('odd').slice(0, 18)
      for (const [at, odd] of [
        ...['\ud800', '\u202egnp.exe', '\u200b', '\ufeffx', 'a\u0000b', 'a\r\nb: c', '\u0007', '\uffff'],
        ...['\u{1f600}'.repeat(10), 'Z\u0351\u036b\u0343'.repeat(8)],
      ].entries()) {
        const body = JSON.stringify({ name: odd, code: `${code}.${at}`, orgId: ids.EAST, enabled: true })
        await call('/sys/dept/page/add', {
          as,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          answered: [200, 400],
        })
      }
      const found = await ask<{ content: { id: string }[] }>(attacker, as, `/sys/dept/page/list?name=${code}`)
      for (const { id } of found.content) await tell(attacker, as, `/sys/dept/page/delete/${id}`, undefined)
    },
  },
]

import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '#platform/seed/demo/accounts'
import { summary } from '../../tools/conformance/print.ts'
import {
  at,
  captcha,
  done,
  html,
  jsonOf,
  look,
  places,
  platform,
  rows,
  served,
  withQuery,
} from './conformance.ts'
import { client } from './harness.ts'

type Sent = Record<string, unknown>

describe('a platform that differs', () => {
  test('EDGE-15 a deletion that does nothing is named, and so is what is left', async () => {
    served.spoil(async (asked, ask) => {
      const isRemoval = asked.path.startsWith('/sys/org/page/delete/') && asked.headers.authorization
      return isRemoval && !asked.path.includes('conformance-none') ? done : ask(asked)
    })
    const enough = new AbortController()
    const outcome = await look({
      account: 'admin',
      write: true,
      only: ['organization'],
      signal: enough.signal,
      told: ({ call }) => call === 'organization.remove' && enough.abort(),
    })
    const { findings } = outcome
    const kept = await platform.db
      .selectFrom('organization')
      .where('name', 'like', 'conformance-%')
      .select('id')
      .execute()
    expect(kept.map(({ id }) => `organization ${id}`)).toEqual(findings.left)
    expect(findings.left).toHaveLength(1)
    expect(findings.differences).toContainEqual({
      call: 'organization.remove',
      at: 'the record',
      sent: 'a record of the run’s own',
      contract: 'gone from the list once it is deleted (specification 2.16, 3, 5, 7)',
      came: 'it is still there',
    })
    expect(summary(outcome)).toContain(`remove it by hand:\n  organization ${kept[0]?.id}`)
    await platform.db.deleteFrom('organization').where('name', 'like', 'conformance-%').execute()
  })

  test('EDGE-15 what should have been refused is named alone where it is added, and gone at the end', async () => {
    const nodes = (await platform.rows('menu_node')).filter(({ type }) => type === 3).map(({ id }) => id)
    const taken: Record<string, (sent: Sent) => Sent | undefined> = {
      '/sys/org/page/add': ({ name }) =>
        String(name).length > 50 ? { name: String(name).slice(1) } : undefined,
      '/sys/role/page/add': ({ resourceIdList }) =>
        Array.isArray(resourceIdList) && resourceIdList.length === 0 ? { resourceIdList: nodes } : undefined,
      '/sys/user/page/add': ({ phone }) => (phone === '12' ? { phone: '13900000000' } : undefined),
    }
    served.spoil(async (asked, ask) => {
      if (!asked.body.startsWith('{')) return ask(asked)
      const body: Sent = JSON.parse(asked.body)
      return ask({ ...asked, body: JSON.stringify({ ...body, ...taken[asked.path]?.(body) }) })
    })
    const outcome = await look({ account: 'admin', write: true, only: ['organization', 'role', 'account'] })
    expect(places(outcome)).toEqual([
      'organization.add: a name of 51 characters',
      'role.add: nothing checked in the permission tree',
      'account.add: a phone number of two digits',
    ])
    expect(outcome.findings.left).toEqual([])
    for (const table of ['organization', 'role', 'account'] as const) {
      const names = (await platform.rows(table)).map(({ name }) => String(name))
      expect(names.filter((name) => /^(conformance-|x{50}$)/.test(name))).toEqual([])
    }
  })

  test('EDGE-15 a switch that turns over what there is does not do what it was told', async () => {
    served.spoil(async (asked, ask) => {
      const isSwitch = asked.path.startsWith('/sys/dept/page/updateDeptEnabled')
      if (!isSwitch || !asked.headers.authorization) return ask(asked)
      const id = new URLSearchParams(asked.path.split('?')[1]).get('id')
      const stored = (await platform.rows('department')).find((row) => row.id === id)
      return ask(withQuery(asked, (query) => query.set('enabled', String(Number(!stored?.enabled)))))
    })
    const outcome = await look({ account: 'admin', write: true, only: ['department'] })
    expect(places(outcome)).toEqual(['department.updateEnable: enabled'])
  })

  test('EDGE-15 a list that cannot be read is not said to lack what was added', async () => {
    served.spoil(async (asked, ask) => (asked.path.startsWith('/sys/role/page/findAll') ? html : ask(asked)))
    const outcome = await look({ account: 'admin', write: true, only: ['role'] })
    expect(places(outcome)).not.toContain('role.list: data')
    expect(outcome.findings.left).toContainEqual(expect.stringMatching(/^role conformance-/))
    await platform.db.deleteFrom('role').where('name', 'like', 'conformance-%').execute()
    await platform.db.deleteFrom('organization').where('name', 'like', 'conformance-%').execute()
  })

  test('EDGE-15 one that limits calls ends the run, and what was made is named where it cannot be removed', async () => {
    let isLimited = false
    served.spoil(async (asked, ask) => {
      const told = isLimited ? { ...html, status: 429 } : await ask(asked)
      isLimited ||= asked.path === '/sys/dept/page/add' && jsonOf(told)?.code === 0
      return told
    })
    const outcome = await look({ account: 'admin', write: true, only: ['department'] })
    expect(outcome.ended?.message).toBe('The platform limits how many calls may come (HTTP 429)')
    const [department, organization, ...others] = outcome.findings.left
    expect(department).toMatch(/^department conformance\./)
    expect(organization).toMatch(/^organization /)
    expect(others).toEqual([])
    await platform.db.deleteFrom('department').where('name', 'like', 'conformance-%').execute()
    await platform.db.deleteFrom('organization').where('name', 'like', 'conformance-%').execute()
  })

  test('EDGE-15 the call at which a run ended is not told as one that is as it should be', async () => {
    served.spoil(async () => ({ ...html, status: 401 }))
    const { findings } = await look({ account: 'admin' })
    expect(findings.reports()).toEqual([
      { call: 'session.captcha', outcome: 'skipped', checks: 1, reason: 'the run ended here' },
    ])
  })

  test('HOLD-5: whether the platform keeps keys of writes is told, and where it says so, tried', async () => {
    const organizations = { account: 'admin', write: true, only: ['session', 'organization'] }
    const advised = async () =>
      (await look(organizations)).findings.advice.filter(({ at }) => at === 'idempotency-key')
    expect(await advised()).toEqual([])
    served.spoil(async (asked, ask) => {
      const { 'idempotency-key': _, ...headers } = asked.headers
      return ask({ ...asked, headers })
    })
    const ignoring = await look(organizations)
    expect(places(ignoring).slice(0, 2)).toEqual(Array(2).fill('organization.add: idempotency-key'))
    expect(new Set(places(ignoring).map((place) => place.split(': ')[1]))).toEqual(
      new Set(['idempotency-key']),
    )
    served.spoil(async (asked, ask) => {
      const { 'idempotency-key': _, ...headers } = asked.headers
      const told = await ask({ ...asked, headers })
      const { 'idempotency-key-lifetime': __, ...said } = told.headers
      return { ...told, headers: said }
    })
    expect(await advised()).toHaveLength(1)
    expect(places(await look(organizations))).toEqual([])
  })

  test('EDGE-15 a listing that is missing is advice, however the platform says so', async () => {
    const missing = (body: string, status = 404) =>
      at('/sys/resourcesConfig/page/listConfig', () => ({ ...html, status, body }))
    served.spoil(missing('{"code":404,"msg":"no"}'))
    const told = await look({ only: ['allocation'] })
    expect(places(told)).toEqual(['allocation.listConfig: content type'])
    expect(told.findings.advice).toContainEqual(
      expect.objectContaining({
        call: 'allocation.listConfig',
        came: expect.stringContaining('no sub-applications'),
      }),
    )
    served.spoil(missing('<h1>Not found</h1>'))
    const unsaid = await look({ only: ['allocation'] })
    expect(places(unsaid)).toEqual([])
    expect(unsaid.findings.advice).toContainEqual(expect.objectContaining({ call: 'allocation.listConfig' }))
    served.spoil(missing('<h1>Not implemented</h1>', 501))
    expect(places(await look({ only: ['allocation'] }))).toEqual([])
  })
})

describe('npm run conformance', () => {
  function command(args: readonly string[], password = demoPassword) {
    const options = { env: { ...process.env, CONFORMANCE_PASSWORD: password } }
    const credentials = ['--client-id', client.id, '--client-secret', client.secret]
    const all = [
      'scripts/conformance.mjs',
      ...args,
      ...credentials,
      '--account',
      'operator',
      '--captcha',
      captcha,
    ]
    return new Promise<{ code: number; out: string; said: string }>((resolve) => {
      const child = execFile(process.execPath, all, options, (_error, out, said) =>
        resolve({ code: child.exitCode ?? -1, out, said }),
      )
    })
  }

  test('EDGE-15 it ends with 0 without a difference, and with 1 and JSON that names it', async () => {
    const good = await command([served.url.href, '--only', 'online'])
    expect(good).toMatchObject({ code: 0, said: '' })
    expect(good.out).toMatch(/^ok +online\.list +\d+ {2}GET \/sys\/online$/m)
    served.spoil(
      at(
        '/sys/online',
        rows((row) => ({ ...row, userName: true })),
      ),
    )
    const bad = await command([served.url.href, '--only', 'online', '--json'])
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.out)).toMatchObject({
      totals: { differences: 1 },
      differences: [
        {
          call: 'online.list',
          at: 'data.content[0].userName',
          contract: 'a text or a number (specification 2.11, 3, 7)',
          came: 'true',
        },
      ],
    })
  })

  test('EDGE-15 it ends with 2 and what to do where it cannot run', async () => {
    const nobody = await command(['http://127.0.0.1:9'])
    expect(nobody.code).toBe(2)
    expect(nobody.out + nobody.said).toContain('http://127.0.0.1:9 does not answer')
    const refused = await command([served.url.href], 'Wrong2026')
    expect(refused.code).toBe(2)
    expect(refused.out).toMatch(
      /The platform refused the sign-in \(code 101016: .*\n {2}Check --account, --password/,
    )
  })
})

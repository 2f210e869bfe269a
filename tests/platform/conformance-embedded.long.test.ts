import { describe, expect, test } from 'vitest'
import { endpoints } from '#contracts/registry'
import { demoPassword } from '#platform/seed/demo/accounts'
import type { CallReport } from '../../tools/conformance/findings.ts'
import { asJson, summary } from '../../tools/conformance/print.ts'
import { captcha, jsonOf, look, platform, served, settings, withQuery } from './conformance.ts'
import { browserHash, client } from './harness.ts'

describe('the embedded platform', () => {
  test('EDGE-15 it has no difference, and reading changes no row of it', async () => {
    const untouched = [
      ...(await platform.recordTables()),
      ...['image', 'revision', 'discovery_job', 'sms_code'],
    ]
    const before = await platform.fingerprint(untouched)
    const told: CallReport[] = []
    const outcome = await look({ told: (report) => told.push(report) })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    expect(await platform.fingerprint(untouched)).toEqual(before)
    // What it is refused, or given whole, is counted, as it is logged.
    const counted = (await platform.rows('quota')).map(({ kind }) => kind)
    expect(counted.toSorted()).toEqual(['export', 'refusal'])
    const skipped = told.filter((report) => report.outcome === 'skipped').map(({ call }) => call)
    const writing = Object.entries(endpoints).filter(
      ([name, endpoint]) => 'operation' in endpoint && name !== 'session.signOut',
    )
    expect(skipped.sort()).toEqual(
      ['alarm.count', 'bulk.run', 'user.sendSmsCode', ...writing.map(([name]) => name)].sort(),
    )
    expect(new Set(told.map(({ call }) => call)).size, 'every call has its line').toBe(
      Object.keys(endpoints).length + 1,
    )
    // Nobody answers the count of alarms, with `--write` or without.
    const changing = skipped.length - 1
    expect(summary(outcome)).toContain(`${changing} of them because they change something: --write`)
  })

  test('EDGE-15 with --write every call is made, and everything that was made is gone again', async () => {
    const before = await platform.fingerprint()
    const outcome = await look({ account: 'admin', write: true })
    expect(outcome.ended).toBeUndefined()
    expect(outcome.findings.differences).toEqual([])
    const skipped = outcome.findings.reports().filter((report) => report.outcome === 'skipped')
    expect(skipped.map(({ call }) => call)).toEqual(['session.mainMenu', 'alarm.count'])
    expect(await platform.fingerprint()).toEqual(before)
    expect(outcome.findings.left).toEqual([
      expect.stringContaining('no call of the contract deletes pictures'),
    ])
  })

  test('EDGE-15 an account that is no super administrator may run it with --write', async () => {
    const before = await platform.fingerprint()
    const outcome = await look({ write: true, only: ['organization'] })
    expect(outcome.findings.differences).toEqual([])
    expect(outcome.findings.left).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 what an account may not do is skipped, with the permission that it lacks', async () => {
    const before = await platform.fingerprint()
    const { findings } = await look({ account: 'auditor', write: true, only: ['assets', 'account'] })
    expect(findings.differences).toEqual([])
    const reports = findings.reports()
    expect(reports).toContainEqual(expect.objectContaining({ call: 'account.list', outcome: 'ok' }))
    for (const [call, permission] of [
      ['assets.findSystem', 'uia.assets.index'],
      ['account.add', 'uia.account.add'],
    ]) {
      expect(reports).toContainEqual({
        call,
        outcome: 'skipped',
        checks: expect.any(Number),
        reason: `the account may not (${permission}): run it with one that may`,
      })
    }
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 a stop in the middle removes what was made and signs out', async () => {
    const before = await platform.fingerprint()
    const controller = new AbortController()
    const outcome = await look({
      write: true,
      only: ['department'],
      told: ({ call }) => call === 'department.update' && controller.abort(),
      signal: controller.signal,
    })
    expect(outcome.ended?.message).toBe('Stopped')
    expect(outcome.findings.left).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test.each([
    ['/sys/dept/page/add', 'department'],
    ['/sys/poolResource/page/list/addAll', 'assets'],
  ])('EDGE-15 a stop while %s is under way leaves nothing behind', async (path, group) => {
    const before = await platform.fingerprint()
    const controller = new AbortController()
    served.spoil(async (asked, ask) => {
      const told = await ask(asked)
      const code = jsonOf(told)?.code
      if (asked.path === path && (code === 0 || code === 200)) controller.abort()
      return told
    })
    const outcome = await look({ account: 'admin', write: true, only: [group], signal: controller.signal })
    expect(outcome.ended?.message).toBe('Stopped')
    expect(outcome.findings.left.filter((left) => !left.startsWith('picture'))).toEqual([])
    expect(await platform.fingerprint()).toEqual(before)
  })

  test('EDGE-15 neither token nor password nor whole names leave the run', async () => {
    const bearers = new Set<string>()
    served.spoil(async (asked, ask) => {
      const body = new URLSearchParams(asked.body)
      if (asked.path === '/authorization/oauth/token') body.set('code', captcha)
      const told = await ask({
        ...withQuery(asked, (query) => query.delete('account')),
        ...(body.has('secret') && { body: body.toString() }),
      })
      const bearer = asked.headers.authorization?.replace(/^Bearer /, '') ?? ''
      if (!asked.path.startsWith('/sys/user/page/detail/') || jsonOf(told)?.code !== 0) return told
      bearers.add(bearer)
      return { ...told, body: JSON.stringify({ code: 7, msg: `${bearer} ${demoPassword}`, data: null }) }
    })
    const outcome = await look({ only: ['account', 'session'] })
    const text = summary(outcome) + asJson(settings({ write: false, only: [], timeout: 1 }), outcome)
    expect(text).toContain('code 7: *** ***')
    expect(text).toMatch(/oauth\/token \{.*secret\\":\\"\*\*\*/)
    expect(text).toMatch(/page\/list\?page=1&limit=10&account=[a-z]{2}\*\*\*/)
    expect(bearers.size).toBe(1)
    const names = await platform.db.selectFrom('account').select('account').execute()
    for (const secret of [...bearers, demoPassword, browserHash(demoPassword), client.secret]) {
      expect(text).not.toContain(secret)
    }
    for (const { account } of names) expect(text).not.toMatch(new RegExp(`[=:"]${account}\\b`))
  })
})

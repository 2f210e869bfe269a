import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { codes } from '#contracts/envelope'
import { Gate } from '#contracts/gate'
import { limits } from '#contracts/limits'
import * as organizations from '#contracts/organization'
import { put } from '#contracts/preference'
import { currentUser } from '#contracts/session'
import { platformBounds } from '#platform/kernel/http/overload'
import { testPlatform } from './harness.ts'
import { makePerson } from './records.ts'
import { client } from './sign-in.ts'

const platform = testPlatform({ gate: new Gate(platformBounds) })

test('HOLD-8: beyond capacity calls are refused at once with a sentence and Retry-After, and it goes on at once', async () => {
  await platform.token('admin')
  const since = performance.now()
  const all = await Promise.all(
    Array.from({ length: platformBounds.most * 10 }, async (_, number) => {
      const locale = number % 2 === 0 ? 'en-US' : 'zh-cn'
      const answer = await platform.call(currentUser, { as: 'admin', locale })
      return { ...answer, locale, took: performance.now() - since }
    }),
  )
  const refused = all.filter(({ status }) => status !== 200)
  expect(all.length - refused.length).toBeGreaterThanOrEqual(platformBounds.most)
  expect(refused.length).toBeGreaterThan(platformBounds.most)
  for (const { status, code, msg, data, headers, locale } of refused) {
    expect({ status, code, data }).toEqual({ status: 503, code: 503, data: { outcome: 'unchanged' } })
    expect(msg).toContain(
      locale === 'en-US' ? 'Too many people are using the console at once' : '当前访问人数过多',
    )
    expect(headers.get('retry-after')).toBe('1')
  }
  expect((await platform.call(currentUser, { as: 'admin' })).status).toBe(200)
})

test('HOLD-8: strangers keep nobody who is signed in from work, and probes are always answered', async () => {
  await platform.token('admin')
  let key = 5_000_000_000
  const flood = Array.from({ length: platformBounds.most * 6 }, () => {
    key += 1
    return platform.send('GET', `/authorization/captcha?key=${key}`, client)
  })
  const list = { query: { page: 1, limit: 10 } }
  const people = Array.from({ length: platformBounds.most / 2 }, () =>
    platform.call(organizations.list, { as: 'admin' }, list),
  )
  const probes = [platform.send('GET', '/healthz'), platform.send('GET', '/readyz')]
  expect((await Promise.all(flood)).filter(({ status }) => status === 503).length).toBeGreaterThan(0)
  expect(new Set((await Promise.all(people)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([200, 200])
})

/** A body of which the first bytes come at once, and the rest when it is told to. */
function slowBody(text: string, first = 1) {
  let [finish, isOver] = [() => {}, false]
  const rest = new Promise<void>((resolve) => {
    finish = resolve
  })
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, first)),
    async pull(controller) {
      await rest
      controller.enqueue(bytes.subarray(first))
      controller.close()
    },
    cancel() {
      isOver = true
    },
  })
  return { body, finish, isRefused: () => isOver }
}
const json = 'application/json'

test('HOLD-8: bodies that do not come take nobody’s place', async () => {
  await platform.token('admin')
  const slow = Array.from({ length: platformBounds.most * 2 }, () => slowBody('{"none":1}'))
  const waiting = slow.map(({ body }) =>
    platform.send(put.method, put.path, { as: 'admin', body, type: json }),
  )
  expect((await platform.call(currentUser, { as: 'admin' })).status).toBe(200)
  for (const [at, { finish }] of slow.entries()) {
    finish()
    expect((await waiting[at])?.status).toBe(400)
  }
})

test('HOLD-8: large bodies have a bound together, beyond which they are refused for now, and small ones are taken', async () => {
  await platform.token('admin')
  const large = JSON.stringify({ key: 'x'.repeat(limits.jsonBytes - 100) })
  const slow = Array.from({ length: 150 }, () => slowBody(large, large.length - 1))
  const statuses: number[] = []
  const waiting = slow.map(async ({ body }) => {
    const { status } = await platform.send(put.method, put.path, { as: 'admin', body, type: json })
    statuses.push(status)
  })
  await expect.poll(() => new Set(statuses)).toEqual(new Set([503]))
  expect((await platform.call(put, { as: 'admin' }, { body: {} })).status).toBe(400)
  for (const [at, { finish, isRefused }] of slow.entries()) {
    if (!isRefused()) finish()
    await waiting[at]
  }
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(100)
})

test('EDGE-8 what somebody may do is asked when their request is there, not when it begins', async () => {
  const person = await makePerson(platform, { EAST: ['uia.department.add'] })
  const who = { as: person.account, org: 'EAST' }
  await platform.token(person.account)
  const form = { orgId: await platform.orgId('EAST'), code: 'LATE', name: 'Late', enabled: 1 }
  const { body, finish } = slowBody(JSON.stringify(form))
  const answer = platform.send('POST', departments.add.path, { ...who, body, type: json })
  await platform.ok(accounts.updateEnable, { as: 'admin' }, { body: { id: person.id, enabled: 0 } })
  finish()
  expect((await (await answer).json()).code).toBe(codes.sessionEnded)
  expect(await platform.rows('department', { code: 'LATE' })).toEqual([])
})

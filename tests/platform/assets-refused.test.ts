import { describe, expect, test } from 'vitest'
import type { CollectedResource } from '#contracts/assets'
import * as assets from '#contracts/assets'
import { limits } from '#contracts/limits'
import { codesOf, finished, makeSystem, page, plain, platform, send, status, store } from './discoveries.ts'
import { admin, chinese } from './harness.ts'

describe('what is refused', () => {
  const repeated = (code: string) => [plain(code, 'a'), plain(code, 'b', { path: `/${code}/a` })]
  test.each([
    [
      'unknown',
      (code: string) => [plain(code, 'a')],
      'The system {code} is not registered',
      '系统 {code} 未登记',
    ],
    ['disabled', (code: string) => [plain(code, 'a')], 'The system {code} is disabled', '系统 {code} 已停用'],
    [
      'fresh',
      (code: string) => [plain(code, 'a', { code: 'other.a' }), plain(code, 'b', { code: `${code}x.b` })],
      'In the system {code}, 2 resource codes do not begin with "{code}."',
      '系统 {code} 有 2 个资源编码不以“{code}.”开头',
    ],
    [
      'fresh',
      repeated,
      'The system {code} has 1 repeated path and 0 repeated codes',
      '系统 {code} 存在 1 个重复路径、0 个重复编码',
    ],
    [
      'fresh',
      (code: string) => [page(code, 'a'), page(code, 'a', { path: '/x' })],
      'The system {code} has 1 repeated path and 2 repeated codes',
      '系统 {code} 存在 1 个重复路径、2 个重复编码',
    ],
  ])('RES-5 VALID-2 a system that is %s or reports badly: %#', async (kind, resources, en, zh) => {
    const code = kind === 'unknown' ? 'nowhere' : await makeSystem({ enable: kind !== 'disabled' })
    const body = [{ code, resources: resources(code) }]
    const msg = en.replaceAll('{code}', code)
    expect(await send(body)).toMatchObject({ status: 409, msg, data: [{ code, message: msg }] })
    expect((await send(body, chinese)).msg).toBe(zh.replaceAll('{code}', code))
    expect(await codesOf(code)).toEqual([])
  })

  test('RES-5 the console’s own resources are built in', async () => {
    expect(await send([{ code: 'uia', resources: [plain('uia', 'a')] }])).toMatchObject({
      status: 409,
      msg: 'The resources of uia are built in and cannot be replaced',
    })
  })

  test('RES-5 paths that a registered system has already are counted; what a deleted one left stands in nobody’s way', async () => {
    const [owner, code] = [await makeSystem(), await makeSystem()]
    await store([{ code: owner, resources: [page(owner, 'a', { path: '/shared' })] }])
    const resources = [plain(code, 'a', { path: '/shared' }), plain(code, 'b')]
    expect(await send([{ code, resources }])).toMatchObject({
      status: 409,
      msg: `1 path and 0 codes of the system ${code} already belong to another system`,
    })
    // The other gives it up in the same call.
    const both = [
      { code: owner, resources: [] },
      { code, resources },
    ]
    expect(await store(both)).toMatchObject({ added: 2, gone: 2, failed: [] })
    const third = await makeSystem()
    await platform.delete('system_config', { code })
    const taken = [plain(third, 'a', { path: '/shared' })]
    expect(await store([{ code: third, resources: taken }])).toMatchObject({ added: 1, failed: [] })
  })

  test('RES-5 RES-7 of several systems the good ones are stored; those that share a path are all left out, and told', async () => {
    const [good, one, other] = [await makeSystem(), await makeSystem(), await makeSystem()]
    const body = [
      { code: good, resources: [page(good, 'a')] },
      { code: one, resources: [plain(one, 'a', { path: '/both' })] },
      { code: other, resources: [plain(other, 'a', { path: '/both' })] },
      { code: 'nowhere', resources: [] },
    ]
    const done = await store(body)
    expect(done).toMatchObject({ added: 2 })
    expect(done.failed).toEqual([
      { code: one, message: `The system ${one} has 1 repeated path and 0 repeated codes` },
      { code: other, message: `The system ${other} has 1 repeated path and 0 repeated codes` },
      { code: 'nowhere', message: 'The system nowhere is not registered' },
    ])
    expect((await status(chinese)).failed?.[2]).toEqual({ code: 'nowhere', message: '系统 nowhere 未登记' })
    expect(await codesOf(one)).toEqual([])
    const refused = await send(body.slice(1))
    expect(refused).toMatchObject({ status: 409, msg: 'None of the selected systems could be synchronized' })
    expect(refused.data).toHaveLength(3)
  })

  test.each([
    ['no system', () => [], ''],
    ['a system twice', (code: string) => [0, 1].map(() => ({ code, resources: [] })), ''],
    ['no resources', (code: string) => [{ code }], '0.resources'],
    [
      'another type',
      (code: string) => [{ code, resources: [{ ...plain(code, 'a'), type: 4 }] }],
      '0.resources.0.type',
    ],
    [
      'another method',
      (code: string) => [{ code, resources: [{ ...plain(code, 'a'), method: 'EVAL' }] }],
      '0.resources.0.method',
    ],
    ['a blank name', (code: string) => [{ code, resources: [plain(code, ' ')] }], '0.resources.0.name'],
    [
      'a long path',
      (code: string) => [{ code, resources: [plain(code, 'a', { path: 'x'.repeat(301) })] }],
      '0.resources.0.path',
    ],
    [
      'a code with a script',
      (code: string) => [{ code, resources: [plain(code, 'a', { code: `${code}.<script>` })] }],
      '0.resources.0.code',
    ],
    [
      '5,001 resources',
      (code: string) => [{ code, resources: Array.from({ length: 5001 }, (_, at) => plain(code, `p${at}`)) }],
      '0.resources',
    ],
  ])('RES-5 VALID-2 %s is refused, and nothing is stored', async (_, body, field) => {
    const code = await makeSystem()
    const answer = await platform.call(assets.addAll, admin, { body: body(code) })
    expect(answer).toMatchObject({ status: 400, data: [{ field }] })
    expect(await codesOf(code)).toEqual([])
  })

  test('HOLD-8 VALID-2 of a report with very many faults the first is told, and nobody is held up', async () => {
    const code = await makeSystem()
    const blank = { name: '', type: 2, path: '', code: '' }
    for (const nothing of [0, {}, blank]) {
      for (const below of ['children', 'operations']) {
        const resources = [{ ...plain(code, 'a'), [below]: Array(200_000).fill(nothing) }]
        const { status, data } = await send([{ code, resources }])
        expect([status, (data as unknown[]).length < 10], below).toEqual([400, true])
      }
    }
  })

  test('RES-5 a report that is nested without end is refused', async () => {
    const code = await makeSystem()
    let resource: CollectedResource = plain(code, 'deepest')
    for (let level = 0; level < limits.resourceDepth; level += 1) {
      resource = plain(code, `l${level}`, { children: [resource] })
    }
    expect((await send([{ code, resources: [resource] }])).status).toBe(400)
    expect((await send([{ code, resources: resource.children ?? [] }])).code).toBe(200)
    await finished()
  })
})

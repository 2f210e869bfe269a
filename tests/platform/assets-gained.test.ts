import { expect, test } from 'vitest'
import * as applications from '#contracts/apply'
import type { CollectedResource } from '#contracts/assets'
import * as menus from '#contracts/menu'
import { makeSystem, operations, page, plain, platform, store } from './discoveries.ts'
import { admin } from './harness.ts'
import { storePicture } from './pictures.ts'

/** An application that has taken these pages of a system. */
async function taking(system: string, names: readonly string[]): Promise<string> {
  const nodes = await Promise.all(
    names.map((name) => platform.row('pool_resource', { code: `${system}.page.${name}` })),
  )
  const body = {
    ...{ name: `Takes ${system}`, code: `${system}app`, icon: await storePicture(platform), enabled: true },
    resourceIdList: nodes.map(({ id }) => id),
  }
  await platform.ok(applications.add, admin, { body })
  return body.code
}
/** Its tree, as taking it freshly would draw it. */
async function drawn(application: string): Promise<string[]> {
  const lines = (node: menus.MenuRow): string[] => [
    `${node.type} ${node.code}`,
    ...(node.children ?? []).flatMap(lines).map((line) => `  ${line}`),
  ]
  const data = await platform.ok(menus.tree, admin)
  return data.filter((root) => root.code === application).flatMap(lines)
}
const button = (code: string, name: string) =>
  ({ name, path: `/${code}/${name}`, code: `${code}.${name}`, method: 'POST' }) as const

test('RES-5 APP-4 MENU-6 what a system gains below a page that an application has taken comes into the menu as if taken with it', async () => {
  const code = await makeSystem()
  const before = [page(code, 'a'), page(code, 'b'), page(code, 'left')]
  await store([{ code, resources: before }])
  const application = await taking(code, ['a', 'b'])
  const a = page(code, 'a')
  const inner = page(code, 'inner', { children: [plain(code, 'deep')] })
  const left = page(code, 'left', { children: [page(code, 'leftToo')] })
  const next: CollectedResource[] = [
    { ...a, operations: [...(a.operations ?? []), button(code, 'export')], children: [inner] },
    page(code, 'b'),
    left,
  ]
  expect(await store([{ code, resources: next }])).toMatchObject({ added: 6, failed: [] })
  const held = [`${code}.export`, `${code}.page.inner`, `${code}.inner.search`, `${code}.page.deep`]
  const lines = await drawn(application)
  expect(lines).toEqual([
    `0 ${application}`,
    `  1 ${application}.pages`,
    `    2 ${code}.page.a`,
    `      3 ${code}.a.search`,
    `      3 ${code}.export`,
    `    2 ${code}.page.b`,
    `      3 ${code}.b.search`,
    `    2 ${code}.page.inner`,
    `      3 ${code}.inner.search`,
    `    2 ${code}.page.deep`,
  ])
  const gained = await platform.row('menu_node', { code: `${code}.export` })
  expect(gained).toMatchObject({ enabled: true, create_type: '2', method: 'POST', inside_flag: '1' })
  const [, told] = await operations(`System ${code}`)
  expect(told?.changes).toMatchObject({ entries: { after: { count: 4, names: held } } })
  const sorts = (await platform.rows('menu_node', { pid: (await platform.node(`${application}.pages`))?.id }))
    .map(({ sort }) => sort)
    .sort()
  expect(sorts).toEqual([1, 2, 3, 4])
})

test('RES-5 MENU-6 what somebody took out of the menu stays out, and an entry that has a code already keeps it', async () => {
  const code = await makeSystem()
  await store([{ code, resources: [page(code, 'a', { children: [page(code, 'sub')] }), page(code, 'own')] }])
  const application = await taking(code, ['a'])
  const folder = await platform.nodeId(`${application}.pages`)
  for (const gone of [`${code}.a.search`, `${code}.page.sub`]) {
    await platform.ok(menus.remove, admin, { params: { resourceId: await platform.nodeId(gone) } })
  }
  const typed = { name: 'Typed', code: `${code}.typed`, path: '/typed', sort: 9, icon: '' }
  const body = { ...typed, type: 1, pid: folder }
  await platform.ok(menus.add, admin, { body })
  const before = await drawn(application)
  const search = page(code, 'a').operations ?? []
  const sub = page(code, 'sub', { operations: [button(code, 'late')] })
  const a = page(code, 'a', { operations: [...search, button(code, 'typed')], children: [sub] })
  await store([{ code, resources: [a, page(code, 'own')] }])
  expect(await drawn(application)).toEqual(before)
  // Below a page that is taken, what could be taken by itself can be no more.
  await store([{ code, resources: [{ ...a, children: [sub, page(code, 'own')] }] }])
  expect((await drawn(application)).filter((line) => !before.includes(line))).toEqual([
    `    2 ${code}.page.own`,
    `      3 ${code}.own.search`,
  ])
})

test('RES-5 MENU-6 an entry stays a page where its resource is reported as an operation', async () => {
  const code = await makeSystem()
  await store([{ code, resources: [plain(code, 'a'), plain(code, 'b')] }])
  await taking(code, ['a'])
  const a = { name: 'a', path: `/${code}/a`, code: `${code}.page.a`, method: 'GET' } as const
  await store([{ code, resources: [plain(code, 'b', { operations: [a] })] }])
  expect(await platform.row('pool_resource', { code: a.code })).toMatchObject({ type: 3, method: 'GET' })
  const { type, method, component } = await platform.row('menu_node', { code: a.code })
  expect([type, method, component === null]).toEqual([2, null, false])
})

test('RES-5 MENU-6 an entry follows its resource that comes back to another path than the one that it has left', async () => {
  const code = await makeSystem()
  await store([{ code, resources: [plain(code, 'a')] }])
  await taking(code, ['a'])
  await store([{ code, resources: [plain(code, 'b', { path: `/${code}/a` })] }])
  const pathOf = async () => (await platform.row('menu_node', { code: `${code}.page.a` })).path
  expect(await pathOf()).toBe(`/${code}/a`)
  const back = plain(code, 'a', { path: `/${code}/moved` })
  await store([{ code, resources: [plain(code, 'b', { path: `/${code}/a` }), back] }])
  expect(await pathOf()).toBe(`/${code}/moved`)
})

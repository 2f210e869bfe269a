import { expect, test } from 'vitest'
import { pageOf } from '#lib/console-pages'
import { nodeName, wayNames } from '#lib/node-name'
import { asPlace } from '#lib/page-context'
import { flatten } from '#lib/permission-tree'
import { placeOf } from '#lib/server/bff/context-mismatch'
import { contextOf } from '#lib/server/bff/context-of'
import { loggedSystem, placeName, systemName } from '#lib/system-name'
import { foundNodes, searchTree } from '#lib/tree'
import { consoleApplication } from '#platform/seed/console-tree'
import type { SeedNode } from '#platform/seed/seed-node'

const all = (nodes: readonly SeedNode[] = []): SeedNode[] =>
  nodes.flatMap((node) => [node, ...all(node.below)])

test('MENU-1 the console’s own buttons are the calls that they make, not what is asked before them', () => {
  const buttons = all(consoleApplication.below).filter(({ type }) => type === 'button')
  const writes = buttons.filter(({ code }) =>
    /\.(add\w*|update\w*|delete|\w+Update|resetPassword|endSessions)$/.test(code),
  )
  expect(writes.length).toBeGreaterThan(20)
  for (const { code, method, path } of writes) expect(method, `${code} ${path}`).toBe('POST')
  expect(buttons.find(({ code }) => code === 'uia.account.delete')?.path).toBe('/sys/user/page/delete/{id}')
})

test('I18N-1 ROLE-3 every node of the console’s own tree has a name in either language', () => {
  for (const node of [consoleApplication, ...all(consoleApplication.below)]) {
    expect(nodeName(node, 'en'), node.code).toMatch(/^[A-Z][A-Za-z -]+$/)
    expect(nodeName(node, 'zh-cn')).toBe(node.name)
  }
})

test('I18N-1 a node of another system has its English name, else its own, also where its code ends like one of ours', () => {
  expect(nodeName({ name: '运行监控', nameEn: 'Operation', code: 'ems.run' }, 'en')).toBe('Operation')
  expect(nodeName({ name: '新增', code: 'ems.run.add' }, 'en')).toBe('新增')
  expect(nodeName({ name: '自建', code: 'uia.home.made' }, 'en')).toBe('自建')
})

test('I18N-1 SHELL-4 CHOOSE-2 what a platform calls in English, or renamed so, keeps its name', () => {
  expect(systemName({ name: 'User centre', code: 'uia' }, 'en')).toBe('User centre')
  expect(nodeName({ name: 'People', code: pageOf('account').code }, 'en')).toBe('People')
  expect(nodeName({ name: 'Sign up', code: 'uia.account.add' }, 'en')).toBe('Sign up')
  expect(nodeName({ name: 'People', nameEn: 'Persons', code: 'ems' }, 'en')).toBe('Persons')
  expect(systemName({ name: '', code: 'uia' }, 'en')).toBe('Administration')
})

test('I18N-1 ROLE-3 an English tree is searched by both names', () => {
  const tree = flatten([{ id: '1', name: '账号管理', code: pageOf('account').code, type: 2 }], 'en')
  expect(tree.name).toEqual(['Accounts'])
  for (const text of ['acc', '账号', 'uia.'])
    expect(foundNodes(tree, searchTree(tree, tree.text, text))).toEqual([0])
})

test('I18N-1 a system is called in the language of whoever asks: where they choose it, work in it, and read of it', () => {
  const [own] = [{ code: 'uia', name: '统一管理平台' }]
  const other = { code: 'ems', name: '能源管理系统', nameEn: 'Energy' }
  const names = (system: Parameters<typeof systemName>[0]) =>
    (['zh-cn', 'en'] as const).map((locale) => systemName(system, locale))
  expect(names(own)).toEqual(['统一管理平台', 'Administration'])
  expect(names({ ...own, nameEn: 'Our platform' })).toEqual(['统一管理平台', 'Our platform'])
  expect(names(other)).toEqual(['能源管理系统', 'Energy'])
  expect(names({ ...other, nameEn: null })).toEqual(['能源管理系统', '能源管理系统'])

  const at = { orgId: '1', orgCode: 'EAST', orgName: '华东储能' }
  const context = contextOf(at, { id: '7', ...other })
  const session = { userId: '1', username: 'li', context }
  expect(placeName(context, 'en')).toBe('Energy')
  expect(placeName(contextOf(at, { id: '8', ...own }), 'en')).toBe('Administration')
  expect(placeName(undefined, 'en')).toBe('Administration')
  expect(asPlace(placeOf(session))).toMatchObject({ systemName: '能源管理系统', systemNameEn: 'Energy' })

  expect(loggedSystem(own.name, 'en')).toBe('Administration')
  expect([loggedSystem(own.name, 'zh-cn'), loggedSystem('报表中心', 'en')]).toEqual([own.name, '报表中心'])
})

test('I18N-1 WHY-1 what grants a permission is called as in the menu', () => {
  const path = ['统一管理平台', '角色管理', '自建']
  const way = { role: { id: '1', name: 'R' }, entry: '7', path }
  const nodes = [
    { name: '统一管理平台', nameEn: null, code: 'uia' },
    { name: '角色管理', nameEn: null, code: pageOf('role').code },
    { name: '自建', nameEn: 'Of ours', code: 'ems.own' },
  ]
  expect(wayNames({ ...way, nodes }, 'en')).toEqual(['Administration', 'Roles', 'Of ours'])
  expect(wayNames({ ...way, nodes }, 'zh-cn')).toEqual(path)
  expect(wayNames(way, 'en'), 'of a platform that tells the names alone').toEqual(path)
})

import { expect, test } from 'vitest'
import { pageOf } from '#lib/console-pages'
import { nodeName } from '#lib/node-name'
import { flatten } from '#lib/permission-tree'
import { foundNodes, searchTree } from '#lib/tree'
import { consoleApplication } from '#platform/seed/console-tree'
import type { SeedNode } from '#platform/seed/seed-node'

test('I18N-1 ROLE-3 every node of the console’s own tree has a name in either language', () => {
  const all = (nodes: readonly SeedNode[] = []): SeedNode[] =>
    nodes.flatMap((node) => [node, ...all(node.below)])
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

test('I18N-1 ROLE-3 an English tree is searched by both names', () => {
  const tree = flatten([{ id: '1', name: '账号管理', code: pageOf('account').code, type: 2 }], 'en')
  expect(tree.name).toEqual(['Accounts'])
  for (const text of ['acc', '账号', 'uia.'])
    expect(foundNodes(tree, searchTree(tree, tree.text, text))).toEqual([0])
})

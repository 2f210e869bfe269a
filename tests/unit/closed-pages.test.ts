import { expect, test } from 'vitest'
import { closedPages } from '#lib/closed-pages'
import { flatten } from '#lib/permission-tree'

const page = (code: string, ...buttons: string[]) => ({
  ...{ id: code, name: code, code, type: 2 },
  children: buttons.map((button) => ({ id: button, name: button, code: button, type: 3 })),
})
const tree = flatten(
  [
    page('uia.account.list', 'uia.account.search', 'uia.account.add'),
    page('uia.assets.list', 'uia.assets.index', 'uia.assets.addAll'),
    page('ems.stations', 'ems.stations.search', 'ems.stations.add'),
  ],
  'zh-cn',
)

test.each([
  [[], []],
  [['uia.account.add'], ['uia.account.list']],
  [['uia.account.add', 'uia.account.search', 'uia.assets.addAll'], ['uia.assets.list']],
  [['uia.account.list', 'uia.account.search'], []],
  [['ems.stations.add'], []],
])('ROLE-3 WHY-2 of %j the pages that do not open are %j', (ids, closed) => {
  expect([...closedPages(tree, ids)].map((at) => tree.code[at])).toEqual(closed)
})

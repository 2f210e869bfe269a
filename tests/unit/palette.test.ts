import { expect, test, vi } from 'vitest'
import { groupsFor, type Item, pagesOf, recentItems, rememberItem } from '#lib/palette'

const entry = (key: string, title: string, href: string) => ({ key, title, icon: 'page', href })
const pages = pagesOf([
  { key: 'people', title: '人员与权限', icon: 'people', entries: [entry('a', '账号管理', '/account/index')] },
  entry('h', '首页', '/home'),
])
const add: Item = { id: 'action add account', kind: 'action', title: '新增账号', href: '/account/index?add' }
const li: Item = {
  id: 'account 7',
  kind: 'account',
  title: '李明',
  note: 'liming',
  href: '/account/index?account=liming&open=7',
}
const known = [...pages, add]
const shown = (text: string, found: Item[] = [], recent: Item[] = []) =>
  groupsFor(text, known, found, recent).map(({ kind, items }) => [kind, items.map(({ title }) => title)])

test('EDGE-14 pages and actions are found by words and by address, in whatever language', () => {
  expect(shown('')).toEqual([
    ['page', ['账号管理', '首页']],
    ['action', ['新增账号']],
  ])
  for (const text of ['账号', 'Account', '管理 账'])
    expect(shown(text)[0], text).toEqual(['page', ['账号管理']])
  for (const text of ['nobody', '账号 首页', 'index']) expect(shown(text), text).toEqual([])
})

test('EDGE-14 what was chosen lately comes first, once, and a page only while it is the person’s', () => {
  const gone: Item = { id: 'page /menu/index', kind: 'page', title: '菜单管理', href: '/menu/index' }
  expect(shown('', [], [li, add, gone])).toEqual([
    ['recent', ['李明', '新增账号']],
    ['page', ['账号管理', '首页']],
  ])
  expect(shown('lim', [{ ...li, title: '李明明' }], [li])).toEqual([['recent', ['李明明']]])
  expect(shown('首页', [], [li])).toEqual([['page', ['首页']]])
})

test('EDGE-14 VALID-2 the browser keeps six; nonsense and addresses elsewhere are none', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    },
  })
  for (let at = 0; at < 8; at += 1) rememberItem({ ...li, id: `account ${at % 7}` })
  expect(recentItems().map(({ id }) => id.slice(-1))).toEqual(['0', '6', '5', '4', '3', '2'])
  for (const text of [
    '{',
    '{}',
    '[null, 1]',
    JSON.stringify([{ ...li, href: '//elsewhere.test' }]),
    JSON.stringify([{ ...li, external: true, href: 'javascript:0' }]),
  ]) {
    kept.set('recent', text)
    expect(recentItems(), text).toEqual([])
  }
  vi.unstubAllGlobals()
})

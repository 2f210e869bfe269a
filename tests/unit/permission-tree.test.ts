import { expect, test } from 'vitest'
import {
  checkedIds,
  checkOf,
  chosenOf,
  flatten,
  isChoosable,
  type TreeNode,
  toggled,
  untouchedIds,
} from '#lib/permission-tree'
import { foundNodes, searchTree, visibleNodes } from '#lib/tree'

const button = (id: string): TreeNode => ({ id, name: id, code: `uia.${id}`, type: 3 })
const roots: TreeNode[] = [
  {
    id: 'people',
    name: '人员',
    type: 1,
    children: [
      { id: 'accounts', name: 'Accounts', type: 2, children: [button('add'), button('remove')] },
      { id: 'empty', name: 'Empty page', type: 2, children: [] },
    ],
  },
  button('alone'),
]
const tree = flatten(roots, 'zh-cn')
const at = (id: string) => tree.id.indexOf(id)

test('ROLE-3 a parent is half checked while only some below it are', () => {
  const chosen = toggled(tree, chosenOf(tree, []), at('add'))
  expect(['people', 'accounts', 'add', 'remove'].map((id) => checkOf(tree, chosen, at(id)))).toEqual([
    'some',
    'some',
    'all',
    'none',
  ])
  expect(checkedIds(tree, chosen)).toEqual(['add'])
})

test('ROLE-3 checking a parent checks all below it, and once more unchecks them', () => {
  const all = toggled(tree, chosenOf(tree, []), at('people'))
  expect(checkedIds(tree, all)).toEqual(['people', 'accounts', 'add', 'remove'])
  expect(checkedIds(tree, toggled(tree, all, at('people')))).toEqual([])
  expect(checkedIds(tree, toggled(tree, chosenOf(tree, ['add']), at('accounts')))).toEqual([
    'people',
    'accounts',
    'add',
    'remove',
  ])
})

test('ROLE-3 in a search a parent checks and unchecks what is found below it, and nothing that the search hides', () => {
  const shownBy = (text: string) => {
    const { kept } = searchTree(tree, tree.text, text)
    return (node: number) => kept[node] === 1
  }
  const press = (held: string[], id: string, text: string) =>
    checkedIds(tree, toggled(tree, chosenOf(tree, held), at(id), shownBy(text)))
  expect(press([], 'accounts', 'uia.add')).toEqual(['add'])
  expect(press(['add'], 'accounts', 'uia.add')).toEqual([])
  expect(press(['remove'], 'people', 'uia.add'), 'what is above it follows').toEqual([
    ...['people', 'accounts', 'add', 'remove'],
  ])
  expect(press(['add', 'remove'], 'people', 'uia.add')).toEqual(['remove'])
  expect(press([], 'accounts', 'accounts'), 'what is below a match is found').toEqual([
    ...['people', 'accounts', 'add', 'remove'],
  ])
})

test('ROLE-3 nodes without children that are not type 3 cannot be checked', () => {
  expect(isChoosable(tree, at('empty'))).toBe(false)
  expect(isChoosable(tree, at('alone'))).toBe(true)
  expect(checkedIds(tree, toggled(tree, chosenOf(tree, []), at('empty')))).toEqual([])
})

test('ROLE-3 what a role holds is shown again, and ids that the tree does not know are no fault', () => {
  const chosen = chosenOf(tree, ['accounts', 'add', 'remove', 'gone'])
  expect(checkedIds(tree, chosen)).toEqual(['people', 'accounts', 'add', 'remove'])
  expect(chosen[at('people')]).toBe(2)
})

test('ROLE-3 only what is open shows, and a search keeps the way to what it finds', () => {
  const names = (nodes: number[]) => nodes.map((node) => tree.id[node])
  expect(names(visibleNodes(tree, () => false))).toEqual(['people', 'alone'])
  expect(names(visibleNodes(tree, (node) => node === at('people')))).toEqual([
    'people',
    'accounts',
    'empty',
    'alone',
  ])
  const found = (text: string) => searchTree(tree, tree.text, text)
  expect(names(foundNodes(tree, found(' REMOVE ')))).toEqual(['people', 'accounts', 'remove'])
  expect(names(foundNodes(tree, found('uia.add')))).toEqual(['people', 'accounts', 'add'])
  expect(foundNodes(tree, found('nothing'))).toEqual([])
  expect(names(foundNodes(tree, found('accounts'))), 'closed at first').toEqual(['people', 'accounts'])
  expect(names(foundNodes(tree, found('accounts'), () => true))).toEqual([
    ...['people', 'accounts', 'add', 'remove'],
  ])
})

test('ROLE-4 a tree that contains itself ends', () => {
  const loop: TreeNode & { children: TreeNode[] } = { id: 'loop', name: 'loop', type: 1, children: [] }
  loop.children.push(loop)
  expect(flatten([loop], 'zh-cn').size).toBe(100)
})

test('ROLE-3 what the tree cannot change stays in the role', () => {
  expect(untouchedIds(tree, ['empty', 'add', 'people', 'of another'])).toEqual(['empty', 'of another'])
})

import { expect, test } from 'vitest'
import type { MenuRow } from '#contracts/menu'
import { packMenu, unpackMenu } from '#lib/menu-tree'
import { chosenNodes, foundNodes } from '../../app/(console)/menu/chosen-nodes'

const row = (id: string, type: number, children: MenuRow[] = [], more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  name: `Name ${id}`,
  type,
  children,
  ...more,
})
const tree = unpackMenu(
  packMenu([
    row('app', 0, [
      row('people', 1, [row('accounts', 2, [row('add', 3), row('remove', 3)]), row('empty', 1)]),
      row('records', 1, [], { insideFlag: '0', enabled: false }),
    ]),
    row('other', 0, [row('elsewhere', 1, [], { isControl: 0 })], { isControl: 0 }),
  ]),
)
const every = Array.from(tree.id.keys())

test('EDGE-11 chosen nodes come before what they hang on; applications and what cannot be switched are none', () => {
  expect([...chosenNodes(tree, every).keys()]).toEqual([
    ...['add', 'remove', 'accounts', 'empty', 'people', 'records'],
  ])
  expect(chosenNodes(tree, every).get('add')).toEqual({
    ...{ id: 'add', name: 'Name add', enabled: true, systemId: 'app', isBuiltIn: false },
  })
  expect(chosenNodes(tree, every).get('records')).toMatchObject({ isBuiltIn: true })
})

test('EDGE-11 all that a search found are chosen without what only leads there', () => {
  expect(foundNodes(tree, '')).toEqual(every)
  const way = [row('app', 0, [row('people', 1, [row('accounts', 2, [row('add', 3)])])])]
  const found = unpackMenu(packMenu(way))
  expect(foundNodes(found, 'ACCOUNTS').map((at) => found.id[at])).toEqual(['accounts', 'add'])
  // Of a platform that looks at more than names.
  expect(foundNodes(found, 'a code').map((at) => found.id[at])).toEqual(['add'])
})

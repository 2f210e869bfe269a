import { expect, test } from 'vitest'
import { compared } from '#app/(console)/role/compared.ts'
import { flatten, type TreeNode } from '#lib/permission-tree'

const node = (id: string, type: number, children: TreeNode[] = []): TreeNode => ({
  id,
  name: id,
  type,
  children,
})
const east = flatten([node('page', 2, [node('add', 3), node('drop', 3)]), node('bare', 2)], 'zh-cn')
const west = flatten([node('page', 2, [node('add', 3), node('find', 3)])], 'zh-cn')
const told = (left: string[], right: string[], trees = [east]) => {
  const { rows, unseen } = compared(trees, left, right)
  const signs = rows.map((row) => `${row.name} ${Number(row.left)}${Number(row.right)}`)
  return [signs.filter((sign) => !sign.endsWith('00')), unseen]
}

test('WHY-2 two roles grant the same only where they do so beyond what is shown, too', () => {
  expect(told(['add', 'x'], ['add', 'x'])).toEqual([['page / add 11'], 0])
  expect(told(['add', 'x', 'y'], ['add', 'z', 'y'])).toEqual([['page / add 11'], 2])
})

test('WHY-2 what is compared is what grants something: pages without buttons, too, and nothing that stands for others', () => {
  expect(told(['page', 'add', 'bare'], ['add', 'drop'])).toEqual([
    ['page / add 11', 'page / drop 01', 'bare 10'],
    0,
  ])
})

test('WHY-2 roles of two organizations are compared by what is shown of either', () => {
  expect(told(['add', 'find', 'x'], ['add', 'drop'], [east, west])).toEqual([
    ['page / add 11', 'page / drop 01', 'page / find 10'],
    1,
  ])
  expect(told(['add'], [], [])).toEqual([[], 1])
})

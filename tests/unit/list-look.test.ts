import { expect, test } from 'vitest'
import { asLook, lookText, moved, withChanges, withShown, withWidth } from '#lib/kept-look'
import { arranged, type ListLook } from '#lib/list-look'
import { asSearches, sameSearch, searchesText } from '#lib/saved-searches'

const columns = [
  { id: 'account' },
  { id: 'name' },
  { id: 'phone' },
  { id: 'lastLogin', isOptional: true },
  { id: 'operations', pinned: true },
]
const shown = (look: ListLook) =>
  arranged(columns, look)
    .map(({ id }) => id)
    .join()

test('EDGE-13 columns stand by themselves until somebody sets them up; the name and what is pinned stay', () => {
  expect(shown({})).toBe('account,name,phone,operations')
  expect(shown({ order: ['operations', 'phone', 'account', 'name'] })).toBe('account,phone,name,operations')
  expect(shown({ hidden: ['account', 'name', 'operations'], shown: ['lastLogin'] })).toBe(
    'account,phone,lastLogin,operations',
  )
  expect(shown({ order: ['phone'] }), 'a column that nobody placed keeps its neighbour').toBe(
    'account,name,phone,operations',
  )
})

test('EDGE-13 a column moves, shows and is as wide as was said, and setting it back leaves nothing', () => {
  const up = moved(columns, { shown: ['lastLogin'] }, 'lastLogin', -1)
  expect(shown(up)).toBe('account,name,lastLogin,phone,operations')
  expect(shown(moved(columns, up, 'lastLogin', 1))).toBe('account,name,phone,lastLogin,operations')
  expect(moved(columns, up, 'name', -1), 'not before the name of the row').toBe(up)
  const phone = { id: 'phone' }
  expect(shown(withShown({}, phone, false))).toBe('account,name,operations')
  expect(lookText(withShown(withShown({}, phone, false), phone, true))).toBeUndefined()
  expect(withWidth({}, 'name', 9999).widths).toEqual({ name: 800 })
  expect(lookText(withWidth(withWidth({}, 'name', 200), 'name', undefined))).toBeUndefined()
})

test('EDGE-13 of what is kept by now only that changes which was set up here', () => {
  const before: ListLook = { hidden: ['phone'], widths: { name: 200, phone: 80 } }
  const elsewhere: ListLook = { hidden: ['status'], widths: { name: 300, phone: 80 }, size: 50 }
  const after = withWidth(withShown(before, { id: 'account' }, false), 'phone', 120)
  expect(withChanges(elsewhere, before, after)).toEqual({
    hidden: ['status', 'account'],
    shown: [],
    widths: { name: 300, phone: 120 },
    size: 50,
  })
  const order = ['name', 'account']
  expect(withChanges(elsewhere, {}, { order })).toMatchObject({ ...elsewhere, order })
  expect(withChanges({ order }, { order, size: 50 }, { order, size: 20 })).toMatchObject({ order, size: 20 })
  expect(lookText(withChanges(before, before, withShown(before, { id: 'phone' }, true)))).not.toContain(
    'hidden',
  )
  expect(withChanges(elsewhere, before, {}), 'set back is all of it').toEqual({})
})

test('EDGE-13 VALID-2 what was kept is read with care: nonsense leaves the list as it stands', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"hidden":7,"order":[1,"a b"],"widths":{"<b>":1,"name":"x"},"size":7}',
  ])
    expect(asLook(text), text).toEqual({})
  expect(asLook('{"widths":{"name":1},"size":20,"hidden":["phone"]}')).toEqual({
    widths: { name: 64 },
    size: 20,
    hidden: ['phone'],
  })
  for (const text of [undefined, '{', '{}', '[null,{"name":1}]']) expect(asSearches(text)).toEqual([])
})

test('EDGE-13 a saved search is what stands in the address, but for its page', () => {
  expect(sameSearch('account=li&page=3&sort=-name')).toBe('account=li&sort=-name')
  const saved = [{ name: 'Li', search: 'account=li' }]
  expect(asSearches(searchesText(saved))).toEqual(saved)
})

test('EDGE-13 thirty searches are kept, and another is refused instead of taking the place of the first', () => {
  const searches = Array.from({ length: 31 }, (_, at) => ({ name: `${at}`, search: `page=${at}` }))
  expect(asSearches(searchesText(searches.slice(1)))).toHaveLength(30)
  expect(searchesText(searches)).toBeUndefined()
  expect(searchesText([{ name: 'long', search: 'x'.repeat(8000) }])).toBeUndefined()
})

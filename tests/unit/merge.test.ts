import { describe, expect, test } from 'vitest'
import { difference, isSame, mergeForm } from '#lib/merge'

const fields = { name: {}, phone: {}, roles: {}, places: { keyOf: ({ orgId }: { orgId: string }) => orgId } }
const base = {
  name: 'Li',
  phone: '1',
  roles: ['viewer', 'editor'],
  places: [
    { orgId: 'east', deptId: null as string | null },
    { orgId: 'west', deptId: 'w1' as string | null },
  ],
}
const merged = (mine: Partial<typeof base>, theirs: Partial<typeof base>) =>
  mergeForm(base, { ...base, ...mine }, { ...base, ...theirs }, fields)

describe('two people edit one record', () => {
  test('EDGE-2 what only one of them changed is taken, and what the other changed is told', () => {
    const { values, taken, clashes } = merged({ name: 'Wang' }, { phone: '2' })
    expect(values).toMatchObject({ name: 'Wang', phone: '2' })
    expect(taken).toEqual([{ field: 'phone', was: '1', now: '2' }])
    expect(clashes).toEqual([])
  })

  test('EDGE-2 the same change by both is none; none, null and empty are the same', () => {
    expect(merged({ name: 'Wang' }, { name: 'Wang' })).toMatchObject({ taken: [], clashes: [] })
    expect([isSame(null, ''), isSame(undefined, ''), isSame(0, ''), isSame(false, '')]).toEqual([
      ...[true, true],
      ...[false, false],
    ])
  })

  test('EDGE-2 different values of one field are the person’s to choose; their own stands until then', () => {
    const { values, taken, clashes } = merged({ name: 'Wang' }, { name: 'Zhao' })
    expect(values.name).toBe('Wang')
    expect(taken).toEqual([])
    expect(clashes).toEqual([{ field: 'name', mine: 'Wang', theirs: 'Zhao' }])
  })

  test('EDGE-2 lists merge by element: what one gave is given, what one took away stays away', () => {
    const { values, taken, clashes } = merged(
      { roles: ['viewer', 'editor', 'mine'] },
      { roles: ['theirs', 'viewer'] },
    )
    expect([...values.roles].sort()).toEqual(['mine', 'theirs', 'viewer'])
    expect(clashes).toEqual([])
    expect(difference(taken[0]?.was as string[], taken[0]?.now as string[])).toEqual([
      { was: 'editor', now: undefined },
      { was: undefined, now: 'theirs' },
    ])
  })

  test('EDGE-2 elements with a key merge each by itself; only the one that both changed is to be chosen', () => {
    const { values, taken, clashes } = merged(
      {
        places: [
          { orgId: 'east', deptId: 'mine' },
          { orgId: 'west', deptId: 'w1' },
        ],
      },
      {
        places: [
          { orgId: 'north', deptId: null },
          { orgId: 'west', deptId: 'w2' },
          { orgId: 'east', deptId: 'theirs' },
        ],
      },
    )
    const places = (east: string) => [
      { orgId: 'north', deptId: null },
      { orgId: 'west', deptId: 'w2' },
      { orgId: 'east', deptId: east },
    ]
    expect(values.places).toEqual(places('mine'))
    expect(clashes).toEqual([{ field: 'places', mine: places('mine'), theirs: places('theirs') }])
    expect(taken.map(({ field }) => field)).toEqual(['places'])
  })

  test('EDGE-2 what one took away and the other changed is to be chosen', () => {
    const [east, west] = base.places as [(typeof base.places)[0], (typeof base.places)[0]]
    const { clashes } = merged({ places: [east] }, { places: [east, { ...west, deptId: 'w2' }] })
    expect(clashes).toEqual([
      { field: 'places', mine: [east], theirs: [east, { orgId: 'west', deptId: 'w2' }] },
    ])
  })

  test('EDGE-2 the order of a list is no change', () => {
    expect(merged({}, { roles: ['editor', 'viewer'] })).toMatchObject({ taken: [], clashes: [] })
  })
})

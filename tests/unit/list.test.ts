import { expect, test } from 'vitest'
import { columnWidth, fitOf, sharedWidths } from '#components/list/column-width'
import { offeredPages } from '#components/list/pager'
import { accountSearch } from '#contracts/account'
import { addressWith, leftOut, readListQuery, type SearchParams } from '#lib/list-address'
import { lastPage, pageAfterDelete } from '#lib/paging'

test('LIST-7 an address is read into search, page and size', () => {
  const query = readListQuery(accountSearch, { account: 'li', enabled: '0', page: '3', size: '20' })
  expect(query).toEqual({
    search: { account: 'li', enabled: false },
    text: { account: 'li', enabled: '0' },
    page: 3,
    limit: 20,
  })
  expect(addressWith('/account/index', query, 2)).toBe('/account/index?account=li&enabled=0&page=2&size=20')
})

test('EDGE-13 LIST-7 what a person prefers is what the address need not say', () => {
  expect(readListQuery(accountSearch, {}, 20).limit).toBe(20)
  const query = readListQuery(accountSearch, { size: '10' }, 20)
  expect(query.limit).toBe(10)
  expect(addressWith('/account/index', query, 2, 20)).toBe('/account/index?page=2&size=10')
  expect(addressWith('/account/index', { ...query, limit: 20 }, 1, 20)).toBe('/account/index')
})

test('LIST-7 nonsense in an address falls back field by field', () => {
  const fallback = { search: {}, text: {}, page: 1, limit: 10 }
  const nonsense: SearchParams[] = [
    { page: 'abc', size: '7', enabled: 'maybe' },
    { page: '-1', size: '10.5' },
    { page: '1e9', size: '' },
    { page: '0', size: 'NaN', account: 'x'.repeat(51) },
    JSON.parse('{"page":["x","2"],"__proto__":"x","constructor":"y"}'),
    { page: '99999999999999999999' },
  ]
  for (const params of nonsense)
    expect(readListQuery(accountSearch, params), JSON.stringify(params)).toEqual(fallback)
  expect(readListQuery(accountSearch, { page: 'x', phone: '138' }).search).toEqual({ phone: '138' })
})

test('LIST-7 what an address says that is nothing of its list is named, and nothing else', () => {
  const read = { account: 'li', enabled: '0', page: '2', size: '20', phone: '' }
  const said = { ...read, add: '', open: 'x', from: 'y' }
  expect(leftOut(accountSearch, said)).toEqual([])
  const nonsense = { enabled: 'maybe', account: 'x'.repeat(51), page: ['abc', '2'], size: '7' }
  expect(leftOut(accountSearch, nonsense)).toEqual([
    `account=${'x'.repeat(40)}…`,
    'enabled=maybe',
    'page=abc',
    'size=7',
  ])
})

test('LIST-3 page sizes are 10, 20 and 30', () => {
  for (const size of ['10', '20', '30'])
    expect(readListQuery(accountSearch, { size }).limit).toBe(Number(size))
  for (const size of ['5', '40', '100']) expect(readListQuery(accountSearch, { size }).limit).toBe(10)
})

test('LIST-8 deleting the only row of a page beyond the first steps back one page, at any size', () => {
  expect(pageAfterDelete({ page: 3, limit: 10, count: 21 }, 1)).toBe(2)
  expect(pageAfterDelete({ page: 2, limit: 30, count: 31 }, 1)).toBe(1)
  expect(pageAfterDelete({ page: 3, limit: 10, count: 22 }, 2)).toBe(3)
  expect(pageAfterDelete({ page: 1, limit: 10, count: 1 }, 1)).toBe(1)
})

test('LIST-5 columns are 100 wide for labels under 6 characters, else 16 for each', () => {
  expect(columnWidth('状态')).toBe(100)
  expect(columnWidth('12345')).toBe(100)
  expect(columnWidth('123456')).toBe(96)
  expect(columnWidth('Operations')).toBe(160)
})

test('LIST-5 long texts give room before other columns are out of sight, short ones and figures do not', () => {
  expect(fitOf('姓名', 320)).toEqual({ size: 320, least: 180 })
  expect(fitOf('账号', 320, 28), 'what stands before a name is none of it').toEqual({ size: 320, least: 208 })
  expect(fitOf('姓名', 120)).toEqual({ size: 120, least: 120 })
  expect(fitOf('一二三四五六七八九十一二', 320).least).toBe(192)
  const name = { size: 300, least: 180 }
  const phone = { size: 100, least: 100 }
  const given = sharedWidths([name, phone])
  // All of what is missing of 400 is the name's; beyond that both have their share.
  expect(given).toEqual([
    'clamp(180px, min(75.00cqi, 100.00cqi + -100px), 480px)',
    'clamp(100px, 25.00cqi, 160px)',
  ])
})

test('LIST-3 the pager offers the first, the last and the near pages', () => {
  expect(lastPage({ page: 1, limit: 10, count: 0 })).toBe(1)
  expect(lastPage({ page: 1, limit: 10, count: 21 })).toBe(3)
  expect(offeredPages(1, 1)).toEqual([1])
  expect(offeredPages(1, 7)).toEqual([1, 2, -7, 7])
  expect(offeredPages(5, 9)).toEqual([1, -4, 4, 5, 6, -9, 9])
  expect(offeredPages(3, 5)).toEqual([1, 2, 3, 4, 5])
})

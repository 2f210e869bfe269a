import { expect, test } from 'vitest'
import { firstPlace } from '#app/(console)/account/first-place.ts'

const place = (orgId: string, isControl?: number) => ({ orgId, isControl })

test('ACC-6 PERM-1 the roles of an account are opened where one works, else where one may change it', () => {
  const places = [place('A', 0), place('B', 1), place('C', 0)]
  expect(firstPlace(places, 'C')).toBe('C')
  expect(firstPlace(places, 'elsewhere')).toBe('B')
  expect(firstPlace(places, undefined)).toBe('B')
  // Of a platform that does not tell where one may, and of an account that one may change nowhere.
  expect(firstPlace([place('A'), place('B')], undefined)).toBe('A')
  expect(firstPlace([place('A', 0)], 'elsewhere')).toBe('A')
  expect(firstPlace([], 'A')).toBe('')
})

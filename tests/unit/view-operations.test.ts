import { expect, test } from 'vitest'
import type { CollectedResource } from '#contracts/assets'
import { barePages, viewedBefore, withViews } from '#lib/view-operations'

const page = (name: string, more: Partial<CollectedResource> = {}): CollectedResource => ({
  ...{ name, type: 2, path: `/ems/${name}`, code: `ems.page.${name}` },
  ...more,
})
const operation = { name: 'search', path: '/ems/x', code: 'ems.x.search', method: 'GET' as const }

const full = page('full', { operations: [operation] })
const parted = page('parted', { children: [{ ...operation, type: 3 }] })
const bare = page('bare')
const above = page('above', { operations: [operation], children: [page('below')] })
const long = page('long', { code: `ems.${'x'.repeat(95)}` })
const all = [full, parted, bare, above, long]
const codes = (pages: readonly CollectedResource[]) => pages.map(({ code }) => code)

test('RES-5 a page is bare when nothing of it could be given to a role', () => {
  expect(codes(barePages(all))).toEqual(['ems.page.bare', 'ems.page.below'])
})

test('RES-5 a bare page gets an operation of its own, and nothing else changes', () => {
  const [one, two, three, four, five] = withViews(all, new Set(codes(barePages(all))), 'View')
  expect([one, two, five]).toEqual([full, parted, long])
  const view = { name: 'View', method: 'GET' }
  expect(three?.operations).toEqual([{ ...view, path: '/ems/bare', code: 'ems.page.bare.view' }])
  expect(four?.operations).toEqual([operation])
  expect(four?.children?.[0]?.operations).toEqual([
    { ...view, path: '/ems/below', code: 'ems.page.below.view' },
  ])
  expect(barePages([bare]), 'the given ones stay').toHaveLength(1)
})

test('RES-5 what was given an operation once keeps it', () => {
  const stored = [{ name: 'View', type: 3, code: 'ems.page.below.view' }]
  expect([...viewedBefore(barePages(all), stored)]).toEqual(['ems.page.below'])
})

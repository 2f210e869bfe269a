import { expect, test } from 'vitest'
import { pageOf } from '#lib/console-pages'
import { whatShows } from '#lib/permissions'

test('WHY-1 a page of the console shows by its first call, any other entry by itself and what is below it', () => {
  const { code, permissions } = pageOf('account')
  expect(whatShows('1', code)).toEqual({ codes: permissions.join(',') })
  expect(whatShows('2', 'ems.report.list')).toEqual({ codes: 'ems.report.list', entry: '2' })
})

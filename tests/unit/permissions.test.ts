import { expect, test } from 'vitest'
import { pageOf } from '#lib/console-pages'
import { codesName, whatShows } from '#lib/permissions'

test('WHY-1 a page of the console shows by its first call, any other entry by itself and what is below it', () => {
  const { code, permissions } = pageOf('account')
  expect(whatShows('1', code)).toEqual({ codes: permissions.join(',') })
  expect(whatShows('2', 'ems.report.list')).toEqual({ codes: 'ems.report.list', entry: '2' })
})

test('WHY-1 codes that no call of a page takes alone are named in words, those of other systems as they are', () => {
  expect(codesName('uia.menu.findAllPermission,uia.role.add', 'en')).toBe(
    'Menus / Permission tree or Roles / Add',
  )
  expect(codesName('uia.account.list,uia.page.online', 'en')).toBe('Accounts or Online users')
  expect(codesName('uia.role.add,ems.report.list', 'zh-cn')).toBe('角色管理 / 新增或ems.report.list')
})

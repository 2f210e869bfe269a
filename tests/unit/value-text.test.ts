import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import type { Locale } from '#lib/i18n/locale'
import { loadMessages } from '#lib/i18n/messages'
import { valueText } from '#lib/value-text'

async function told(locale: Locale, module: string, field: string, ...values: unknown[]): Promise<string[]> {
  const messages = await loadMessages(locale)
  const text = valueText(createTranslator({ locale, messages }), locale, ', ')
  return values.map((value) => text(value, { field, module }))
}

test('EDGE-4 WHY-4 types are told by the names that their forms have', async () => {
  expect(await told('en', 'menu', 'type', 1, 2, 3, 4)).toEqual(['Directory', 'Menu', 'Button', 'Component'])
  expect(await told('zh-cn', 'menu', 'type', 2, '3', 9)).toEqual(['菜单', '按钮', '9'])
  expect(await told('zh-cn', 'allocation', 'type', 0, 1)).toEqual(['管理平台', '移动管理 APP'])
  // What is no such type stays what it is.
  expect(await told('en', 'image', 'type', 'image/png')).toEqual(['image/png'])
  expect(await told('en', 'allocation', 'port', 1, 8080)).toEqual(['1', '8080'])
})

test('EDGE-4 WHY-4 what is switched is enabled or disabled, every other flag is yes or no', async () => {
  expect(await told('en', 'account', 'enabled', true, false)).toEqual(['Enabled', 'Disabled'])
  expect(await told('en', 'account', 'locked', true, false, null)).toEqual(['Yes', 'No', '--'])
  expect(await told('zh-cn', 'menu', 'iFrame', true, false)).toEqual(['是', '否'])
})

test('EDGE-4 I18N-2 amounts are written as the language writes them', async () => {
  expect(await told('en', 'account', 'rows', 12_345)).toEqual(['12,345'])
  expect(await told('en', 'role', 'resourceIdList', { count: 1234, names: ['See'] })).toEqual([
    '1,234 in all, See',
  ])
})

test('EDGE-4 I18N-1 the console’s own permissions are told in the language of whoever reads, others as they were called', async () => {
  const list = { count: 3, names: ['账号管理 / 详情', '人员与权限 / 部门管理', '电站列表 / 巡检'] }
  expect(await told('en', 'role', 'resourceIdList', list)).toEqual([
    '3 in all, Accounts / Details, People / Departments, 电站列表 / 巡检',
  ])
  expect(await told('zh-cn', 'role', 'resourceIdList', list)).toEqual([`共 3 项, ${list.names.join(', ')}`])
  expect(await told('en', 'account', 'usersRoleList', { count: 1, names: ['详情'] })).toEqual([
    '1 in all, 详情',
  ])
})

import { describe, expect, test } from 'vitest'
import { type Schema, searchText } from '#contracts/endpoint'
import { avatarFile, iconFile } from '#contracts/image'
import { limits } from '#contracts/limits'
import { menuForm, menuParentFault } from '#contracts/menu'
import { pageQuery } from '#contracts/page'
import { patterns } from '#contracts/patterns'
import { endpoints } from '#contracts/registry'
import { roleForm } from '#contracts/role'
import { loginForm, signIn } from '#contracts/session'
import { profileChange } from '#contracts/user'
import { link, long, page, phone, role } from './rule.ts'

const hash = '0123456789abcdef'.repeat(4)

describe('what the rules make of a value', () => {
  test('VALID-2 surrounding blanks of a required text do not count and are not kept', () => {
    expect(roleForm.parse({ ...role, name: ` ${long(20)} ` }).name).toBe(long(20))
  })

  test('LOGIN-2 a blank around a username is nothing, as keyboards and copies add it', () => {
    const typed = { username: ' li_1 ', password: ' a1 ', code: '12' }
    expect(loginForm.parse(typed)).toEqual({ ...typed, username: 'li_1' })
    const sent = { username: 'li_1\u00a0', code: '12', secret: hash, key: '0123456789' }
    expect(signIn.parse(sent)).toEqual({ ...sent, username: 'li_1' })
  })

  test('ACC-3 ACC-7 MENU-6 an id that there may not be is none where it is an empty text', () => {
    const place = { orgId: '1', deptId: '' }
    const account = { account: 'a', name: 'a', phone: '13800000000', userOrgList: [place] }
    const added = endpoints['account.add'].body.parse({ ...account, id: '', password: hash })
    expect(added).toMatchObject({ id: null, userOrgList: [{ orgId: '1', deptId: null }] })
    expect(endpoints['account.setDepartment'].body.parse({ ...place, userId: '1' })).toMatchObject({
      deptId: null,
    })
    expect(endpoints['account.listRole'].query.parse(place)).toEqual({ orgId: '1' })
    expect(endpoints['menu.add'].body.parse({ ...page, systemId: '' })).toMatchObject({ systemId: null })
  })

  test('VALID-1 the special characters are those of section 5, no fewer and no more', () => {
    const listed = "`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"
    for (const character of listed) expect(patterns.specialCharacter.test(character), character).toBe(true)
    for (const character of 'aZ09 中_-().,/:|+="，。（）！？é') {
      expect(patterns.specialCharacter.test(character), character).toBe(false)
    }
  })

  test('MENU-3 a menu has a component, or with iFrame a link address', () => {
    expect(menuForm.safeParse(page).success).toBe(true)
    expect(menuForm.safeParse(link).success).toBe(true)
    expect(menuForm.safeParse({ ...page, iFrame: true }).success).toBe(false)
    expect(menuForm.safeParse({ ...link, iFrame: false }).success).toBe(false)
    expect(menuForm.safeParse({ ...page, type: 4 }).success).toBe(true)
    expect(menuForm.safeParse({ ...page, type: 4, component: '' }).success).toBe(false)
  })

  test('LIST-3 a page has 10 rows by default, at most 100; pages start at 1', () => {
    expect(pageQuery.parse({})).toEqual({ page: 1, limit: 10 })
    expect(pageQuery.parse({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 })
    for (const bad of [
      { page: 0 },
      { page: 'x' },
      { page: 1.5 },
      { page: 1_000_001 },
      { limit: 0 },
      { limit: 101 },
    ]) {
      expect(pageQuery.safeParse(bad).error?.issues[0]?.message, JSON.stringify(bad)).toBe('number')
    }
  })

  test('LIST-6 a search text has at most 50 characters', () => {
    expect(searchText.safeParse(long(50)).success).toBe(true)
    expect(searchText.safeParse(long(51)).error?.issues[0]?.message).toBe('tooLong:50')
    expect(searchText.safeParse('').success).toBe(true)
  })
})

describe('what platforms answer in ways of their own', () => {
  const answers = (name: keyof typeof endpoints, data: unknown) => endpoints[name].data.parse(data)
  const page = (content: unknown) => ({ content, meta: { page: '1', limit: '10', count: '1' } })

  test('LOGIN-4 NAV-2 CALL-1 ids, digits and numbers may be either, and what is not there null or empty', () => {
    const user = { id: 7, username: 'li', superIdentification: null, orgId: '', phone: 13800138000 }
    expect(answers('session.currentUser', { ...user, orgAndRoleInfoList: [{ orgId: null }] })).toMatchObject({
      ...{ id: '7', superIdentification: false, orgId: null, phone: '13800138000' },
    })
    const token = { access_token: 'T', expires_in: '3600' }
    expect(answers('session.signInToken', token)).toMatchObject({ expires_in: 3600 })
    const node = { id: 3, systemId: 3, name: 'A', type: '2', sort: '1', insideFlag: 1, discoverType: 1 }
    expect(answers('session.mainMenu', [node])).toMatchObject([
      { id: '3', systemId: '3', sort: 1, insideFlag: '1', discoverType: '1' },
    ])
    const tile = { id: 3, code: 'ems', name: 'A', insideFlag: 1, openMode: 2 }
    expect(answers('session.listSystems', [tile])).toMatchObject([{ insideFlag: '1', openMode: '2' }])
  })

  test('LIST-2 a page tells its numbers as digits, and its rows lack what they may lack', () => {
    expect(answers('role.list', page([{ id: 1, name: 'a', orgId: '', deptId: '' }]))).toEqual({
      content: [{ id: '1', name: 'a', orgId: null, deptId: null }],
      meta: { page: 1, limit: 10, count: 1 },
    })
    expect(answers('operation.list', page([{ opType: 1 }]))).toMatchObject({ content: [{ opType: '1' }] })
    expect(answers('online.list', page([{ userName: null }]))).toMatchObject({
      content: [{ userName: null }],
    })
    expect(answers('account.list', page(null))).toMatchObject({ content: [] })
  })

  test('ACC-2 ROLE-2 CHOOSE-5 null is none of many', () => {
    for (const name of ['account.usersRoles', 'account.listRole', 'session.listUserOrganizations'] as const) {
      expect(answers(name, null), name).toEqual([])
    }
    const row = { id: 1, account: 'li', enabled: 1, userOrgList: null, usersRoleList: null }
    expect(answers('account.detail', row)).toMatchObject({ userOrgList: [], usersRoleList: [] })
    expect(answers('role.detail', { id: 1, name: 'a', resourceIdList: null })).toMatchObject({
      resourceIdList: [],
    })
  })

  test('PERM-5 a number that JSON has rounded is no id: it would be another record’s', () => {
    const list = page([{ id: JSON.parse('1934567890123456789'), name: 'a' }])
    expect(endpoints['role.list'].data.safeParse(list).success).toBe(false)
    const tree = [{ id: null, name: 'a', type: 2 }]
    expect(endpoints['menu.findAllPermission'].data.safeParse(tree).success).toBe(false)
  })
})

describe('pictures', () => {
  const file = (name: string, size = 1) => new File([new Uint8Array(size)], name)
  const messageOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

  test.each(['a.jpg', 'a.jpeg', 'a.png', 'a.webp', 'a.gif', 'a.bmp', 'A.PNG', 'a.b.jpg'])(
    'APP-2 ME-3 %s is accepted',
    (name) => {
      expect(messageOf(iconFile, file(name))).toBeUndefined()
      expect(messageOf(avatarFile, file(name))).toBeUndefined()
    },
  )
  test.each(['a.svg', 'a.txt', 'a', 'jpg', 'a.png.exe', 'a.avif'])('APP-2 ME-3 %s is refused', (name) => {
    expect(messageOf(iconFile, file(name))).toBe('iconType')
    expect(messageOf(avatarFile, file(name))).toBe('avatarType')
  })
  test('APP-2 ME-3 5 MB are accepted, one byte more is not, none at all is asked for', () => {
    expect(messageOf(iconFile, file('a.png', limits.imageBytes))).toBeUndefined()
    expect(messageOf(iconFile, file('a.png', limits.imageBytes + 1))).toBe('iconSize')
    expect(messageOf(avatarFile, file('a.png', limits.imageBytes + 1))).toBe('avatarSize')
    expect(messageOf(iconFile, undefined)).toBe('iconRequired')
    expect(messageOf(avatarFile, null)).toBe('avatarRequired')
  })
})

describe('MENU-4 parent rules', () => {
  const [application, directoryType, menu, buttonType, component] = [0, 1, 2, 3, 4]
  const parents = [undefined, application, directoryType, menu, buttonType, component]
  test.each([
    [
      'a directory hangs below the root or a directory',
      directoryType,
      [undefined, application, directoryType],
      'parentOfDirectory',
    ],
    ['a menu hangs below a directory', menu, [directoryType], 'parentOfMenu'],
    ['a button hangs below a menu', buttonType, [menu], 'parentOfButton'],
    ['a component hangs below a directory or a menu', component, [directoryType, menu], 'parentOfComponent'],
    ['an application is no menu entry', application, [], 'entryTypeRequired'],
  ] as const)('MENU-4 %s', (_, type, allowed: readonly (number | undefined)[], message) => {
    for (const parent of parents) {
      expect(menuParentFault(type as number, parent)).toBe(allowed.includes(parent) ? undefined : message)
    }
  })
})

describe('ME-6 a profile update', () => {
  test.each([
    [{ headImg: '/sys/image/1' }],
    [{ nickName: '小李' }],
    [phone],
    [{ oldPassword: hash, newPassword: hash, reNewPassword: hash }],
  ])('ME-6 carries %o', (change) => {
    expect(profileChange.safeParse(change).data).toEqual(change)
  })

  test.each([
    [{}],
    [{ nickName: 'a', headImg: '/a' }],
    [{ nickName: 'a', username: 'admin' }],
    [{ nickName: 'a', superIdentification: true }],
    [{ phone: '13800000000' }],
    [{ smsCode: '1' }],
    [{ oldPassword: hash, newPassword: hash }],
    [{ newPassword: hash, reNewPassword: hash }],
    [{ oldPassword: '', newPassword: hash, reNewPassword: hash }],
    [{ oldPassword: 'plain', newPassword: 'plain', reNewPassword: 'plain' }],
    [{ oldPassword: hash, newPassword: hash, reNewPassword: hash.replace('0', '1') }],
  ])('ME-6 does not carry %o', (change) => {
    expect(profileChange.safeParse(change).success).toBe(false)
  })

  test('ME-6 the fault of a single field is told at that field', () => {
    const [issue] = profileChange.safeParse({ phone: '1', smsCode: '1' }).error?.issues ?? []
    expect([issue?.path, issue?.message]).toEqual([['phone'], 'mobilePhone'])
  })
})

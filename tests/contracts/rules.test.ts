import { describe, expect, test } from 'vitest'
import { accountAddForm, accountForm, accountRolesForm } from '#contracts/account'
import { systemForm } from '#contracts/allocation'
import { applicationForm } from '#contracts/apply'
import { departmentForm } from '#contracts/department'
import type { Schema } from '#contracts/endpoint'
import { pageQuery, searchText } from '#contracts/endpoint'
import { avatarFile, iconFile } from '#contracts/image'
import { limits } from '#contracts/limits'
import { menuForm, menuParentFault } from '#contracts/menu'
import { organizationForm } from '#contracts/organization'
import { patterns } from '#contracts/patterns'
import { roleForm } from '#contracts/role'
import { loginForm } from '#contracts/session'
import { displayNameForm, passwordForm, phoneForm, profileChange } from '#contracts/user'

type Form = Record<string, unknown>
const long = (length: number) => 'a'.repeat(length)
const hash = '0123456789abcdef'.repeat(4)

/** The message that a value gets in one field of an otherwise good form, or nothing. */
function fault(schema: Schema, good: Form, field: string, value: unknown): string | undefined {
  expect(schema.safeParse(good).error, 'the form without the tried value is good').toBeUndefined()
  return schema
    .safeParse({ ...good, [field]: value })
    .error?.issues.find((issue) => String(issue.path[0]) === field)?.message
}

interface Rule {
  of: string
  schema: Schema
  good: Form
  field: string
  accepts: unknown[]
  refuses: [value: unknown, message: string][]
}

const login = { username: 'li_1-A', password: 'secret1', code: '12' }
const account = {
  userOrgList: [{ orgId: '1', deptId: '2' }],
  name: '李雷',
  phone: '13800000000',
  account: 'li',
}
const newAccount = { ...account, password: 'abc123' }
const accountRoles = { orgId: '1', usersRoleList: ['2'] }
const role = { name: '管理员', orgId: '1', description: 'x', resourceIdList: ['1'] }
const department = { name: '研发部', code: 'A.1', orgId: '1', enabled: true, remark: 'x' }
const organization = { name: '东区', code: 'EAST1', enabled: 1, remark: 'x' }
const application = { name: '能源', code: 'ems1', icon: '/sys/image/1', enabled: true, resourceIdList: ['1'] }
const system = {
  name: '能源云',
  version: '1.2',
  type: 0,
  code: 'ems',
  port: '8080',
  hostName: '10.0.0.1',
  enable: true,
}
const entry = { name: '账号', code: 'uia.account', path: '/account', sort: 1, pid: '1', description: 'x' }
const directory = { type: 1, ...entry, icon: 'user' }
const page = { type: 2, ...entry, icon: 'user', component: 'account/index' }
const link = { type: 2, iFrame: true, ...entry, linkUrl: 'https://example.com/x' }
const button = { type: 3, ...entry, method: 'GET' }
const phone = { phone: '13800000000', smsCode: '123456' }
const passwords = { oldPassword: 'old123', newPassword: 'new123', reNewPassword: 'new123' }

/** A text: required or not, its longest length, and whether special characters are stripped from it. */
function text(
  of: string,
  schema: Schema,
  good: Form,
  field: string,
  longest: number,
  more: { missing?: string; stripped?: boolean },
): Rule {
  const { missing, stripped } = more
  return {
    of,
    schema,
    good,
    field,
    accepts: [
      long(longest),
      ...(missing === undefined ? ['', null, undefined] : ['a']),
      ...(stripped ? ['名称 a-b_(1).'] : []),
    ],
    refuses: [
      [long(longest + 1), `tooLong:${longest}`],
      ...(missing === undefined
        ? []
        : (['', '   ', null, undefined].map((value) => [value, missing]) as [unknown, string][])),
      ...(stripped
        ? ([..."`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"].map((c) => [`a${c}`, 'specialCharacters']) as [
            unknown,
            string,
          ][])
        : []),
    ],
  }
}
const switchRule = (of: string, schema: Schema, good: Form, field = 'enabled'): Rule => ({
  of,
  schema,
  good,
  field,
  accepts: [true, false, 0, 1, '0', '1'],
  refuses: [
    [undefined, 'flag'],
    [2, 'flag'],
    ['yes', 'flag'],
    [null, 'flag'],
  ],
})
const chosen = (of: string, schema: Schema, good: Form, field: string, missing: string): Rule => ({
  of,
  schema,
  good,
  field,
  accepts: ['1', 7, 'a-B_9', long(64)],
  refuses: [
    [undefined, missing],
    ['', missing],
    [null, missing],
    [long(65), 'id'],
    ['a/b', 'id'],
    ['..', 'id'],
  ],
})

const rules: Rule[] = [
  {
    of: 'LOGIN-2 username',
    schema: loginForm,
    good: login,
    field: 'username',
    accepts: ['a', 'A_z-9', long(30)],
    refuses: [
      ['', 'usernameRequired'],
      [undefined, 'usernameRequired'],
      ['李', 'usernameCharacters'],
      ['a b', 'usernameCharacters'],
      ['a.b', 'usernameCharacters'],
      [long(31), 'tooLong:30'],
    ],
  },
  {
    of: 'LOGIN-2 password',
    schema: loginForm,
    good: login,
    field: 'password',
    accepts: ['x', long(20)],
    refuses: [
      ['', 'passwordRequired'],
      [undefined, 'passwordRequired'],
      [long(21), 'tooLong:20'],
    ],
  },
  {
    of: 'LOGIN-2 captcha',
    schema: loginForm,
    good: login,
    field: 'code',
    accepts: ['1', 'abcdefgh1'],
    refuses: [
      ['', 'captchaRequired'],
      [undefined, 'captchaRequired'],
      ['abcd', 'captchaFormat'],
      ['abcdefghi1', 'captchaFormat'],
    ],
  },

  text('ACC-3', accountForm, account, 'name', 50, { missing: 'nameRequired', stripped: true }),
  text('ACC-3', accountForm, account, 'account', 50, { missing: 'accountRequired', stripped: true }),
  {
    of: 'ACC-3 organizations',
    schema: accountForm,
    good: account,
    field: 'userOrgList',
    accepts: [
      [{ orgId: '1' }],
      [
        { orgId: 1, deptId: 2 },
        { orgId: 2, deptId: null },
      ],
    ],
    refuses: [
      [[], 'organizationRequired'],
      [undefined, 'organizationRequired'],
      [[{ orgId: '' }], 'organizationRequired'],
      [[{}], 'organizationRequired'],
      [[{ orgId: '1' }, { orgId: 1 }], 'organizationTwice'],
    ],
  },
  {
    of: 'ACC-4 the account phone takes four patterns:',
    schema: accountForm,
    good: account,
    field: 'phone',
    accepts: [
      ...['13000000000', '19999999999', '15912345678'],
      ...['50000000', '60000000', '80000000', '99999999'],
      ...['600000', '699999'],
      ...['0900000000', '0999999999'],
    ],
    refuses: [
      ...['', undefined, null].map((value): [unknown, string] => [value, 'phoneRequired']),
      ...[
        '12000000000',
        '23000000000',
        '1300000000',
        '130000000000',
        '1300000000a',
        '40000000',
        '70000000',
        '5000000',
        '500000000',
        '500000',
        '60000',
        '6000000',
        '0800000000',
        '090000000',
        '09000000000',
        '9900000000',
        ' 13000000000',
        '13000000000\n',
        '+8613000000000',
        '１３０００００００００',
      ].map((value): [unknown, string] => [value, 'accountPhone']),
    ],
  },
  {
    of: 'ACC-5 the password of a new account',
    schema: accountAddForm,
    good: newAccount,
    field: 'password',
    accepts: ['abcde1', `${long(19)}1`, 'A1!@#$'],
    refuses: [
      ['', 'newPasswordRequired'],
      [undefined, 'newPasswordRequired'],
      ['abcd1', 'passwordLength'],
      [`${long(20)}1`, 'passwordLength'],
      ['abcdef', 'passwordLettersAndDigits'],
      ['123456', 'passwordLettersAndDigits'],
    ],
  },
  chosen('ACC-6', accountRolesForm, accountRoles, 'orgId', 'organizationRequired'),
  {
    of: 'ACC-6 roles',
    schema: accountRolesForm,
    good: accountRoles,
    field: 'usersRoleList',
    accepts: [['1'], [1, 2]],
    refuses: [
      [[], 'rolesRequired'],
      [undefined, 'rolesRequired'],
    ],
  },

  text('ROLE-2', roleForm, role, 'name', 20, { missing: 'roleNameRequired', stripped: true }),
  text('ROLE-2', roleForm, role, 'description', 50, { stripped: true }),
  chosen('ROLE-2', roleForm, role, 'orgId', 'organizationRequired'),
  {
    of: 'ROLE-3 ROLE-4 permissions',
    schema: roleForm,
    good: role,
    field: 'resourceIdList',
    accepts: [['1'], Array.from({ length: 10_000 }, (_, at) => at)],
    refuses: [
      [[], 'selectRolePermissions'],
      [undefined, 'selectRolePermissions'],
      [null, 'selectRolePermissions'],
      [Array.from({ length: 10_001 }, (_, at) => at), 'tooMany:10000'],
    ],
  },

  text('DEPT-2', departmentForm, department, 'name', 50, {
    missing: 'departmentNameRequired',
    stripped: true,
  }),
  text('DEPT-2', departmentForm, department, 'code', 20, { missing: 'codeRequired' }),
  {
    of: 'DEPT-2 code',
    schema: departmentForm,
    good: department,
    field: 'code',
    accepts: ['a.b.1', '1', 'A.'],
    refuses: [
      ['.a', 'dottedCode'],
      ['a_b', 'dottedCode'],
      ['a b', 'dottedCode'],
      ['编', 'dottedCode'],
    ],
  },
  chosen('DEPT-2', departmentForm, department, 'orgId', 'organizationRequired'),
  switchRule('DEPT-2', departmentForm, department),
  text('DEPT-2', departmentForm, department, 'remark', 50, { stripped: true }),

  text('ORG-2', organizationForm, organization, 'name', 50, {
    missing: 'organizationNameRequired',
    stripped: true,
  }),
  text('ORG-2', organizationForm, organization, 'code', 20, { missing: 'codeRequired' }),
  {
    of: 'ORG-2 code',
    schema: organizationForm,
    good: organization,
    field: 'code',
    accepts: ['a1', 'A'],
    refuses: [
      ['a.b', 'lettersAndDigitsOnly'],
      ['a-b', 'lettersAndDigitsOnly'],
      ['编', 'lettersAndDigitsOnly'],
    ],
  },
  switchRule('ORG-2', organizationForm, organization),
  text('ORG-2', organizationForm, organization, 'remark', 50, { stripped: true }),

  text('APP-2', applicationForm, application, 'name', 50, {
    missing: 'applicationNameRequired',
    stripped: true,
  }),
  {
    of: 'APP-2 code',
    schema: applicationForm,
    good: application,
    field: 'code',
    accepts: ['a', 'Z9', long(50)],
    refuses: [
      ['', 'codeRequired'],
      [undefined, 'codeRequired'],
      ['a.b', 'applicationCode'],
      ['a_b', 'applicationCode'],
      ['应', 'applicationCode'],
    ],
  },
  {
    of: 'APP-2 icon',
    schema: applicationForm,
    good: application,
    field: 'icon',
    accepts: ['/sys/image/1', 'https://example.com/a.png'],
    refuses: [
      ['', 'iconRequired'],
      [undefined, 'iconRequired'],
      ['javascript:alert(1)', 'imagePath'],
      ['data:image/svg+xml,x', 'imagePath'],
      ['//evil/x.png', 'imagePath'],
      [`/${long(300)}`, 'tooLong:300'],
    ],
  },
  switchRule('APP-2', applicationForm, application),
  {
    of: 'APP-2 resources',
    schema: applicationForm,
    good: application,
    field: 'resourceIdList',
    accepts: [['1'], [1, 2]],
    refuses: [
      [[], 'resourcesRequired'],
      [undefined, 'resourcesRequired'],
    ],
  },

  text('SYS-2', systemForm, system, 'name', 50, { missing: 'systemNameRequired', stripped: true }),
  text('SYS-2', systemForm, system, 'version', 50, { missing: 'versionRequired' }),
  {
    of: 'SYS-2 version',
    schema: systemForm,
    good: system,
    field: 'version',
    accepts: ['1.0.0', 'v1'],
    refuses: [
      ['.1', 'dottedCode'],
      ['1-0', 'dottedCode'],
      ['1_0', 'dottedCode'],
    ],
  },
  {
    of: 'SYS-2 type',
    schema: systemForm,
    good: system,
    field: 'type',
    accepts: [0, 1, '0', '1'],
    refuses: [
      [undefined, 'typeRequired'],
      ['', 'typeRequired'],
      [2, 'typeRequired'],
      [null, 'typeRequired'],
    ],
  },
  text('SYS-2', systemForm, system, 'code', 30, { missing: 'codeRequired', stripped: true }),
  {
    of: 'SYS-2 port',
    schema: systemForm,
    good: system,
    field: 'port',
    accepts: ['1', '65535', 8080, '', null, undefined],
    refuses: [
      ['65536', 'portRange'],
      [65536, 'portRange'],
      ['123456', 'portRange'],
      ['80a', 'portDigits'],
      ['8.0', 'portDigits'],
      ['-1', 'portDigits'],
      [-1, 'portDigits'],
      [1.5, 'portDigits'],
      ['0x50', 'portDigits'],
      ['８０', 'portDigits'],
      [true, 'portDigits'],
    ],
  },
  {
    of: 'SYS-2 local IP',
    schema: systemForm,
    good: system,
    field: 'hostName',
    accepts: ['10.0.0.1', 'http://host:80/x', 'C:\\x', '', null, undefined],
    refuses: [
      ['a b', 'hostName'],
      ['a_b', 'hostName'],
      ['a@b', 'hostName'],
      ['主机', 'hostName'],
      ['a?b', 'hostName'],
    ],
  },
  switchRule('SYS-2', systemForm, system, 'enable'),

  text('MENU-3', menuForm, directory, 'name', 30, { missing: 'menuNameRequired' }),
  {
    of: 'MENU-3 name',
    schema: menuForm,
    good: directory,
    field: 'name',
    accepts: ['菜单A1_-.()/'],
    refuses: [
      ['a b', 'menuName'],
      ['a!', 'menuName'],
      ['é', 'menuName'],
      ['<b>', 'menuName'],
    ],
  },
  text('MENU-3', menuForm, directory, 'code', 100, { missing: 'resourceCodeRequired' }),
  {
    of: 'MENU-3 code',
    schema: menuForm,
    good: directory,
    field: 'code',
    accepts: ['uia.menu_a-b/c'],
    refuses: [
      ['a b', 'menuCode'],
      ['编', 'menuCode'],
      ['a(b)', 'menuCode'],
    ],
  },
  text('MENU-3', menuForm, directory, 'path', 300, { missing: 'pathRequired' }),
  text('MENU-3', menuForm, page, 'component', 200, { missing: 'componentRequired' }),
  {
    of: 'MENU-3 link',
    schema: menuForm,
    good: link,
    field: 'linkUrl',
    accepts: ['/', '/a/b?c=d#e', 'http://a', 'HTTPS://a.b:80/c', `/${long(199)}`],
    refuses: [
      ['', 'linkRequired'],
      [undefined, 'linkRequired'],
      [`/${long(200)}`, 'tooLong:200'],
      ...[
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'blob:x',
        'ftp://a',
        '//evil.com',
        '/\\evil.com',
        '\\\\evil.com',
        '/\t/evil.com',
        '/a\n/b',
        'http://',
        'http:///a',
        'https:evil.com',
        'http:/a',
        'a/b',
        'mailto:a@b',
        '/a b',
        '\u0001javascript:x',
        '/a\u0000',
      ].map((value): [unknown, string] => [value, 'linkUrl']),
    ],
  },
  text('MENU-3', menuForm, directory, 'description', 100, { stripped: true }),
  {
    of: 'MENU-3 sort',
    schema: menuForm,
    good: directory,
    field: 'sort',
    accepts: [1, 9999, '1', '9999'],
    refuses: [
      [undefined, 'sortRequired'],
      [null, 'sortRequired'],
      ['', 'sortRequired'],
      [' ', 'sortRequired'],
      [0, 'sortRange'],
      [10_000, 'sortRange'],
      ['10000', 'sortRange'],
      [1.5, 'sortRange'],
      ['x', 'sortRange'],
      [-1, 'sortRange'],
    ],
  },
  chosen('MENU-3', menuForm, directory, 'pid', 'parentRequired'),
  {
    of: 'MENU-3 icon',
    schema: menuForm,
    good: directory,
    field: 'icon',
    accepts: ['a-b.c_d', '', null, undefined],
    refuses: [
      ['a b', 'menuIcon'],
      ['图', 'menuIcon'],
      ['a/b', 'menuIcon'],
      [long(51), 'tooLong:50'],
    ],
  },
  {
    of: 'MENU-3 request method',
    schema: menuForm,
    good: button,
    field: 'method',
    accepts: ['GET', 'POST', 'PUT', 'DELETE'],
    refuses: [
      [undefined, 'requestMethod'],
      ['', 'requestMethod'],
      ['PATCH', 'requestMethod'],
      ['get', 'requestMethod'],
    ],
  },
  {
    of: 'MENU-3 type',
    schema: menuForm,
    good: directory,
    field: 'type',
    accepts: [1],
    refuses: [
      [0, 'entryTypeRequired'],
      [5, 'entryTypeRequired'],
      [undefined, 'entryTypeRequired'],
    ],
  },

  text('ME-3', displayNameForm, { nickName: 'a' }, 'nickName', 50, { missing: 'displayNameRequired' }),
  {
    of: 'ME-5 the personal centre takes mobile numbers only:',
    schema: phoneForm,
    good: phone,
    field: 'phone',
    accepts: ['13000000000', '19999999999'],
    refuses: [
      ['', 'phoneRequired'],
      [undefined, 'phoneRequired'],
      ...[
        '12000000000',
        '1300000000',
        '130000000000',
        '50000000',
        '600000',
        '0900000000',
        '13000000000\n',
      ].map((value): [unknown, string] => [value, 'mobilePhone']),
    ],
  },
  {
    of: 'ME-5 SMS code',
    schema: phoneForm,
    good: phone,
    field: 'smsCode',
    accepts: ['1', '12.3', '1'.repeat(50)],
    refuses: [
      ['', 'smsCodeRequired'],
      [undefined, 'smsCodeRequired'],
      ['12a', 'smsCode'],
      ['1'.repeat(51), 'tooLong:50'],
    ],
  },
  ...(['oldPassword', 'newPassword', 'reNewPassword'] as const).map((field): Rule => {
    const missing = {
      oldPassword: 'oldPasswordRequired',
      newPassword: 'newPasswordRequired',
      reNewPassword: 'repeatPasswordRequired',
    }[field]
    return {
      of: 'ME-4',
      schema: passwordForm,
      good: passwords,
      field,
      accepts: field === 'oldPassword' ? ['x', long(50)] : [],
      refuses: [
        ['', missing],
        [undefined, missing],
        [long(51), 'tooLong:50'],
      ],
    }
  }),
  {
    of: 'ME-4 new',
    schema: passwordForm,
    good: passwords,
    field: 'newPassword',
    accepts: ['abcde1', long(20)],
    refuses: [
      ['abcd1', 'passwordLength'],
      [long(21), 'passwordLength'],
    ],
  },
  {
    of: 'ME-4 repeat',
    schema: passwordForm,
    good: passwords,
    field: 'reNewPassword',
    accepts: ['new123'],
    refuses: [
      ['new124', 'passwordsDiffer'],
      ['New123', 'passwordsDiffer'],
    ],
  },
]

describe.each(rules)('$of $field', ({ of, schema, good, field, accepts, refuses }) => {
  const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 60)

  test.each(accepts.map((value) => [shown(value), value]))(`VALID-2 ${of} ${field} takes %s`, (_, value) => {
    expect(fault(schema, good, field, value)).toBeUndefined()
  })
  test.each(refuses.map(([value, message]) => [shown(value), message, value]))(
    `VALID-2 ${of} ${field} refuses %s with %s`,
    (_, message, value) => {
      expect(fault(schema, good, field, value)).toBe(message)
    },
  )
})

describe('what the rules make of a value', () => {
  test('VALID-2 surrounding blanks of a required text do not count and are not kept', () => {
    expect(roleForm.parse({ ...role, name: ` ${long(20)} ` }).name).toBe(long(20))
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

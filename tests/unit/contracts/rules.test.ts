import { expect, test } from 'vitest'
import { accountAddForm, accountForm, accountRolesForm } from '#contracts/account'
import { systemForm } from '#contracts/allocation'
import { applicationForm } from '#contracts/apply'
import { departmentForm } from '#contracts/department'
import { menuForm } from '#contracts/menu'
import { organizationForm } from '#contracts/organization'
import { roleForm } from '#contracts/role'
import { loginForm } from '#contracts/session'
import { displayNameForm, passwordForm, phoneForm } from '#contracts/user'
import {
  broken,
  chosen,
  elsewhere,
  entry,
  link,
  list,
  long,
  page,
  phone,
  type Rule,
  role,
  scripts,
  stripped,
  switchRule,
  text,
} from './rule.ts'

const login = { username: 'li_1-A', password: 'secret1', code: '12' }
const account = {
  userOrgList: [{ orgId: '1', deptId: '2' }],
  name: '李雷',
  phone: '13800000000',
  account: 'li',
}
const newAccount = { ...account, password: 'abc123' }
const accountRoles = { orgId: '1', usersRoleList: ['2'] }
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
const directory = { type: 1, ...entry, icon: 'user' }
const button = { type: 3, ...entry, method: 'GET' }
const passwords = { oldPassword: 'old123', newPassword: 'new123', reNewPassword: 'new123' }

const rules: Rule[] = [
  {
    ...{ of: 'LOGIN-2', in: [loginForm, login, 'username'], accepts: ['a', 'A_z-9', ' a\u3000', long(30)] },
    refuses: {
      usernameRequired: ['', undefined],
      usernameCharacters: ['李', 'a b', 'a.b'],
      'tooLong:30': [long(31)],
    },
  },
  {
    ...{ of: 'LOGIN-2', in: [loginForm, login, 'password'], accepts: ['x', long(20)] },
    refuses: { passwordRequired: ['', undefined], 'tooLong:20': [long(21)] },
  },
  {
    ...{ of: 'LOGIN-2', in: [loginForm, login, 'code'], accepts: ['1', 'abcdefgh1'] },
    refuses: { captchaRequired: ['', undefined], captchaFormat: ['abcd', 'abcdefghi1'] },
  },

  text('ACC-3', [accountForm, account, 'name'], 50, { missing: 'nameRequired' }),
  // What people call themselves (ME-2) stays when somebody else saves their account.
  { of: 'ACC-3', in: [accountForm, account, 'name'], accepts: ["O'Brien", '阿依古丽·买买提'], refuses: {} },
  text('ACC-3', [accountForm, account, 'account'], 50, { missing: 'accountRequired', stripped }),
  {
    ...{ of: 'ACC-3', in: [accountForm, account, 'userOrgList'] },
    accepts: [
      [{ orgId: '1' }],
      [
        { orgId: 1, deptId: 2 },
        { orgId: 2, deptId: null },
      ],
    ],
    refuses: {
      organizationRequired: [[], undefined, [{ orgId: '' }], [{}]],
      organizationTwice: [[{ orgId: '1' }, { orgId: 1 }]],
    },
  },
  {
    // The account phone takes four patterns.
    ...{ of: 'ACC-4', in: [accountForm, account, 'phone'] },
    accepts: [
      ...['13000000000', '19999999999', '15912345678', '13812345678', '50000000', '60000000', '80000000'],
      ...['99999999', '51234567', '600000', '699999', '612345', '0900000000', '0999999999', '0912345678'],
      ...[' 13000000000', '13000000000\n', '+86 130 0000-0000', '１３０００００００００'],
    ],
    refuses: {
      phoneRequired: ['', undefined, null],
      accountPhone: [
        ...['12000000000', '23000000000', '1300000000', '130000000000', '1300000000a', '40000000'],
        ...['70000000'],
        ...['5000000', '500000000', '500000', '60000', '6000000', '0800000000', '090000000', '09000000000'],
        ...['9900000000', '+85213000000000', '1300000000０１', '71234567'],
      ],
    },
  },
  {
    ...{ of: 'ACC-5', in: [accountAddForm, newAccount, 'password'] },
    accepts: ['abcde1', `${long(19)}1`, 'A1!@#$'],
    refuses: {
      newPasswordRequired: ['', undefined],
      passwordLength: ['abcd1', `${long(20)}1`],
      passwordLettersAndDigits: ['abcdef', '123456'],
    },
  },
  chosen('ACC-6', [accountRolesForm, accountRoles, 'orgId'], 'organizationRequired'),
  list('ACC-6', [accountRolesForm, accountRoles, 'usersRoleList'], 'rolesRequired'),

  text('ROLE-2', [roleForm, role, 'name'], 20, { missing: 'roleNameRequired', stripped }),
  text('ROLE-2', [roleForm, role, 'description'], 50, { stripped }),
  chosen('ROLE-2', [roleForm, role, 'orgId'], 'organizationRequired'),
  list('ROLE-3 ROLE-4', [roleForm, role, 'resourceIdList'], 'selectRolePermissions', 10_000),

  text('DEPT-2', [departmentForm, department, 'name'], 50, { missing: 'departmentNameRequired', stripped }),
  text('DEPT-2', [departmentForm, department, 'code'], 20, { missing: 'codeRequired' }),
  {
    ...{ of: 'DEPT-2', in: [departmentForm, department, 'code'], accepts: ['a.b.1', '1', 'A.'] },
    refuses: { dottedCode: ['.a', 'a_b', 'a b', '编', 'A-B'] },
  },
  chosen('DEPT-2', [departmentForm, department, 'orgId'], 'organizationRequired'),
  switchRule('DEPT-2', [departmentForm, department, 'enabled']),
  text('DEPT-2', [departmentForm, department, 'remark'], 50, { stripped }),

  text('ORG-2', [organizationForm, organization, 'name'], 50, {
    missing: 'organizationNameRequired',
    stripped,
  }),
  text('ORG-2', [organizationForm, organization, 'code'], 20, { missing: 'codeRequired' }),
  {
    ...{ of: 'ORG-2', in: [organizationForm, organization, 'code'], accepts: ['a1', 'A'] },
    refuses: { lettersAndDigitsOnly: ['a.b', 'a-b', '编', 'A B'] },
  },
  switchRule('ORG-2', [organizationForm, organization, 'enabled']),
  text('ORG-2', [organizationForm, organization, 'remark'], 50, { stripped }),

  text('APP-2', [applicationForm, application, 'name'], 50, { missing: 'applicationNameRequired', stripped }),
  {
    ...{ of: 'APP-2', in: [applicationForm, application, 'code'], accepts: ['a', 'Z9', long(50)] },
    refuses: {
      codeRequired: ['', undefined],
      applicationCode: ['a.b', 'a_b', '应'],
      'tooLong:50': ['c'.repeat(51)],
    },
  },
  {
    ...{ of: 'APP-2', in: [applicationForm, application, 'icon'] },
    accepts: ['/sys/image/1', 'https://example.com/a.png'],
    refuses: {
      iconRequired: ['', undefined],
      imagePath: ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil/x.png'],
      'tooLong:300': [`/${long(300)}`],
    },
  },
  switchRule('APP-2', [applicationForm, application, 'enabled']),
  list('APP-2', [applicationForm, application, 'resourceIdList'], 'resourcesRequired'),

  text('SYS-2', [systemForm, system, 'name'], 50, { missing: 'systemNameRequired', stripped }),
  text('SYS-2', [systemForm, system, 'version'], 50, { missing: 'versionRequired' }),
  {
    ...{ of: 'SYS-2', in: [systemForm, system, 'version'], accepts: ['1.0.0', 'v1'] },
    refuses: { dottedCode: ['.1', '1-0', '1_0'] },
  },
  {
    ...{ of: 'SYS-2', in: [systemForm, system, 'type'], accepts: [0, 1, '0', '1'] },
    refuses: { typeRequired: [undefined, '', 2, null] },
  },
  text('SYS-2', [systemForm, system, 'code'], 30, { missing: 'codeRequired', stripped }),
  {
    ...{ of: 'SYS-2', in: [systemForm, system, 'port'] },
    accepts: ['８０', '1', '65535', 8080, '', null, undefined],
    refuses: {
      portRange: ['65536', 65536, '123456'],
      portDigits: ['80a', '8.0', '-1', -1, 1.5, '0x50', true],
    },
  },
  {
    ...{ of: 'SYS-2', in: [systemForm, system, 'hostName'] },
    accepts: ['10.0.0.1', 'http://host:80/x', 'C:\\x', '', null, undefined],
    refuses: { hostName: ['a b', 'a_b', 'a@b', '主机', 'a?b'] },
  },
  switchRule('SYS-2', [systemForm, system, 'enable']),

  text('MENU-3', [menuForm, directory, 'name'], 30, { missing: 'menuNameRequired' }),
  {
    ...{ of: 'MENU-3', in: [menuForm, directory, 'name'], accepts: ['菜单A1_-.()/'] },
    refuses: { menuName: ['a b', 'a!', 'é', '<b>'] },
  },
  text('MENU-3', [menuForm, directory, 'code'], 100, { missing: 'resourceCodeRequired' }),
  {
    ...{ of: 'MENU-3', in: [menuForm, directory, 'code'], accepts: ['uia.menu_a-b/c'] },
    refuses: { menuCode: ['a b', '编', 'a(b)', 'a:b'] },
  },
  text('MENU-3', [menuForm, directory, 'path'], 300, { missing: 'pathRequired' }),
  text('MENU-3', [menuForm, page, 'component'], 200, { missing: 'componentRequired' }),
  {
    ...{ of: 'MENU-3', in: [menuForm, link, 'linkUrl'] },
    accepts: ['/', '/a/b?c=d#e', 'http://a', 'HTTPS://a.b:80/c', `/${long(199)}`],
    refuses: {
      linkRequired: ['', undefined],
      'tooLong:200': [`/${long(200)}`],
      linkUrl: [...scripts, ...elsewhere, ...broken],
      'unseenCharacters:U+0009': ['java\tscript:alert(1)', '/\t/evil.com'],
      'unseenCharacters:U+000A': ['/a\n/b'],
      'unseenCharacters:U+0001': ['\u0001javascript:x'],
      'unseenCharacters:U+0000': ['/a\u0000'],
    },
  },
  text('MENU-3', [menuForm, directory, 'description'], 100, { stripped }),
  {
    ...{ of: 'MENU-3', in: [menuForm, directory, 'sort'], accepts: [1, 9999, '1', '9999'] },
    refuses: { sortRequired: [undefined, null, '', ' '], sortRange: [0, 10_000, '10000', 1.5, 'x', -1] },
  },
  chosen('MENU-3', [menuForm, directory, 'pid'], 'parentRequired'),
  {
    ...{ of: 'MENU-3', in: [menuForm, directory, 'icon'], accepts: ['a-b.c_d', '', null, undefined] },
    refuses: { menuIcon: ['a b', '图', 'a/b'], 'tooLong:50': [long(51)] },
  },
  {
    ...{ of: 'MENU-3', in: [menuForm, button, 'method'], accepts: ['GET', 'POST', 'PUT', 'DELETE'] },
    refuses: { requestMethod: [undefined, '', 'PATCH', 'get'] },
  },
  {
    ...{ of: 'MENU-3', in: [menuForm, directory, 'type'], accepts: [1] },
    refuses: { entryTypeRequired: [0, 5, 7, undefined] },
  },

  text('ME-3', [displayNameForm, { nickName: 'a' }, 'nickName'], 50, { missing: 'displayNameRequired' }),
  {
    // The personal centre takes mobile numbers only.
    ...{ of: 'ME-5', in: [phoneForm, phone, 'phone'] },
    accepts: ['13000000000', '19999999999', '13000000000\n', '0086(130)0000.0000'],
    refuses: {
      phoneRequired: ['', undefined],
      mobilePhone: ['12000000000', '1300000000', '130000000000', '50000000', '600000', '0900000000'],
    },
  },
  {
    ...{ of: 'ME-5', in: [phoneForm, phone, 'smsCode'], accepts: ['1', '12.3', '1'.repeat(50)] },
    refuses: { smsCodeRequired: ['', undefined], smsCode: ['12a', 'abc'], 'tooLong:50': ['1'.repeat(51)] },
  },
  {
    ...{ of: 'ME-4', in: [passwordForm, passwords, 'oldPassword'], accepts: ['x', long(50)] },
    refuses: { oldPasswordRequired: ['', undefined], 'tooLong:50': [long(51)] },
  },
  {
    ...{ of: 'ME-4', in: [passwordForm, passwords, 'newPassword'], accepts: ['abcde1', long(20)] },
    refuses: {
      newPasswordRequired: ['', undefined],
      'tooLong:50': [long(51)],
      passwordLength: ['abcd1', long(21)],
    },
  },
  {
    ...{ of: 'ME-4', in: [passwordForm, passwords, 'reNewPassword'], accepts: ['new123'] },
    refuses: {
      repeatPasswordRequired: ['', undefined],
      'tooLong:50': [long(51)],
      passwordsDiffer: ['new124', 'New123'],
    },
  },
]

test.each(rules.map((rule) => [rule.of, rule.in[2], Object.keys(rule.refuses).join(), rule] as const))(
  '%s VALID-2 %s: %s',
  (_of, _field, _messages, { in: [schema, good, field], accepts = [], refuses }) => {
    expect(schema.safeParse(good).error, 'the form without the tried value is good').toBeUndefined()
    const said = (value: unknown) =>
      schema
        .safeParse({ ...good, [field]: value })
        .error?.issues.find((issue) => String(issue.path[0]) === field)?.message
    const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 60)
    for (const value of accepts) expect(said(value), shown(value)).toBeUndefined()
    for (const [message, values] of Object.entries(refuses)) {
      for (const value of values) expect(said(value), shown(value)).toBe(message)
    }
  },
)

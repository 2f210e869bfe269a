import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/endpoint'
import { permissionKey } from '#contracts/permission'
import { endpoints, match, pagesWith, resources } from '#contracts/registry'
import { isEndpoint, isResource, modules } from './modules.ts'

/** Specification section 7, typed by hand; the last group is what platform.md adds where the specification is silent. */
const calls = `
GET  /authorization/captcha
POST /authorization/oauth/token
POST /authorization/logout
GET  /auth/info
POST /sys/user/updateUserInfo
GET  /sys/user/app/list
GET  /sys/system/permission/mainMenu
GET  /sys/user/page/listOrg
GET  /sys/user/modify/phone/smsCode
POST /sys/image/page/upload
GET  /ems-admin/api/stat/alarmInfo/getAlarmCount
GET  /sys/user/page/list
GET  /sys/user/page/detail/{id}
POST /sys/user/page/add
POST /sys/user/page/update
POST /sys/user/page/delete/{id}
POST /sys/user/page/updateEnable/
GET  /sys/user/page/usersRoles
POST /sys/user/page/usersRoles/update
GET  /sys/user/page/listRole
GET  /sys/dept/page/list
POST /sys/dept/page/add
POST /sys/dept/page/update
GET  /sys/dept/page/detail/{id}
POST /sys/dept/page/delete/{id}
POST /sys/dept/page/updateDeptEnabled
GET  /sys/dept/page/listByOrgId
GET  /sys/role/page/findAll
POST /sys/role/page/add
POST /sys/role/page/update
GET  /sys/role/page/detail/{id}
POST /sys/role/page/delete/{id}
GET  /sys/org/page/list
GET  /sys/org/page/detail/{id}
POST /sys/org/page/add
POST /sys/org/page/update
POST /sys/org/page/delete/{id}
POST /sys/org/page/list/updateOrgEnabled
GET  /sys/org/page/listUserOrg
GET  /sys/resourcesConfig/page/list
GET  /sys/resourcesConfig/page/listConfig
POST /sys/resourcesConfig/page/add
POST /sys/resourcesConfig/page/update
POST /sys/resourcesConfig/page/delete/{id}
POST /sys/resourcesConfig/updateOrgEnabled
GET  /sys/appInfo/page/manager/list
POST /sys/appInfo/page/manager/add
POST /sys/appInfo/page/manager/update
POST /sys/appInfo/page/manager/delete/{id}
GET  /sys/appInfo/page/detail/{id}
POST /sys/appInfo/page/manage/updateEnabled
GET  /sys/appInfo/page/findAllPoolResource
GET  /sys/poolResource/page/findSystem
GET  /sys/poolResource/page/getAddStatus
GET  /sys/poolResource/page/findAll
POST /sys/poolResource/page/list/addAll
GET  /sys/menuManage/page/loadPermissionTree
GET  /sys/menuManage/page/findAllPermission
POST /sys/menuManage/page/list/updateEnabled
POST /sys/menuManage/page/list/add
POST /sys/menuManage/page/list/update
POST /sys/menuManage/page/list/delete/{resourceId}/
GET  /sys/log/page/list
GET  /sys/loginLog/list
GET  /sys/online
GET  /sys/menuManage/page/loadMenuTree
GET  /sys/image/{id}
`
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+/, ' '))

const registered = Object.entries<Endpoint>(endpoints)
const isSpecified = ({ method, path }: Endpoint) => calls.includes(`${method} ${path}`)
const specified = registered.filter(([, endpoint]) => isSpecified(endpoint))

describe('the registry', () => {
  test.each(calls)('CALL-1 %s is in the contract', (call) => {
    expect(registered.map(([, { method, path }]) => `${method} ${path}`)).toContain(call)
  })

  test('CALL-5 besides those of the specification the contract has only calls that a platform may lack', () => {
    const beyond = registered.filter(([, endpoint]) => !isSpecified(endpoint))
    expect(beyond.filter(([, { without }]) => without === undefined).map(([name]) => name)).toEqual([])
  })

  test('CALL-5 no two endpoints share method and path', () => {
    const places = registered.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('CALL-5 no path could be two calls: a whole path fits no pattern of another', () => {
    for (const [, { path, method }] of registered) {
      const found = match(method, path.replace(/\{\w+\}/g, 'x1'))
      expect(found).toHaveProperty('endpoint.path', path)
    }
  })

  test('CALL-1 every resource is registered under its key, and every endpoint that a file exports belongs to one', () => {
    const exported = Object.values(modules).flatMap((parts) => Object.values(parts))
    const keys = exported.filter(isResource).map(({ key }) => key)
    expect(Object.entries(resources).map(([key, resource]) => [key, resource.key])).toEqual(
      Object.keys(resources).map((key) => [key, key]),
    )
    expect(Object.keys(resources).sort()).toEqual(keys.sort())
    const known = new Set<unknown>(Object.values(endpoints))
    expect(exported.filter(isEndpoint).filter((endpoint) => !known.has(endpoint))).toEqual([])
  })

  /** They ask with more than an address holds, and change nothing; the last is logged by the calls that it is made of. */
  const impactsOfMany = pagesWith('impactOfMany').map((key) => `${key}.impactOfMany`)
  const questions = ['accountImport.check', 'role.effect', 'bulk.run', ...impactsOfMany]
  test('CALL-1 only changing calls name an operation, and every changing call of the signed-in does', () => {
    for (const [name, { method, access, operation }] of registered) {
      const isChange = method === 'POST' && access === 'session' && !questions.includes(name)
      expect(operation !== undefined, name).toBe(isChange)
    }
  })

  /**
   * Neither needs a version: a switch and a profile state one field's whole new value, so that the last one is right by
   * itself, a preference is one, too, and a discovery has shown what it changes (EDGE-5).
   */
  const lastOneWins = [
    ...['user.update', 'assets.addAll', 'preference.put'],
    // One role is given or taken like a switch, and so is one place.
    ...['account.setRole', 'account.setDepartment'],
  ]
  const saves = registered.filter(
    ([name, { operation }]) =>
      operation &&
      !/^(add|delete|restore|enable|upload|logout|resetPassword|endSessions|viewAs)$/.test(operation.type) &&
      !lastOneWins.includes(name),
  )

  test('EDGE-2 every save of a record carries the version that it was made from', () => {
    expect(saves.map(([name]) => name)).toContain('account.updateRoles')
    for (const [name, { body }] of saves) {
      // A system has a version of its own, hence `recordVersion`.
      const field = name === 'allocation.update' ? 'recordVersion' : 'version'
      const json = JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
      expect(json, name).toContain(`"${field}":{"anyOf"`)
    }
  })

  test('CALL-4 addAll succeeds with 200, every other call with 0', () => {
    for (const [name, { success }] of registered)
      expect(success, name).toBe(name === 'assets.addAll' ? 200 : 0)
  })

  test('CALL-2 only the captcha, seen or heard, and the token go with client credentials', () => {
    const before = registered.filter(([, { access }]) => access === 'client').map(([name]) => name)
    expect(before).toEqual(['session.captcha', 'session.captchaSound', 'session.signInToken'])
  })

  test('CALL-1 bodies travel as the specification says: the token as a form, pictures as multipart, the rest as JSON', () => {
    for (const [name, { encoding, method }] of registered) {
      if (name === 'session.signInToken') expect(encoding).toBe('form')
      else if (name === 'image.upload') expect(encoding).toBe('multipart')
      else expect(method === 'GET' ? ['none'] : ['none', 'json'], name).toContain(encoding)
    }
  })

  test('LOGIN-7 the calls that open and end a session are not for browsers', () => {
    const server = registered.filter(([, { caller }]) => caller === 'server').map(([name]) => name)
    expect(server.toSorted()).toEqual(['account.viewAs', 'session.signInToken', 'session.signOut'].toSorted())
  })
})

/** Specification section 6, typed by hand. */
const codes = {
  account: 'search detail update add delete updateEnable usersRoles usersRolesUpdate listRole',
  role: 'search add update detail listByOrgId delete',
  department: 'search detail updateEnable update add delete',
  online: 'search',
  entryLog: 'search',
  operation: 'search',
  organization: 'search detail update updateEnable add delete',
  menu: 'search findAllPermission updateEnabled update add delete',
  allocation: 'search listConfig add update updateEnable delete',
  apply: 'search add update updateEnable delete appInfoDetail findAllPoolResource',
  assets: 'index findAll addAll getAddStatus',
}
const everyCode = Object.entries(codes).flatMap(([page, actions]) =>
  actions.split(' ').map((action) => `uia.${page}.${action}`),
)

describe('permission codes', () => {
  const named = specified.flatMap(([, { permissions, widenedBy = [] }]) => [...permissions, ...widenedBy])

  test.each(everyCode)('PERM-2 %s is checked by a call', (code) => {
    expect(named).toContain(code)
  })

  test('PERM-2 no call checks a code that section 6 does not have', () => {
    expect(everyCode).toEqual(expect.arrayContaining(named))
    for (const code of named) expect(code).toBe(`uia.${permissionKey(code)}`)
  })

  test('PERM-2 a code that changes something opens exactly one changing call', () => {
    // A part of the call that has the code, said alone: one role, one place.
    const parts = ['account.setRole', 'account.setDepartment']
    // Whoever may delete may bring that back.
    const whole = registered.filter(
      ([name, { operation }]) => !parts.includes(name) && operation?.type !== 'restore',
    )
    for (const code of everyCode) {
      const changing = whole.filter(
        ([, { operation, permissions }]) => operation !== undefined && permissions.includes(code),
      )
      expect(changing.length, code).toBeLessThanOrEqual(1)
      if (/\.(add|update|delete|updateEnabled?|addAll|usersRolesUpdate)$/.test(code))
        expect(changing.length, code).toBe(1)
    }
  })

  test('PERM-3 switches need the updateEnable of their page', () => {
    const switches = specified.filter(([, { operation }]) => operation?.type === 'enable')
    expect(Object.fromEntries(switches.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      'account.updateEnable': ['uia.account.updateEnable'],
      'department.updateEnable': ['uia.department.updateEnable'],
      'organization.updateEnable': ['uia.organization.updateEnable'],
      'allocation.updateEnable': ['uia.allocation.updateEnable'],
      'apply.updateEnable': ['uia.apply.updateEnable'],
      'menu.updateEnable': ['uia.menu.updateEnabled'],
    })
  })
})

const hostile = [
  ...['', '/', '//', '/sys', '/sys/', 'sys/online', '/sys/online/', '//sys/online', '/sys//online'],
  ...['/sys/online?page=1', '/sys/online#x', '/sys/online;x', '/sys/online%20', '/sys/online '],
  ...[' /sys/online', '/sys/online\n', '/sys/online%0d%0a', '/sys/online%00', '/SYS/ONLINE'],
  ...['/sys/Online', '/sys%2Fonline', '/sys%2fonline', '/sys%252fonline', '/sys\\online'],
  ...['/%73ys/online', '/./sys/online', '/sys/./online', '/sys/../sys/online', '/sys/%2e%2e/sys/online'],
  ...['/sys/online/..', '/sys/online/%2e%2e/admin', '/api/sys/online', 'http://platform/sys/online'],
  ...['//platform/sys/online', '/sys/user/page/updateEnable', '/sys/user/page/updateEnable//'],
  ...['/sys/user/page/detail', '/sys/user/page/detail/', '/sys/user/page/detail/.'],
  ...['/sys/user/page/detail/..', '/sys/user/page/detail/%2e%2e', '/sys/user/page/detail/a/b'],
  ...['/sys/user/page/detail/a/', '/sys/user/page/detail/a%2fb', '/sys/user/page/detail/a%5cb'],
  ...['/sys/user/page/detail/a;b', '/sys/user/page/detail/a?b', '/sys/user/page/detail/a\n'],
  ...['/sys/user/page/detail/a%0A', '/sys/user/page/detail/{id}', '/sys/user/page/detail/编号'],
  ...['/sys/user/page/detail/é', `/sys/user/page/detail/${'a'.repeat(65)}`, '/xsys/user/page/detail/a'],
  ...['/sys/user/page/detail/a/sys/user/page/detail/a', '/sys/menuManage/page/list/delete/a'],
  ...['/sys/menuManage/page/list/delete//', '/sys/menuManage/page/list/delete/a//'],
  ...[
    ...['..;', 'a@b', 'a:80', 'a%3fx', 'a%23x', 'a%00b', '*', '%25', '%ff', "'", 'a%20b', '__proto__/x'],
  ].flatMap((id) => [
    `/sys/user/page/detail/${id}`,
    `/sys/menuManage/page/list/delete/${id}/`,
    `/sys/image/${id}`,
  ]),
  ...['/sys/image/..%2f..%2fetc%2fpasswd', '/sys/image/page/Upload', '/__proto__', 'constructor'],
]

describe('match', () => {
  test.each(hostile.map((path) => [JSON.stringify(path), path]))('CALL-5 %s is no call', (_, path) => {
    expect(match('GET', path)).toBeUndefined()
    expect(match('POST', path)).toBeUndefined()
  })

  test('CALL-5 a parameter is 1 to 64 letters, digits, hyphens and underscores', () => {
    for (const value of ['1', 'a-B_9', 'a'.repeat(64), '018f-7c']) {
      expect(match('GET', `/sys/user/page/detail/${value}`)).toEqual({
        endpoint: endpoints['account.detail'],
      })
    }
  })

  test('CALL-5 a known path with another method names the allowed ones', () => {
    expect(match('POST', '/sys/online')).toEqual({ allow: ['GET', 'HEAD'] })
    expect(match('GET', '/sys/user/page/delete/1')).toEqual({ allow: ['POST'] })
    for (const method of ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get', '', 'TRACE', '__proto__']) {
      expect(match(method, '/sys/online')).toEqual({ allow: ['GET', 'HEAD'] })
    }
  })

  test('CALL-5 the trailing slashes of the specification count', () => {
    expect(match('POST', '/sys/user/page/updateEnable/')).toEqual({
      endpoint: endpoints['account.updateEnable'],
    })
    expect(match('POST', '/sys/menuManage/page/list/delete/7/')).toEqual({
      endpoint: endpoints['menu.remove'],
    })
  })
})

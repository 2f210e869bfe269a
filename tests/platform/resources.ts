import { account } from '#contracts/account'
import { allocation } from '#contracts/allocation'
import { apply } from '#contracts/apply'
import { department } from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import { menu, nodeTypes } from '#contracts/menu'
import { organization } from '#contracts/organization'
import { role } from '#contracts/role'
import type { Schema } from '#platform/kernel/db/schema'
import { ownFields } from '#platform/modules/account/record'
import { browserHash, type Platform } from './harness.ts'
import { storePicture } from './pictures.ts'
import {
  fresh,
  giveTo,
  heldBy,
  makeApplication,
  makeDepartment,
  makeOrganization,
  makePage,
  makePerson,
  makeRole,
  makeSystem,
  nodeIds,
} from './records.ts'

export type Form = Record<string, unknown>

/** What the tests of every resource need to know of one. */
export interface Described {
  key: string
  /** The requirement's row of its list. */
  row?: string
  endpoints: {
    list?: Endpoint
    detail?: Endpoint
    add: Endpoint
    update: Endpoint
    remove: Endpoint
    updateEnable?: Endpoint
  }
  /** Where it is stored, and in which column its switch is. */
  table: { [T in keyof Schema]: 'id' extends keyof Schema[T] ? T : never }[keyof Schema]
  enabled: 'enabled' | 'enable'
  /** Stores one that belongs to that organization, is used by nothing, and gives its id. */
  make(orgCode?: string): Promise<string>
  /** What adds another one, of EAST. */
  form(): Promise<Form>
  /** What an update sends when nothing is changed. */
  formOf(id: string): Promise<Form>
  /** There is one of it: what a second one is told at the field. */
  unique: { field: string; en: string; zh: string; isFixed?: true }
  /** An id that means nothing, or another organization's: told apart for nobody, or unknown to all. */
  unknown: 403 | 404
}

const right = 'ems.stations.search'

export function describedResources(platform: Platform): Described[] {
  const orgId = platform.orgId
  const east = () => orgId('EAST')
  return [
    {
      ...{
        key: 'account',
        row: 'ACC-1',
        endpoints: account.endpoints,
        table: 'account',
        enabled: 'enabled',
        unknown: 403,
      },
      unique: { field: 'account', en: 'The account already exists', zh: '账号已存在' },
      make: async (orgCode = 'EAST') => (await makePerson(platform, { [orgCode]: [] })).id,
      form: async () => ({
        ...{ account: `new${fresh()}`, name: '新员工', phone: '13912345678' },
        ...{ password: browserHash('Secret123'), usersRoleList: [] },
        userOrgList: [{ orgId: await east(), deptId: await platform.deptId('EAST') }],
      }),
      async formOf(id) {
        const own = ownFields(await platform.row('account', { id }))
        const places = await platform.rows('membership', { account_id: id })
        const userOrgList = places.map(({ org_id, dept_id }) => ({ orgId: org_id, deptId: dept_id }))
        return { id, ...own, userOrgList }
      },
    },
    {
      ...{
        key: 'role',
        row: 'ROLE-1',
        endpoints: role.endpoints,
        table: 'role',
        enabled: 'enabled',
        unknown: 403,
      },
      unique: {
        ...{ field: 'name', en: 'The organization already has a role with this name' },
        zh: '该组织中已有同名角色',
      },
      make: (orgCode = 'EAST') => makeRole(platform, orgCode, [right]),
      form: async () => ({
        ...{ name: `新角色${fresh()}`, orgId: await east(), description: '说明' },
        resourceIdList: await nodeIds(platform, right),
      }),
      async formOf(id) {
        const { name, org_id, description } = await platform.row('role', { id })
        const resourceIdList = await nodeIds(platform, ...(await heldBy(platform, id)))
        return { id, name, orgId: org_id, description, resourceIdList }
      },
    },
    {
      ...{
        key: 'department',
        row: 'DEPT-1',
        endpoints: department.endpoints,
        table: 'department',
        enabled: 'enabled',
      },
      unknown: 403,
      unique: {
        ...{ field: 'code', en: 'The organization already has a department with this code' },
        zh: '该组织中已有相同编码的部门',
      },
      make: async (orgCode = 'EAST') => (await makeDepartment(platform, orgCode)).id,
      form: async () => ({
        ...{ name: `新部门${fresh()}`, code: `NEW.${fresh()}`, orgId: await east() },
        ...{ enabled: 1, remark: '备注' },
      }),
      async formOf(id) {
        const { name, code, org_id, enabled, remark } = await platform.row('department', { id })
        return { id, name, code, orgId: org_id, enabled, remark }
      },
    },
    {
      ...{
        key: 'organization',
        row: 'ORG-1',
        endpoints: organization.endpoints,
        table: 'organization',
        enabled: 'enabled',
      },
      unknown: 403,
      unique: {
        field: 'code',
        en: 'The organization code already exists',
        zh: '组织编码已存在',
        isFixed: true,
      },
      make: async (orgCode) =>
        orgCode === undefined ? (await makeOrganization(platform)).id : orgId(orgCode),
      form: async () => ({ name: `新组织${fresh()}`, code: `NEW${fresh()}`, enabled: 1, remark: '备注' }),
      async formOf(id) {
        const { name, code, enabled, remark } = await platform.row('organization', { id })
        return { id, name, code, enabled, remark }
      },
    },
    {
      ...{
        key: 'allocation',
        row: 'SYS-1',
        endpoints: allocation.endpoints,
        table: 'system_config',
        enabled: 'enable',
      },
      unknown: 404,
      unique: { field: 'code', en: 'The system code already exists', zh: '系统编码已存在' },
      make: (orgCode = 'EAST') => makeSystem(platform, `made${fresh()}`, orgCode),
      form: async () => ({
        ...{ name: `新系统${fresh()}`, code: `made${fresh()}`, version: '1.2.0', type: 0 },
        ...{ port: '4200', hostName: '127.0.0.1', enable: true },
      }),
      async formOf(id) {
        const { name, code, version, type, port, host_name, enable } = await platform.row('system_config', {
          id,
        })
        return { id, name, code, version, type, port, hostName: host_name, enable }
      },
    },
    {
      ...{
        key: 'apply',
        row: 'APP-1',
        endpoints: apply.endpoints,
        table: 'menu_node',
        enabled: 'enabled',
        unknown: 404,
      },
      unique: { field: 'code', en: 'The application code already exists', zh: '应用编码已存在' },
      async make(orgCode = 'EAST') {
        const form = await applicationForm(platform)
        await platform.ok(apply.endpoints.add, { as: 'admin' }, { body: form })
        const id = await platform.systemId(form.code)
        await giveTo(platform, orgCode, 'application', id)
        return id
      },
      form: () => applicationForm(platform),
      async formOf(id) {
        const params = { id }
        const { name, code, icon, enabled, resourceIdList } = await platform.ok(
          apply.endpoints.detail,
          { as: 'admin' },
          { params },
        )
        return { id, name, code, icon, enabled, resourceIdList }
      },
    },
    {
      ...{ key: 'menu', endpoints: menu.endpoints, table: 'menu_node', enabled: 'enabled', unknown: 403 },
      unique: { field: 'code', en: 'The resource code already exists', zh: '资源编码已存在' },
      async make(orgCode = 'EAST') {
        const form = await directoryForm(platform, orgCode)
        await platform.ok(menu.endpoints.add, { as: 'admin' }, { body: form })
        return (await platform.row('menu_node', { code: form.code })).id
      },
      form: () => directoryForm(platform, 'EAST'),
      async formOf(id) {
        const { type, name, code, path, sort, pid, icon } = await platform.row('menu_node', { id })
        return { id, type, name, code, path, sort, pid, icon }
      },
    },
  ]
}

/** Of an own system of EAST's, with a picture that everybody sees since it is another application's icon. */
async function applicationForm(platform: Platform) {
  const system = `p${fresh()}`
  await makeSystem(platform, system, 'EAST')
  const icon = await storePicture(platform)
  await platform.set('menu_node', { id: await makeApplication(platform, `icon${fresh()}`, 'WEST') }, { icon })
  const resourceIdList = [await makePage(platform, system, `${system}.page`)]
  return { name: `新应用${fresh()}`, code: `app${fresh()}`, icon, enabled: true, resourceIdList }
}

/** In an application of that organization's own. */
async function directoryForm(platform: Platform, orgCode: string) {
  const desk = `desk${orgCode.toLowerCase()}`
  const root = await platform.find('menu_node', { code: desk })
  const pid = root?.id ?? (await makeApplication(platform, desk, orgCode))
  const number = fresh()
  const { directory } = nodeTypes
  const code = `made.entry.n${number}`
  return {
    type: directory,
    name: `条目${number}`,
    code,
    path: `/made/${number}`,
    sort: 1,
    pid,
    icon: 'folder',
  }
}

/** What a deletion sends. */
export const removalOf = (key: string, id: string) => ({
  params: key === 'menu' ? { resourceId: id } : { id },
})

/** What a switch sends, in the way that every platform has to understand. */
export const switchOf = (key: string, id: string, enabled: unknown) =>
  key === 'account' ? { body: { id, enabled } } : { query: { id, enabled } }

import * as z from 'zod/mini'
import { binCalls } from './bin.ts'
import { codeText } from './code-text.ts'
import {
  flag,
  id,
  isControl,
  optionalId,
  optionalText,
  requiredId,
  searchFlag,
  searchText,
  shownFlag,
  shownText,
  sortBy,
  strippedRemark,
  strippedText,
  version,
} from './endpoint.ts'
import { impactCalls } from './impact.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { defineResource } from './resource.ts'
import { addCall, detailCall, listCall, removeCall, switchCall, updateCall } from './standard-calls.ts'
import { wholeList } from './whole-list.ts'

/** Departments (specification sections 2.10, 3, 5, 7). */

export const departmentRow = z.object({
  id,
  name: shownText,
  code: optionalText,
  orgId: optionalId,
  orgName: optionalText,
  enabled: shownFlag,
  remark: optionalText,
  isControl,
})
export type DepartmentRow = z.output<typeof departmentRow>

export const departmentDetail = z.extend(departmentRow, { version })

/** Beyond the specification, where the platform says so in `meta`. */
export const departmentSorts = ['name', 'code', 'createdTime'] as const

/** `name` matches a department's name, its number or its organization's name (section 2.10). */
export const departmentSearch = z.object({
  name: searchText,
  enabled: searchFlag,
  sort: sortBy(departmentSorts),
})

/** Section 5. */
export const departmentLimits = { name: 50, code: 20 } as const

export const departmentForm = z.object({
  name: strippedText(departmentLimits.name, 'departmentNameRequired'),
  code: codeText(departmentLimits.code, 'codeRequired').check(z.regex(patterns.dottedCode, 'dottedCode')),
  orgId: requiredId('organizationRequired'),
  enabled: flag,
  remark: strippedRemark(limits.remark),
})
export type DepartmentForm = z.input<typeof departmentForm>

export const departmentChoice = z.object({ id, name: shownText })

export const department = defineResource('department', {
  name: { 'zh-cn': '部门管理', en: 'Departments' },
  one: { 'zh-cn': '部门', en: 'department' },
  about: 'Departments of organizations',
  sections: '2.10, 3, 5, 7',
  page: { folder: 'people', path: '/department/index', code: 'uia.department.list', icon: 'department' },
  endpoints: {
    list: listCall('A page of departments', '/sys/dept/page/list', departmentSearch, departmentRow, {
      columns: ['name', 'code', 'orgName', 'enabled', 'remark'],
      finds: { name: ['name', 'code', 'orgName'] },
    }),
    detail: detailCall('A department', '/sys/dept/page/detail/{id}', departmentDetail),
    add: addCall('Adds a department', '/sys/dept/page/add', departmentForm),
    update: updateCall('Changes a department', '/sys/dept/page/update', departmentForm),
    ...impactCalls('a department', '/sys/dept/page', [
      'uia.department.updateEnable',
      'uia.department.delete',
    ]),
    ...binCalls('a department', '/sys/dept/page', 'uia.department.delete'),
    remove: removeCall('Deletes a department', '/sys/dept/page/delete/{id}'),
    updateEnable: switchCall('Enables or disables a department', '/sys/dept/page/updateDeptEnabled', 'query'),
    /** The enabled departments of one organization, for the account and role dialogs. */
    listByOrganization: {
      summary: 'The enabled departments of an organization, as choices',
      method: 'GET',
      path: '/sys/dept/page/listByOrgId',
      anyOf: [
        'uia.role.listByOrgId',
        'uia.department.search',
        'uia.account.add',
        'uia.account.update',
        'uia.account.listRole',
      ],
      query: z.object({ orgId: id }),
      data: wholeList(departmentChoice),
    },
  },
})
export const {
  list,
  detail,
  add,
  update,
  remove,
  updateEnable,
  listByOrganization,
  impact,
  impactOfMany,
  deleted,
  restore,
} = department.endpoints

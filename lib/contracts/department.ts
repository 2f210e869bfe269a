import * as z from 'zod/mini'
import {
  endpoint,
  flag,
  id,
  idParams,
  optionalText,
  paged,
  pageQuery,
  requiredId,
  requiredText,
  searchFlag,
  searchText,
  strippedRemark,
  strippedText,
  version,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'

/** Departments (specification sections 2.10, 3, 5, 7). */

export const departmentRow = z.object({
  id,
  name: z.string(),
  code: optionalText,
  orgId: z.nullish(id),
  orgName: optionalText,
  enabled: flag,
  remark: optionalText,
})
export type DepartmentRow = z.output<typeof departmentRow>

export const departmentDetail = z.extend(departmentRow, { version })
export type DepartmentDetail = z.output<typeof departmentDetail>

/** `name` matches a department's name, its number or its organization's name (section 2.10). */
export const departmentSearch = z.object({ name: searchText, enabled: searchFlag })

export const departmentForm = z.object({
  name: strippedText(limits.departmentName, 'departmentNameRequired'),
  code: requiredText(limits.departmentCode, 'codeRequired').check(z.regex(patterns.dottedCode, 'dottedCode')),
  orgId: requiredId('organizationRequired'),
  enabled: flag,
  remark: strippedRemark(limits.remark),
})
export type DepartmentForm = z.input<typeof departmentForm>

const module = 'department'

export const list = endpoint({
  method: 'GET',
  path: '/sys/dept/page/list',
  permissions: ['uia.department.search'],
  query: z.extend(pageQuery, departmentSearch.shape),
  data: paged(departmentRow),
})

export const detail = endpoint({
  method: 'GET',
  path: '/sys/dept/page/detail/{id}',
  permissions: ['uia.department.detail'],
  params: idParams,
  data: departmentDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/dept/page/add',
  permissions: ['uia.department.add'],
  operation: { module, type: 'add' },
  body: departmentForm,
})

export const update = endpoint({
  method: 'POST',
  path: '/sys/dept/page/update',
  permissions: ['uia.department.update'],
  operation: { module, type: 'update' },
  body: z.extend(departmentForm, { id, version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sys/dept/page/delete/{id}',
  permissions: ['uia.department.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

/** Both values travel in the query (section 7). */
export const updateEnable = endpoint({
  method: 'POST',
  path: '/sys/dept/page/updateDeptEnabled',
  permissions: ['uia.department.updateEnable'],
  operation: { module, type: 'enable' },
  query: z.object({ id, enabled: flag }),
})

export const departmentChoice = z.object({ id, name: z.string() })
export type DepartmentChoice = z.output<typeof departmentChoice>

/** The enabled departments of one organization, for the account and role dialogs. */
export const listByOrganization = endpoint({
  method: 'GET',
  path: '/sys/dept/page/listByOrgId',
  permissions: [
    'uia.role.listByOrgId',
    'uia.department.search',
    'uia.account.add',
    'uia.account.update',
    'uia.account.listRole',
  ],
  query: z.object({ orgId: id }),
  data: z.array(departmentChoice),
})

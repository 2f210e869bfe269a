import * as z from 'zod/mini'
import {
  endpoint,
  id,
  idParams,
  optionalText,
  paged,
  pageQuery,
  requiredId,
  searchText,
  strippedRemark,
  strippedText,
  textOrNumber,
  version,
  wholeNumber,
} from './endpoint.ts'
import { limits } from './limits.ts'

/** Roles (specification sections 2.9, 3, 5, 7). */

export const roleRow = z.object({
  id,
  name: z.string(),
  orgId: z.nullish(id),
  orgName: optionalText,
  description: optionalText,
  roleType: textOrNumber,
  leader: textOrNumber,
  deptId: z.nullish(id),
})
export type RoleRow = z.output<typeof roleRow>

export const roleSearch = z.object({ roleName: searchText })
export type RoleSearch = z.output<typeof roleSearch>

/**
 * `resourceIdList` holds the checked nodes of the permission tree. `accountCount` says how many accounts hold the role,
 * and lose it with a delete; the specification has no such field, so platforms may leave it out.
 */
export const roleDetail = z.extend(roleRow, {
  resourceIdList: z._default(z.array(id), []),
  accountCount: z.nullish(wholeNumber),
  version,
})
export type RoleDetail = z.output<typeof roleDetail>

export const roleForm = z.object({
  name: strippedText(limits.roleName, 'roleNameRequired'),
  orgId: requiredId('organizationRequired'),
  description: strippedRemark(limits.roleDescription),
  resourceIdList: z
    .array(id, 'selectRolePermissions')
    .check(
      z.minLength(1, 'selectRolePermissions'),
      z.maxLength(limits.treeItems, `tooMany:${limits.treeItems}`),
    ),
})
export type RoleForm = z.input<typeof roleForm>

const module = 'role'

export const list = endpoint({
  method: 'GET',
  path: '/sys/role/page/findAll',
  permissions: ['uia.role.search'],
  query: z.extend(pageQuery, roleSearch.shape),
  data: paged(roleRow),
})

export const detail = endpoint({
  method: 'GET',
  path: '/sys/role/page/detail/{id}',
  permissions: ['uia.role.detail'],
  params: idParams,
  data: roleDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/role/page/add',
  permissions: ['uia.role.add'],
  operation: { module, type: 'add' },
  body: roleForm,
})

export const update = endpoint({
  method: 'POST',
  path: '/sys/role/page/update',
  permissions: ['uia.role.update'],
  operation: { module, type: 'update' },
  body: z.extend(roleForm, { id, version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sys/role/page/delete/{id}',
  permissions: ['uia.role.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

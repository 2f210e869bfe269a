import * as z from 'zod/mini'
import { binCalls } from './bin.ts'
import {
  id,
  isControl,
  listOf,
  optionalId,
  optionalText,
  requiredId,
  searchText,
  shownText,
  sortBy,
  strippedRemark,
  strippedText,
  version,
  wholeNumber,
} from './endpoint.ts'
import { impactCalls } from './impact.ts'
import { limits } from './limits.ts'
import { defineResource } from './resource.ts'
import { addCall, detailCall, listCall, removeCall, updateCall } from './standard-calls.ts'

/** Roles (specification sections 2.9, 3, 5, 7). */

export const roleRow = z.object({
  id,
  name: shownText,
  orgId: optionalId,
  orgName: optionalText,
  description: optionalText,
  roleType: optionalText,
  leader: optionalText,
  deptId: optionalId,
  isControl,
})
export type RoleRow = z.output<typeof roleRow>

/** Beyond the specification, where the platform says so in `meta`. */
export const roleSorts = ['name', 'createdTime'] as const

export const roleSearch = z.object({ roleName: searchText, sort: sortBy(roleSorts) })

/**
 * `resourceIdList` holds the checked nodes of the permission tree. `accountCount` says how many accounts hold the role,
 * and lose it with a delete; the specification has no such field, so platforms may leave it out.
 */
export const roleDetail = z.extend(roleRow, {
  resourceIdList: listOf(id),
  accountCount: z.nullish(wholeNumber),
  version,
})
export type RoleDetail = z.output<typeof roleDetail>

/** Section 5. */
export const roleLimits = { name: 20, description: 50 } as const

export const roleForm = z.object({
  name: strippedText(roleLimits.name, 'roleNameRequired'),
  orgId: requiredId('organizationRequired'),
  description: strippedRemark(roleLimits.description),
  resourceIdList: z
    .array(id, 'selectRolePermissions')
    .check(
      z.minLength(1, 'selectRolePermissions'),
      z.maxLength(limits.treeItems, `tooMany:${limits.treeItems}`),
    ),
})
export type RoleForm = z.input<typeof roleForm>

/** A button or page that a change gives or takes, with the names of what stands above it. */
const touchedButton = z.object({ code: shownText, path: listOf(shownText), people: wholeNumber })
const touched = z.object({
  /** Those whom any of it touches. Who has it by another role is not touched. */
  people: wholeNumber,
  /** How many there are, of which `buttons` are the first by how many people they touch. */
  count: wholeNumber,
  buttons: listOf(touchedButton),
})

/** What saving these nodes of a role would give to people, and take from them, in the role's organization. */
export const roleEffect = z.object({
  organization: z.object({ id, name: shownText }),
  /** Who holds the role and is enabled, super administrators aside, for whom nothing changes. */
  holders: wholeNumber,
  gained: touched,
  lost: touched,
})
export type RoleEffect = z.output<typeof roleEffect>

export const role = defineResource('role', {
  name: { 'zh-cn': '角色管理', en: 'Roles' },
  one: { 'zh-cn': '角色', en: 'role' },
  about: 'Roles and the permissions that they grant',
  sections: '2.9, 3, 5, 7',
  page: { folder: 'people', path: '/role/index', code: 'uia.role.roleManage', icon: 'role' },
  moreActions: ['listByOrgId'],
  endpoints: {
    list: listCall('A page of roles', '/sys/role/page/findAll', roleSearch, roleRow, {
      columns: ['name', 'orgName', 'description'],
      finds: { roleName: ['name'] },
    }),
    detail: detailCall('A role', '/sys/role/page/detail/{id}', roleDetail),
    add: addCall('Adds a role', '/sys/role/page/add', roleForm),
    update: updateCall('Changes a role', '/sys/role/page/update', roleForm),
    effect: {
      summary: 'Which buttons a change of a role’s permissions gives and takes, and to how many people',
      method: 'POST',
      asks: true,
      path: '/sys/role/page/effect',
      anyOf: ['uia.role.update'],
      body: z.object({ id, resourceIdList: roleForm.shape.resourceIdList }),
      data: roleEffect,
      without: 'A role is saved without a question that tells whom it touches.',
    },
    ...impactCalls('a role', '/sys/role/page', ['uia.role.delete']),
    ...binCalls('a role', '/sys/role/page', 'uia.role.delete'),
    remove: removeCall('Deletes a role', '/sys/role/page/delete/{id}'),
  },
})
export const { list, detail, add, update, remove, effect, impact, impactOfMany, deleted, restore } =
  role.endpoints

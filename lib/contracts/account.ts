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
  searchFlag,
  searchText,
  strippedText,
  version,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { hashedPassword } from './session.ts'

/** Accounts (specification sections 2.8, 3, 5, 7). */

export const accountRow = z.object({
  id,
  account: z.string(),
  name: optionalText,
  phone: optionalText,
  enabled: flag,
  /** Sign-in is locked from some address after repeated failures; a platform that does not say so is taken to have none. */
  locked: z.optional(z.boolean()),
})
export type AccountRow = z.output<typeof accountRow>

export const accountSearch = z.object({ account: searchText, phone: searchText, enabled: searchFlag })
export type AccountSearch = z.output<typeof accountSearch>

/** One organization an account belongs to, with its department there. */
export const membership = z.object({
  orgId: id,
  deptId: z.nullish(id),
  orgName: optionalText,
  deptName: optionalText,
})
export type Membership = z.output<typeof membership>

export const accountDetail = z.extend(accountRow, {
  userOrgList: z._default(z.array(membership), []),
  usersRoleList: z._default(z.array(id), []),
  version,
})
export type AccountDetail = z.output<typeof accountDetail>

/** Section 5: the account form's phone takes four patterns, unlike the personal centre's. */
export const accountPhone = z
  .string('phoneRequired')
  .check(
    z.minLength(1, 'phoneRequired'),
    z.maxLength(limits.phone, 'accountPhone'),
    z.regex(patterns.accountPhone, 'accountPhone'),
  )

/** Section 5: a new account's password, before it is hashed. */
export const newPassword = z.string('newPasswordRequired').check(
  z.minLength(1, 'newPasswordRequired'),
  z.refine(
    (value) => value.length >= limits.passwordShortest && value.length <= limits.passwordLongest,
    'passwordLength',
  ),
  z.regex(patterns.lettersAndDigitsBoth, 'passwordLettersAndDigits'),
)

const memberships = z
  .array(
    z.object({ orgId: requiredId('organizationRequired'), deptId: z.nullish(id) }),
    'organizationRequired',
  )
  .check(
    z.minLength(1, 'organizationRequired'),
    z.maxLength(limits.listItems, `tooMany:${limits.listItems}`),
    z.refine((list) => new Set(list.map((entry) => entry.orgId)).size === list.length, 'organizationTwice'),
  )
const roleIds = z.array(id).check(z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))
const atLeastOneRole = z
  .array(id, 'rolesRequired')
  .check(z.minLength(1, 'rolesRequired'), z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))

export const accountForm = z.object({
  userOrgList: memberships,
  name: strippedText(limits.name, 'nameRequired'),
  phone: accountPhone,
  account: strippedText(limits.account, 'accountRequired'),
})
export type AccountForm = z.input<typeof accountForm>
export const accountAddForm = z.extend(accountForm, { password: newPassword })
export type AccountAddForm = z.input<typeof accountAddForm>

/** Mode 4 (section 4): one organization, at least one role. */
export const accountRolesForm = z.object({
  orgId: requiredId('organizationRequired'),
  usersRoleList: atLeastOneRole,
})
export type AccountRolesForm = z.input<typeof accountRolesForm>

export const roleChoice = z.object({
  id,
  name: z.string(),
  description: optionalText,
  deptId: z.nullish(id),
  deptName: optionalText,
})
export type RoleChoice = z.output<typeof roleChoice>

const module = 'account'

export const list = endpoint({
  method: 'GET',
  path: '/sys/user/page/list',
  permissions: ['uia.account.search'],
  query: z.extend(pageQuery, accountSearch.shape),
  data: paged(accountRow),
})

export const detail = endpoint({
  method: 'GET',
  path: '/sys/user/page/detail/{id}',
  permissions: ['uia.account.detail'],
  params: idParams,
  data: accountDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/user/page/add',
  permissions: ['uia.account.add'],
  operation: { module, type: 'add' },
  body: z.extend(accountForm, {
    id: z.nullish(id),
    password: hashedPassword,
    usersRoleList: z._default(roleIds, []),
  }),
})

/** `usersRoleList`, where it comes along, replaces the roles and then needs `usersRolesUpdate` too. */
export const update = endpoint({
  method: 'POST',
  path: '/sys/user/page/update',
  permissions: ['uia.account.update'],
  operation: { module, type: 'update' },
  body: z.extend(accountForm, { id, usersRoleList: z.optional(roleIds), version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sys/user/page/delete/{id}',
  permissions: ['uia.account.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

/** The trailing slash is the specification's. Enabling also ends the locks of sign-in, at all addresses (LOGIN-8). */
export const updateEnable = endpoint({
  method: 'POST',
  path: '/sys/user/page/updateEnable/',
  permissions: ['uia.account.updateEnable'],
  operation: { module, type: 'enable' },
  body: z.object({ id, enabled: flag }),
})

export const usersRoles = endpoint({
  method: 'GET',
  path: '/sys/user/page/usersRoles',
  permissions: ['uia.account.usersRoles'],
  query: z.object({ userId: id, orgId: id }),
  data: z.array(z.object({ roleId: id })),
})

/** Replaces the account's roles in that one organization. */
export const updateRoles = endpoint({
  method: 'POST',
  path: '/sys/user/page/usersRoles/update',
  permissions: ['uia.account.usersRolesUpdate'],
  operation: { module, type: 'roles' },
  body: z.object({ orgId: id, userId: id, usersRoleList: atLeastOneRole }),
})

export const listRole = endpoint({
  method: 'GET',
  path: '/sys/user/page/listRole',
  permissions: ['uia.account.listRole'],
  query: z.object({ orgId: id, deptId: z.optional(id) }),
  data: z.array(roleChoice),
})

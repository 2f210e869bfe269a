import * as z from 'zod/mini'
import {
  flag,
  id,
  isControl,
  optionalText,
  pageQuery,
  requiredId,
  requiredText,
  searchFlag,
  searchId,
  searchOf,
  searchText,
  sortBy,
  strippedText,
  version,
  wholeNumber,
} from './endpoint.ts'
import { impactCall } from './impact.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { phoneDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { searchTime } from './search-time.ts'
import { hashedPassword } from './session.ts'
import { detailCall, listCall, removeCall, switchCall } from './standard-calls.ts'
import { areInOrder } from './time-range.ts'

/** Accounts (specification sections 2.8, 3, 5, 7). */

export const accountRow = z.object({
  id,
  account: z.string(),
  name: optionalText,
  phone: optionalText,
  enabled: flag,
  /** Sign-in is locked from some address after repeated failures; a platform that does not say so is taken to have none. */
  locked: z.optional(z.boolean()),
  /**
   * Belongs to an organization in which the caller may not change accounts, so that the person's own (account, name,
   * phone, enabled state) is not theirs to change; a platform that does not say so is taken to have none.
   */
  shared: z.nullish(z.boolean()),
  /** The last sign-in that went well, if there was one. Like the next field none of the specification: platforms may leave both out. */
  lastLogin: optionalText,
  /** The organizations and departments that it belongs to, as far as the caller's reach goes. */
  userOrgList: z.nullish(
    z.array(z.object({ orgId: id, orgName: optionalText, deptId: z.nullish(id), deptName: optionalText })),
  ),
  /** 0: belongs to no organization in which the caller may change accounts. */
  isControl,
})
export type AccountRow = z.output<typeof accountRow>

/** What the list sorts and is narrowed by beyond the specification, where the platform says so in `meta`. */
export const accountSorts = ['account', 'name', 'lastLogin', 'createdTime'] as const
export const accountFilters = [
  'name',
  'orgId',
  'deptId',
  'roleId',
  'locked',
  'lastLoginFrom',
  'lastLoginTo',
] as const

export const accountSearch = z.object({
  account: searchText,
  phone: searchOf(phoneDigits),
  enabled: searchFlag,
  /** The person's name. */
  name: searchText,
  orgId: searchId,
  deptId: searchId,
  roleId: searchId,
  locked: searchFlag,
  /** The last sign-in, both ends included; who never signed in is in no such range. */
  lastLoginFrom: searchTime,
  lastLoginTo: searchTime,
  sort: sortBy(accountSorts),
})
/** As of the logs: a range that ends before it begins is no search that anybody means. */
const lastLoginInOrder = z.refine<{ lastLoginFrom?: string | undefined; lastLoginTo?: string | undefined }>(
  ({ lastLoginFrom, lastLoginTo }) => areInOrder(lastLoginFrom, lastLoginTo),
  { error: 'timeOrder', path: ['lastLoginTo'] },
)
export type AccountSearch = z.output<typeof accountSearch>

/** One organization an account belongs to, with its department there. */
export const membership = z.object({
  orgId: id,
  deptId: z.nullish(id),
  orgName: optionalText,
  deptName: optionalText,
  /** 0: the caller may not change accounts there, so that an update leaves this membership out, and as it is. */
  isControl,
  /** The version of the account's roles in this organization, which `usersRoles/update` compares. */
  rolesVersion: version,
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
    z.overwrite(phoneDigits),
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
  /** The form strips special characters as typed (section 5); whoever called themselves by some keeps their name. */
  name: requiredText(limits.name, 'nameRequired'),
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

/** A sign-in that would still be let in. */
export const accountSession = z.object({
  id,
  ip: optionalText,
  /** What the browser calls itself. */
  agent: optionalText,
  loginTime: optionalText,
  /** To the minute. */
  lastSeen: optionalText,
  /** The one that asks. */
  own: flag,
})
export type AccountSession = z.output<typeof accountSession>

export const account = defineResource({
  key: 'account',
  name: { 'zh-cn': '账号管理', en: 'Accounts' },
  about: 'Accounts',
  sections: '2.8, 3, 5, 7',
  page: { folder: 'people', path: '/account/index', code: 'uia.account.list', icon: 'account' },
  endpoints: {
    list: {
      ...listCall('A page of accounts', '/sys/user/page/list', accountSearch, accountRow),
      query: z.extend(pageQuery, accountSearch.shape).check(lastLoginInOrder),
    },
    detail: detailCall('An account', '/sys/user/page/detail/{id}', accountDetail),
    add: {
      summary: 'Adds an account',
      method: 'POST',
      path: '/sys/user/page/add',
      action: 'add',
      body: z.extend(accountForm, {
        id: z.nullish(id),
        password: hashedPassword,
        usersRoleList: z._default(roleIds, []),
      }),
    },
    /** `usersRoleList`, where it comes along, replaces the roles and then needs `usersRolesUpdate` too. */
    update: {
      summary: 'Changes an account',
      method: 'POST',
      path: '/sys/user/page/update',
      action: 'update',
      body: z.extend(accountForm, { id, usersRoleList: z.optional(roleIds), version }),
    },
    impact: impactCall('Whom disabling or deleting an account touches', '/sys/user/page/impact/{id}', [
      'uia.account.updateEnable',
      'uia.account.delete',
    ]),
    remove: removeCall('Deletes an account', '/sys/user/page/delete/{id}'),
    /** The trailing slash is the specification's. Enabling also ends the locks of sign-in, at all addresses (LOGIN-8). */
    updateEnable: switchCall('Enables or disables an account', '/sys/user/page/updateEnable/', 'body'),
    usersRoles: {
      summary: 'An account’s roles in an organization',
      method: 'GET',
      path: '/sys/user/page/usersRoles',
      action: 'usersRoles',
      query: z.object({ userId: id, orgId: id }),
      data: z.array(z.object({ roleId: id })),
    },
    /** Replaces the account's roles in that one organization; `version` is the `rolesVersion` that the detail tells of it. */
    updateRoles: {
      summary: 'Replaces an account’s roles in an organization',
      method: 'POST',
      path: '/sys/user/page/usersRoles/update',
      action: 'usersRolesUpdate',
      body: z.object({ orgId: id, userId: id, usersRoleList: atLeastOneRole, version }),
    },
    /**
     * Hashed as at sign-in. Its owner has to change it after the next sign-in; sessions and locks end. Not for oneself, not for
     * accounts that reach further than the caller's right, nor for who holds a role that the caller could not grant.
     */
    resetPassword: {
      summary: 'Gives an account a password that its owner has to change',
      method: 'POST',
      path: '/sys/user/page/resetPassword',
      action: 'resetPassword',
      body: z.object({ id, password: hashedPassword }),
      without: 'Nobody but its owner can change the password of an account.',
    },
    sessions: {
      summary: 'Where an account is signed in, the latest sign-in first',
      method: 'GET',
      path: '/sys/user/page/sessions',
      anyOf: ['uia.account.endSessions', 'uia.online.search'],
      query: z.object({ userId: id }),
      data: z.array(accountSession),
      without: 'An account does not show where it is signed in.',
    },
    /** The one session, or all but the caller's own. */
    endSessions: {
      summary: 'Signs an account out, of one session or of all',
      method: 'POST',
      path: '/sys/user/page/endSessions',
      action: 'endSessions',
      body: z.object({ userId: id, sessionId: z.nullish(id) }),
      data: z.object({ ended: wholeNumber }),
      without: 'Nobody is signed out by somebody else, but by disabling the account.',
    },
    listRole: {
      summary: 'The roles of an organization, as choices',
      method: 'GET',
      path: '/sys/user/page/listRole',
      action: 'listRole',
      query: z.object({ orgId: id, deptId: z.optional(id) }),
      data: z.array(roleChoice),
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
  usersRoles,
  updateRoles,
  resetPassword,
  sessions,
  endSessions,
  listRole,
  impact,
} = account.endpoints

import * as z from 'zod/mini'
import {
  accountForm,
  atLeastOneRole,
  ownNames,
  ownRow,
  ownSearch,
  roleIds,
  sharedAccountForm,
} from './account-form.ts'
import { ofImport } from './account-import.ts'
import { accountSession } from './account-session.ts'
import { binCallNames, binCalls } from './bin.ts'
import {
  flag,
  id,
  isControl,
  listOf,
  optionalFlag,
  optionalId,
  optionalText,
  requiredId,
  searchFlag,
  searchId,
  shownFlag,
  shownText,
  sortBy,
  version,
  wholeNumber,
} from './endpoint.ts'
import { impactCalls } from './impact.ts'
import { pageQuery } from './page.ts'
import { defineResource } from './resource.ts'
import { searchTime } from './search-time.ts'
import { hashedPassword } from './session.ts'
import { detailCall, listCall, removeCall, switchCall } from './standard-calls.ts'
import { areInOrder } from './time-range.ts'
import { wholeList } from './whole-list.ts'

/** Accounts (specification sections 2.8, 3, 5, 7). */

export * from './account-form.ts'
export type { AccountSession } from './account-session.ts'

export const accountRow = z.object({
  id,
  ...ownRow,
  enabled: shownFlag,
  /** Sign-in is locked from some address after repeated failures; a platform that does not say so is taken to have none. */
  locked: optionalFlag,
  /**
   * Belongs to an organization in which the caller may not change accounts, so that the person's own (account, name,
   * phone, enabled state) is not theirs to change; a platform that does not say so is taken to have none.
   */
  shared: optionalFlag,
  /** The last sign-in that went well, if there was one. Like the next field none of the specification: platforms may leave both out. */
  lastLogin: optionalText,
  /** The organizations and departments that it belongs to, as far as the caller's reach goes. */
  userOrgList: z.nullish(
    z.array(z.object({ orgId: id, orgName: optionalText, deptId: optionalId, deptName: optionalText })),
  ),
  /** 0: belongs to no organization in which the caller may change accounts. */
  isControl,
})
export type AccountRow = z.output<typeof accountRow>

/** What the list sorts by beyond the specification, where the platform says so in `meta`. */
export const accountSorts = ['account', 'name', 'lastLogin', 'createdTime'] as const

/** The optional calls on an account, where the platform says so in `meta`. */
export const accountCalls = [
  'resetPassword',
  'sessions',
  'endSessions',
  'accountImport',
  ...binCallNames,
] as const

export const accountSearch = z.object({
  ...ownSearch,
  enabled: searchFlag,
  orgId: searchId,
  deptId: searchId,
  roleId: searchId,
  locked: searchFlag,
  /** The last sign-in, both ends included; who never signed in is in no such range. */
  lastLoginFrom: searchTime,
  lastLoginTo: searchTime,
  sort: sortBy(accountSorts),
})
const specified = ['account', 'phone', 'enabled', 'sort'] as const
/** What the list is narrowed by beyond the specification, where the platform says so in `meta`. */
export type AccountFilter = Exclude<keyof AccountSearch, (typeof specified)[number]>
export const accountFilters = (Object.keys(accountSearch.shape) as (keyof AccountSearch)[]).filter(
  (name): name is AccountFilter => !specified.some((one) => one === name),
)
/** As of the logs: a range that ends before it begins is no search that anybody means. */
const lastLoginInOrder = z.refine<{ lastLoginFrom?: string | undefined; lastLoginTo?: string | undefined }>(
  ({ lastLoginFrom, lastLoginTo }) => areInOrder(lastLoginFrom, lastLoginTo),
  { error: 'timeOrder', path: ['lastLoginTo'] },
)
export type AccountSearch = z.output<typeof accountSearch>

/** One organization an account belongs to, with its department there. */
export const membership = z.object({
  orgId: id,
  deptId: optionalId,
  orgName: optionalText,
  deptName: optionalText,
  /** 0: the caller may not change accounts there, so that an update leaves this membership out, and as it is. */
  isControl,
  /** The version of the account's roles in this organization, which `usersRoles/update` compares. */
  rolesVersion: version,
})
export type Membership = z.output<typeof membership>

export const accountDetail = z.extend(accountRow, {
  userOrgList: listOf(membership),
  /** Those that an update takes: in organizations where the caller may change accounts. */
  usersRoleList: listOf(id),
  /** All that the caller sees, with their names; beyond the specification, for who only looks. */
  roles: z.nullish(z.array(z.object({ id, orgId: id, name: shownText }))),
  version,
})
export type AccountDetail = z.output<typeof accountDetail>

export const roleChoice = z.object({
  id,
  name: shownText,
  description: optionalText,
  deptId: optionalId,
  deptName: optionalText,
})
export type RoleChoice = z.output<typeof roleChoice>

export const account = defineResource('account', {
  name: { 'zh-cn': '账号管理', en: 'Accounts' },
  one: { 'zh-cn': '账号', en: 'account' },
  sections: '2.8, 3, 5, 7',
  page: { folder: 'people', path: '/account/index', code: 'uia.account.list', icon: 'account' },
  endpoints: {
    list: {
      ...listCall('A page of accounts', '/sys/user/page/list', accountSearch, accountRow, {
        columns: [...ownNames, 'userOrgList', 'lastLogin', 'enabled'],
        beyond: accountFilters,
      }),
      query: z.extend(pageQuery, accountSearch.shape).check(lastLoginInOrder),
    },
    detail: detailCall('An account', '/sys/user/page/detail/{id}', accountDetail),
    add: {
      summary: 'Adds an account',
      method: 'POST',
      path: '/sys/user/page/add',
      action: 'add',
      body: z.extend(accountForm, {
        id: optionalId,
        password: hashedPassword,
        usersRoleList: z._default(roleIds, []),
        ...ofImport,
      }),
    },
    /**
     * `usersRoleList`, where it comes along, replaces the roles and then needs `usersRolesUpdate` too. `userOrgList` are the
     * memberships in the caller's reach: none where others remain outside of it.
     */
    update: {
      summary: 'Changes an account',
      method: 'POST',
      path: '/sys/user/page/update',
      action: 'update',
      body: z.extend(sharedAccountForm, { id, usersRoleList: z.optional(roleIds), version }),
    },
    ...impactCalls('an account', '/sys/user/page', ['uia.account.updateEnable', 'uia.account.delete']),
    ...binCalls('an account', '/sys/user/page', 'uia.account.delete'),
    remove: removeCall('Deletes an account', '/sys/user/page/delete/{id}'),
    /** The trailing slash is the specification's. Enabling also ends the locks of sign-in, at all addresses (LOGIN-8). */
    updateEnable: switchCall('Enables or disables an account', '/sys/user/page/updateEnable/', 'body'),
    usersRoles: {
      summary: 'An account’s roles in an organization',
      method: 'GET',
      path: '/sys/user/page/usersRoles',
      action: 'usersRoles',
      query: z.object({ userId: id, orgId: id }),
      data: wholeList(z.object({ roleId: id })),
    },
    /** Replaces the account's roles in that one organization; `version` is the `rolesVersion` that the detail tells of it. */
    updateRoles: {
      summary: 'Replaces an account’s roles in an organization',
      method: 'POST',
      path: '/sys/user/page/usersRoles/update',
      action: 'usersRolesUpdate',
      body: z.object({ orgId: id, userId: id, usersRoleList: atLeastOneRole, version }),
    },
    /** One role more or less in an organization; the others stay, and so does the last one. */
    setRole: {
      summary: 'Gives an account one role in an organization, or takes it',
      method: 'POST',
      path: '/sys/user/page/setRole',
      action: 'usersRolesUpdate',
      body: z.object({
        userId: id,
        orgId: requiredId('organizationRequired'),
        roleId: requiredId('rolesRequired'),
        held: flag,
      }),
      without: 'Roles are given and taken account by account.',
    },
    /** Of an organization that it belongs to; none for no department there. */
    setDepartment: {
      summary: 'Moves an account to a department of one of its organizations',
      method: 'POST',
      path: '/sys/user/page/setDepartment',
      action: 'update',
      body: z.object({ userId: id, orgId: requiredId('organizationRequired'), deptId: optionalId }),
      without: 'Accounts are moved to a department one by one.',
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
      data: wholeList(accountSession),
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
    /** For super administrators. The token changes nothing, is over with the caller's session, and soon by itself. */
    viewAs: {
      summary: 'Begins a session that sees the console as an account, and changes nothing',
      method: 'POST',
      path: '/sys/user/page/viewAs',
      open: true,
      logs: 'viewAs',
      caller: 'server',
      body: z.object({ userId: id, orgId: id }),
      data: z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.nullish(wholeNumber) }),
      without: 'Nobody sees the console as somebody else.',
    },
    listRole: {
      summary: 'The roles of an organization, as choices',
      method: 'GET',
      path: '/sys/user/page/listRole',
      action: 'listRole',
      query: z.object({ orgId: id, deptId: searchId }),
      data: wholeList(roleChoice),
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
  setRole,
  setDepartment,
  resetPassword,
  sessions,
  endSessions,
  viewAs,
  listRole,
  impact,
  impactOfMany,
  deleted,
  restore,
} = account.endpoints

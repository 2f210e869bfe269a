import * as z from 'zod/mini'
import { binCalls } from './bin.ts'
import { codeText } from './code-text.ts'
import {
  flag,
  id,
  isControl,
  optionalText,
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

/** Organizations (specification sections 2.16, 3, 5, 7). */

export const organizationRow = z.object({
  id,
  name: shownText,
  code: optionalText,
  remark: optionalText,
  enabled: shownFlag,
  isControl,
})
export type OrganizationRow = z.output<typeof organizationRow>

export const organizationDetail = z.extend(organizationRow, { version })
export type OrganizationDetail = z.output<typeof organizationDetail>

/** Beyond the specification, where the platform says so in `meta`. */
export const organizationSorts = ['name', 'code', 'createdTime'] as const

/** `name` matches an organization's name or its code. */
export const organizationSearch = z.object({
  name: searchText,
  enabled: searchFlag,
  sort: sortBy(organizationSorts),
})

/** Section 5. */
export const organizationLimits = { name: 50, code: 20 } as const

/** The code is fixed once saved: an update carries it unchanged, and the platform refuses another one. */
export const organizationForm = z.object({
  name: strippedText(organizationLimits.name, 'organizationNameRequired'),
  code: codeText(organizationLimits.code, 'codeRequired').check(
    z.regex(patterns.lettersAndDigitsOnly, 'lettersAndDigitsOnly'),
  ),
  enabled: flag,
  remark: strippedRemark(limits.remark),
})
export type OrganizationForm = z.input<typeof organizationForm>

export const organization = defineResource('organization', {
  name: { 'zh-cn': '组织管理', en: 'Organizations' },
  one: { 'zh-cn': '组织', en: 'organization' },
  sections: '2.16, 3, 5, 7',
  page: {
    folder: 'people',
    path: '/organization/index',
    code: 'uia.organization.list',
    icon: 'organization',
  },
  endpoints: {
    list: listCall('A page of organizations', '/sys/org/page/list', organizationSearch, organizationRow, {
      columns: ['name', 'code', 'enabled', 'remark'],
      finds: { name: ['name', 'code'] },
    }),
    detail: detailCall('An organization', '/sys/org/page/detail/{id}', organizationDetail),
    add: addCall('Adds an organization', '/sys/org/page/add', organizationForm),
    update: updateCall('Changes an organization', '/sys/org/page/update', organizationForm),
    /** Section 6 writes its code as `{host}.delete`. */
    ...impactCalls('an organization', '/sys/org/page', [
      'uia.organization.updateEnable',
      'uia.organization.delete',
    ]),
    ...binCalls('an organization', '/sys/org/page', 'uia.organization.delete'),
    remove: removeCall('Deletes an organization', '/sys/org/page/delete/{id}'),
    updateEnable: switchCall(
      'Enables or disables an organization',
      '/sys/org/page/list/updateOrgEnabled',
      'either',
    ),
  },
})
export const { list, detail, add, update, remove, updateEnable, impact, impactOfMany, deleted, restore } =
  organization.endpoints

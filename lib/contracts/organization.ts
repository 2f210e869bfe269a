import * as z from 'zod/mini'
import {
  endpoint,
  flag,
  id,
  idParams,
  optionalText,
  paged,
  pageQuery,
  requiredText,
  searchFlag,
  searchText,
  strippedRemark,
  strippedText,
  version,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { switchBody, switchQuery } from './switch.ts'

/** Organizations (specification sections 2.16, 3, 5, 7). */

export const organizationRow = z.object({
  id,
  name: z.string(),
  code: optionalText,
  remark: optionalText,
  enabled: flag,
})
export type OrganizationRow = z.output<typeof organizationRow>

export const organizationDetail = z.extend(organizationRow, { version })
export type OrganizationDetail = z.output<typeof organizationDetail>

/** `name` matches an organization's name or its code. */
export const organizationSearch = z.object({ name: searchText, enabled: searchFlag })
export type OrganizationSearch = z.output<typeof organizationSearch>

/** The code is fixed once saved: an update carries it unchanged, and the platform refuses another one. */
export const organizationForm = z.object({
  name: strippedText(limits.organizationName, 'organizationNameRequired'),
  code: requiredText(limits.organizationCode, 'codeRequired').check(
    z.regex(patterns.lettersAndDigitsOnly, 'lettersAndDigitsOnly'),
  ),
  enabled: flag,
  remark: strippedRemark(limits.remark),
})
export type OrganizationForm = z.input<typeof organizationForm>

const module = 'organization'

export const list = endpoint({
  method: 'GET',
  path: '/sys/org/page/list',
  permissions: ['uia.organization.search'],
  query: z.extend(pageQuery, organizationSearch.shape),
  data: paged(organizationRow),
})

export const detail = endpoint({
  method: 'GET',
  path: '/sys/org/page/detail/{id}',
  permissions: ['uia.organization.detail'],
  params: idParams,
  data: organizationDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/org/page/add',
  permissions: ['uia.organization.add'],
  operation: { module, type: 'add' },
  body: organizationForm,
})

export const update = endpoint({
  method: 'POST',
  path: '/sys/org/page/update',
  permissions: ['uia.organization.update'],
  operation: { module, type: 'update' },
  body: z.extend(organizationForm, { id, version }),
})

/** Section 6 writes its code as `{host}.delete`. */
export const remove = endpoint({
  method: 'POST',
  path: '/sys/org/page/delete/{id}',
  permissions: ['uia.organization.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

/** Section 7 does not say where `enabled` and `id` travel: in the query, in the body, or both (`askedSwitch`). */
export const updateEnable = endpoint({
  method: 'POST',
  path: '/sys/org/page/list/updateOrgEnabled',
  permissions: ['uia.organization.updateEnable'],
  operation: { module, type: 'enable' },
  query: switchQuery,
  body: switchBody,
})

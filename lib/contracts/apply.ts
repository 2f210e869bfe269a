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
  searchText,
  strippedText,
  textOrNumber,
  version,
  wholeNumber,
} from './endpoint.ts'
import { imagePath } from './image.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'

/** Applications (specification sections 2.13, 3, 5, 7). */

export const applicationRow = z.object({
  id,
  name: z.string(),
  code: z.string(),
  enabled: flag,
  /** A stored picture's path, to show before the name. */
  icon: optionalText,
})
export type ApplicationRow = z.output<typeof applicationRow>

/** `seachStr` (the specification's spelling) matches name or code. */
export const applicationSearch = z.object({ seachStr: searchText })
export type ApplicationSearch = z.output<typeof applicationSearch>

export const applicationDetail = z.extend(applicationRow, {
  type: textOrNumber,
  appMode: textOrNumber,
  openMode: textOrNumber,
  appUrlAddress: optionalText,
  insideFlag: textOrNumber,
  resourceIdList: z._default(z.array(id), []),
  version,
})
export type ApplicationDetail = z.output<typeof applicationDetail>

/** `resourceIdList` takes only the checked second-level nodes of the pool tree (section 5). */
export const applicationForm = z.object({
  name: strippedText(limits.applicationName, 'applicationNameRequired'),
  code: requiredText(limits.applicationCode, 'codeRequired').check(
    z.regex(patterns.lettersAndDigitsOnly, 'applicationCode'),
  ),
  icon: imagePath('iconRequired'),
  enabled: flag,
  resourceIdList: z
    .array(id, 'resourcesRequired')
    .check(z.minLength(1, 'resourcesRequired'), z.maxLength(limits.treeItems, `tooMany:${limits.treeItems}`)),
})
export type ApplicationForm = z.input<typeof applicationForm>

/** A node of the resource tree: the first level is a system, the second what an application can take. */
export interface PoolNode {
  /** A system's is no record's: it may hold what a system code may. */
  id: string
  name: string
  code?: string | null
  path?: string | null
  type?: number | null
  /** The application that has taken it, where one has: a resource belongs to one. */
  applicationName?: string | null
  children?: PoolNode[] | null
}
export const poolNode: z.ZodMiniType<PoolNode, PoolNode> = z.object({
  id: z.coerce.string() as unknown as z.ZodMiniType<string, string>,
  name: z.string(),
  code: optionalText,
  path: optionalText,
  type: z.nullish(wholeNumber as unknown as z.ZodMiniType<number, number>),
  applicationName: optionalText,
  get children() {
    return z.nullish(z.array(poolNode))
  },
})

const module = 'apply'

export const list = endpoint({
  method: 'GET',
  path: '/sys/appInfo/page/manager/list',
  permissions: ['uia.apply.search'],
  query: z.extend(pageQuery, applicationSearch.shape),
  data: paged(applicationRow),
})

/** The edit dialog adds `?type=2`. */
export const detail = endpoint({
  method: 'GET',
  path: '/sys/appInfo/page/detail/{id}',
  permissions: ['uia.apply.appInfoDetail'],
  params: idParams,
  query: z.object({ type: z.optional(wholeNumber) }),
  data: applicationDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/appInfo/page/manager/add',
  permissions: ['uia.apply.add'],
  operation: { module, type: 'add' },
  body: applicationForm,
})

export const update = endpoint({
  method: 'POST',
  path: '/sys/appInfo/page/manager/update',
  permissions: ['uia.apply.update'],
  operation: { module, type: 'update' },
  body: z.extend(applicationForm, { id, version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sys/appInfo/page/manager/delete/{id}',
  permissions: ['uia.apply.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

/** `manage`, not `manager`, and both values in the query: the specification's. */
export const updateEnable = endpoint({
  method: 'POST',
  path: '/sys/appInfo/page/manage/updateEnabled',
  permissions: ['uia.apply.updateEnable'],
  operation: { module, type: 'enable' },
  query: z.object({ id, enabled: flag }),
})

export const findAllPoolResource = endpoint({
  method: 'GET',
  path: '/sys/appInfo/page/findAllPoolResource',
  permissions: ['uia.apply.findAllPoolResource'],
  query: z.object({ sysType: z.optional(wholeNumber), type: z.optional(wholeNumber), code: searchText }),
  data: z.array(poolNode),
})

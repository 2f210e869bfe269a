import * as z from 'zod/mini'
import { codeText } from './code-text.ts'
import {
  flag,
  id,
  idParams,
  isControl,
  listOf,
  optionalNumber,
  optionalText,
  searchText,
  shownFlag,
  shownText,
  strippedText,
  version,
  wholeNumber,
} from './endpoint.ts'
import { imagePath } from './image.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { defineResource } from './resource.ts'
import { addCall, listCall, removeCall, switchCall, updateCall } from './standard-calls.ts'
import { wholeList } from './whole-list.ts'

/** Applications (specification sections 2.13, 3, 5, 7). */

export const applicationRow = z.object({
  id,
  name: shownText,
  code: shownText,
  enabled: shownFlag,
  /** A stored picture's path, to show before the name. */
  icon: optionalText,
  isControl,
})
export type ApplicationRow = z.output<typeof applicationRow>

/** `seachStr` (the specification's spelling) matches name or code. */
export const applicationSearch = z.object({ seachStr: searchText })

export const applicationDetail = z.extend(applicationRow, {
  type: optionalText,
  appMode: optionalText,
  openMode: optionalText,
  appUrlAddress: optionalText,
  insideFlag: optionalText,
  resourceIdList: listOf(id),
  version,
})

/** Section 5. */
export const applicationLimits = { name: 50, code: 50 } as const

/** `resourceIdList` takes only the checked second-level nodes of the pool tree (section 5). */
export const applicationForm = z.object({
  name: strippedText(applicationLimits.name, 'applicationNameRequired'),
  code: codeText(applicationLimits.code, 'codeRequired').check(
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
  /** A system's: 0 where the caller may not take its resources. */
  isControl?: number | null
  children?: PoolNode[] | null
}
export const poolNode: z.ZodMiniType<PoolNode> = z.object({
  /** A system's is no record's, and may be made of its code. */
  id: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number) => String(value)),
  ),
  name: shownText,
  code: optionalText,
  path: optionalText,
  type: optionalNumber,
  applicationName: optionalText,
  isControl,
  get children() {
    return z.nullish(z.array(poolNode))
  },
})

export const apply = defineResource('apply', {
  name: { 'zh-cn': '应用管理', en: 'Applications' },
  one: { 'zh-cn': '应用', en: 'application' },
  about: 'Applications: the tiles of the chooser and the roots of the menu tree',
  sections: '2.13, 3, 5, 7',
  page: { folder: 'platform', path: '/apply/index', code: 'uia.apply.list', icon: 'apply' },
  endpoints: {
    list: listCall(
      'A page of applications',
      '/sys/appInfo/page/manager/list',
      applicationSearch,
      applicationRow,
      { columns: ['name', 'code', 'enabled'], finds: { seachStr: ['name', 'code'] } },
    ),
    /** The edit dialog adds `?type=2`. */
    detail: {
      summary: 'An application',
      method: 'GET',
      path: '/sys/appInfo/page/detail/{id}',
      action: 'appInfoDetail',
      params: idParams,
      query: z.object({ type: z.optional(wholeNumber) }),
      data: applicationDetail,
    },
    add: addCall('Adds an application', '/sys/appInfo/page/manager/add', applicationForm),
    update: updateCall('Changes an application', '/sys/appInfo/page/manager/update', applicationForm),
    remove: removeCall('Deletes an application', '/sys/appInfo/page/manager/delete/{id}'),
    /** `manage`, not `manager`, and both values in the query: the specification's. */
    updateEnable: switchCall(
      'Enables or disables an application',
      '/sys/appInfo/page/manage/updateEnabled',
      'query',
    ),
    findAllPoolResource: {
      summary: 'The resources that an application can take',
      method: 'GET',
      path: '/sys/appInfo/page/findAllPoolResource',
      action: 'findAllPoolResource',
      query: z.object({ sysType: z.optional(wholeNumber), type: z.optional(wholeNumber), code: searchText }),
      data: wholeList(poolNode),
    },
  },
})
export const { list, detail, add, update, remove, updateEnable, findAllPoolResource } = apply.endpoints

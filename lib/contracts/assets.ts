import * as z from 'zod/mini'
import {
  id,
  isControl,
  optionalNumber,
  optionalText,
  requiredText,
  searchText,
  shownText,
  strippedText,
  wholeNumber,
  writtenText,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { requestMethod } from './menu.ts'
import { paged, pageQuery } from './page.ts'
import { patterns } from './patterns.ts'
import { defineResource } from './resource.ts'
import { text } from './text.ts'
import { wholeList } from './whole-list.ts'

/** Resources and their discovery (specification sections 2.14, 3, 4, 7). */

/** Section 9. */
export const discoveryStatuses = { notDiscovered: 0, discovered: 1, disabled: 2, deleted: 3 } as const

/** `isControl` 0: the caller may not discover it. */
export const resourceSystem = z.object({
  code: writtenText,
  name: shownText,
  status: z.pipe(
    z.nullable(wholeNumber),
    z.transform((status) => status ?? discoveryStatuses.notDiscovered),
  ),
  isControl,
})
export type ResourceSystem = z.output<typeof resourceSystem>

const operation = { name: shownText, path: optionalText, code: optionalText, method: optionalText }

/** `type` 2 is a menu or page, 3 a button or operation. */
export interface ResourceRow {
  id?: string | null
  name: string
  systemName?: string | null
  type: number | null
  method?: string | null
  path?: string | null
  code?: string | null
  description?: string | null
  /** The code of the one that it hangs below; beyond the specification. */
  parent?: string | null
  operations?: { name: string; path?: string | null; code?: string | null; method?: string | null }[] | null
  children?: ResourceRow[] | null
}
export const resourceRow: z.ZodMiniType<ResourceRow> = z.object({
  id: z.nullish(id),
  name: shownText,
  systemName: optionalText,
  type: z.nullable(wholeNumber),
  method: optionalText,
  path: optionalText,
  code: optionalText,
  description: optionalText,
  parent: optionalText,
  operations: z.nullish(z.array(z.object(operation))),
  get children() {
    return z.nullish(z.array(resourceRow))
  },
})

/** `code` is the chosen system's. */
export const resourceSearch = z.object({ code: searchText, resourceName: searchText })

/** What a sub-application reports of itself. */
export interface CollectedResource {
  name: string
  type: 2 | 3
  path: string
  code: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | null
  description?: string | null
  operations?: Pick<CollectedResource, 'name' | 'path' | 'code' | 'method'>[] | null
  children?: CollectedResource[] | null
}

const collected = {
  name: requiredText(limits.resourceName, 'resourceNameRequired'),
  path: requiredText(limits.menuPath, 'pathRequired').check(z.regex(patterns.menuPath, 'menuPath')),
  code: requiredText(limits.menuCode, 'codeRequired').check(z.regex(patterns.menuCode, 'menuCode')),
  method: z.nullish(requestMethod),
}

/** Where a body may be long, no other is looked at beside one with faults. */
const faultsEnd = z.check<unknown>((resource) => {
  if (resource.issues.length > 0) resource.aborted = true
})

/** Written out level by level, so that a body nested without end is refused instead of exhausting the stack. */
function collectedLevel(levelsBelow: number): z.ZodMiniType<CollectedResource> {
  const children = levelsBelow === 0 ? z.never('resourcesTooDeep') : collectedLevel(levelsBelow - 1)
  const resource = z.object({
    ...collected,
    type: z.literal([2, 3], 'resourceType'),
    description: z.nullish(
      text().check(z.maxLength(limits.resourceDescription, `tooLong:${limits.resourceDescription}`)),
    ),
    operations: z.nullish(z.array(z.object(collected).check(faultsEnd))),
    children: z.nullish(z.array(children)),
  })
  return resource.check(faultsEnd)
}
export const collectedResource = collectedLevel(limits.resourceDepth - 1)

function nodesIn(resources: readonly CollectedResource[]): number {
  return resources.reduce(
    (sum, resource) => sum + 1 + (resource.operations?.length ?? 0) + nodesIn(resource.children ?? []),
    0,
  )
}

export const collectedSystem = z.object({
  code: strippedText(limits.systemCode, 'codeRequired'),
  name: z.nullish(text().check(z.maxLength(limits.systemName, `tooLong:${limits.systemName}`))),
  resources: z
    .array(collectedResource, 'resourcesRequired')
    .check(
      z.refine((resources) => nodesIn(resources) <= limits.resourceNodes, `tooMany:${limits.resourceNodes}`),
    ),
})

export const assets = defineResource('assets', {
  name: { 'zh-cn': '资源管理', en: 'Resources' },
  about: 'Resources of systems, and their discovery',
  sections: '2.14, 3, 4, 7',
  page: {
    folder: 'platform',
    path: '/assets/index',
    code: 'uia.assets.list',
    icon: 'assets',
    firstCall: 'findSystem',
  },
  endpoints: {
    findSystem: {
      summary: 'The systems, and how far their resources are discovered',
      method: 'GET',
      path: '/sys/poolResource/page/findSystem',
      action: 'index',
      data: wholeList(resourceSystem),
    },
    findAll: {
      summary: 'A page of a system’s resources',
      method: 'GET',
      path: '/sys/poolResource/page/findAll',
      action: 'findAll',
      query: z.extend(pageQuery, resourceSearch.shape),
      data: paged(resourceRow),
      columns: ['name', 'systemName', 'type', 'method', 'path', 'code', 'description'],
      finds: { code: [], resourceName: ['name'] },
    },
    /** Answers code 200, not 0 (section 8); the work goes on behind it, see `getAddStatus`. */
    addAll: {
      summary: 'Stores what was collected of systems',
      method: 'POST',
      path: '/sys/poolResource/page/list/addAll',
      action: 'addAll',
      success: 200,
      largestBody: limits.resourceBytes,
      body: z.array(collectedSystem, 'selectSystem').check(
        z.minLength(1, 'selectSystem'),
        z.maxLength(limits.largestPage, `tooMany:${limits.largestPage}`),
        z.refine(
          (systems) => new Set(systems.map((system) => system.code)).size === systems.length,
          'systemTwice',
        ),
      ),
    },
    /**
     * Asked every 5 seconds until `addIsDone` is 1. The counts are the embedded platform's, and so are the systems that it
     * could not take (`failed`), which stop no other.
     */
    getAddStatus: {
      summary: 'How far the storing is',
      method: 'GET',
      path: '/sys/poolResource/page/getAddStatus',
      action: 'getAddStatus',
      data: z.object({
        addIsDone: wholeNumber,
        added: optionalNumber,
        changed: optionalNumber,
        gone: optionalNumber,
        failed: z.nullish(z.array(z.object({ code: shownText, message: shownText }))),
      }),
    },
  },
})
export const { findSystem, findAll, addAll, getAddStatus } = assets.endpoints

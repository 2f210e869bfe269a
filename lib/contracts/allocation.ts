import * as z from 'zod/mini'
import { codeText, plainText } from './code-text.ts'
import {
  flag,
  id,
  isControl,
  optionalId,
  optionalNumber,
  optionalText,
  searchText,
  shownFlag,
  shownText,
  strippedText,
  version,
  writtenText,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { pageQuery } from './page.ts'
import { patterns } from './patterns.ts'
import { plainDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { addCall, listCall, removeCall, switchCall } from './standard-calls.ts'
import { text } from './text.ts'
import { listInPages } from './whole-list.ts'

/** System configuration: the registered sub-applications (specification sections 2.12, 3, 5, 7). */

export { systemTypes } from './type-codes.ts'

export const systemRow = z.object({
  id,
  name: shownText,
  code: shownText,
  version: optionalText,
  type: optionalNumber,
  port: optionalText,
  hostName: optionalText,
  enable: shownFlag,
  /** What other records call `version`, which here is the system's own. */
  recordVersion: version,
  isControl,
})
export type SystemRow = z.output<typeof systemRow>

/** What the listing of sub-applications tells of one (section 7): its code names it. */
export const subApplication = z.extend(systemRow, {
  id: optionalId,
  name: writtenText,
  code: writtenText,
  enable: flag,
})
export type SubApplication = z.output<typeof subApplication>

export const systemSearch = z.object({ name: searchText, code: searchText })

/** Digits, or nothing: a system without a port is not loaded as a sub-application. */
const port = z.nullish(
  z.pipe(
    z.union([z.string(), z.number()], 'portDigits'),
    z.pipe(
      z.transform((value: string | number) => plainDigits(String(value))),
      z.string().check(
        z.refine((value) => value === '' || patterns.digitsOnly.test(value), {
          error: 'portDigits',
          abort: true,
        }),
        z.refine((value) => value.length <= 5 && Number(value) <= limits.largestPort, 'portRange'),
      ),
    ),
  ),
)

export const systemForm = z.object({
  name: strippedText(limits.systemName, 'systemNameRequired'),
  version: codeText(limits.systemVersion, 'versionRequired').check(
    z.regex(patterns.dottedCode, 'dottedCode'),
  ),
  type: z.pipe(
    z.literal([0, 1, '0', '1'], 'typeRequired'),
    z.transform((value): 0 | 1 => (value === 0 || value === '0' ? 0 : 1)),
  ),
  code: strippedText(limits.systemCode, 'codeRequired'),
  port,
  hostName: z.nullish(
    text(undefined, plainText).check(
      z.maxLength(limits.hostName, `tooLong:${limits.hostName}`),
      z.regex(patterns.hostName, 'hostName'),
    ),
  ),
  enable: flag,
})
export type SystemForm = z.input<typeof systemForm>

/** Where a system is to be found, which the console looks at before one is stored. */
export const systemPlace = z.pick(systemForm, {
  code: true,
  type: true,
  hostName: true,
  port: true,
  enable: true,
})
export type SystemPlace = z.output<typeof systemPlace>

export const allocation = defineResource('allocation', {
  name: { 'zh-cn': '系统配置', en: 'System configuration' },
  one: { 'zh-cn': '系统', en: 'system' },
  about: 'System configuration: the registered sub-applications',
  sections: '2.12, 3, 5, 7',
  page: { folder: 'platform', path: '/allocation/index', code: 'uia.allocation.list', icon: 'allocation' },
  moreActions: ['listConfig'],
  endpoints: {
    list: listCall('A page of systems', '/sys/resourcesConfig/page/list', systemSearch, systemRow, {
      columns: ['name', 'code', 'version', 'type', 'port', 'enable'],
    }),
    /**
     * Also the sub-application listing (limit 100; of more the console asks for the next page), by which the console's server finds what belongs to a system. Without the
     * permission it answers the systems of which the caller holds something where they are, switched off or not, so that
     * their shell can say so, and the enabled ones that they may discover, as `isControl` here says;
     * `uia.allocation.listConfig` adds all others, and lets a browser have it. `standalone`: the enabled systems of the standalone pages,
     * for whoever is signed in; a platform that does not know it answers the whole listing.
     */
    listConfig: {
      summary: 'The registered sub-applications',
      method: 'GET',
      path: '/sys/resourcesConfig/page/listConfig',
      open: true,
      widenedBy: ['uia.allocation.listConfig'],
      query: z.object({
        page: pageQuery.shape.page,
        limit: z._default(pageQuery.shape.limit, limits.largestPage),
        standalone: z.optional(flag),
      }),
      data: listInPages(subApplication),
      without:
        'The console takes it that there are no sub-applications: nothing is embedded, the rest works.',
    },
    add: addCall('Registers a system', '/sys/resourcesConfig/page/add', systemForm),
    update: {
      summary: 'Changes a system',
      method: 'POST',
      path: '/sys/resourcesConfig/page/update',
      action: 'update',
      body: z.extend(systemForm, { id, recordVersion: version }),
    },
    remove: removeCall('Deletes a system', '/sys/resourcesConfig/page/delete/{id}'),
    /** Described two ways in section 7: query `enabled` and `id`, or a body `{enable, id}`; either is taken (`askedSwitch`). */
    updateEnable: switchCall(
      'Enables or disables a system',
      '/sys/resourcesConfig/updateOrgEnabled',
      'either',
    ),
  },
})
export const { list, listConfig, add, update, remove, updateEnable } = allocation.endpoints

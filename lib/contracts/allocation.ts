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
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { switchBody, switchQuery } from './switch.ts'

/** System configuration: the registered sub-applications (specification sections 2.12, 3, 5, 7). */

/** Section 9. */
export const systemTypes = { managementPlatform: 0, mobileApp: 1 } as const

export const systemRow = z.object({
  id,
  name: z.string(),
  code: z.string(),
  version: optionalText,
  type: z.nullish(wholeNumber),
  port: textOrNumber,
  hostName: optionalText,
  enable: flag,
  /** What other records call `version`, which here is the system's own. */
  edition: version,
})
export type SystemRow = z.output<typeof systemRow>

export const systemSearch = z.object({ code: searchText, name: searchText })
export type SystemSearch = z.output<typeof systemSearch>

/** Digits, or nothing: a system without a port is not loaded as a sub-application. */
const port = z.nullish(
  z.pipe(
    z.union([z.string(), z.number()], 'portDigits'),
    z.pipe(
      z.transform((value: string | number) => String(value).trim()),
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
  version: requiredText(limits.systemVersion, 'versionRequired').check(
    z.regex(patterns.dottedCode, 'dottedCode'),
  ),
  type: z.pipe(
    z.literal([0, 1, '0', '1'], 'typeRequired'),
    z.transform((value): 0 | 1 => (value === 0 || value === '0' ? 0 : 1)),
  ),
  code: strippedText(limits.systemCode, 'codeRequired'),
  port,
  hostName: z.nullish(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.hostName, `tooLong:${limits.hostName}`),
        z.regex(patterns.hostName, 'hostName'),
      ),
  ),
  enable: flag,
})
export type SystemForm = z.input<typeof systemForm>

const module = 'allocation'

export const list = endpoint({
  method: 'GET',
  path: '/sys/resourcesConfig/page/list',
  permissions: ['uia.allocation.search'],
  query: z.extend(pageQuery, systemSearch.shape),
  data: paged(systemRow),
})

/**
 * Also the sub-application listing (limit 100), which everybody's shell needs: open to the signed-in, who get the
 * enabled systems; `uia.allocation.listConfig` adds the disabled ones.
 */
export const listConfig = endpoint({
  method: 'GET',
  path: '/sys/resourcesConfig/page/listConfig',
  widenedBy: ['uia.allocation.listConfig'],
  query: z.object({ limit: z._default(pageQuery.shape.limit, limits.largestPage) }),
  data: z.array(systemRow),
})

export const add = endpoint({
  method: 'POST',
  path: '/sys/resourcesConfig/page/add',
  permissions: ['uia.allocation.add'],
  operation: { module, type: 'add' },
  body: systemForm,
})

export const update = endpoint({
  method: 'POST',
  path: '/sys/resourcesConfig/page/update',
  permissions: ['uia.allocation.update'],
  operation: { module, type: 'update' },
  body: z.extend(systemForm, { id, edition: version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sys/resourcesConfig/page/delete/{id}',
  permissions: ['uia.allocation.delete'],
  operation: { module, type: 'delete' },
  params: idParams,
})

/** Described two ways in section 7: query `enabled` and `id`, or a body `{enable, id}`; either is taken (`askedSwitch`). */
export const updateEnable = endpoint({
  method: 'POST',
  path: '/sys/resourcesConfig/updateOrgEnabled',
  permissions: ['uia.allocation.updateEnable'],
  operation: { module, type: 'enable' },
  query: switchQuery,
  body: switchBody,
})

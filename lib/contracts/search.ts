import * as z from 'zod/mini'
import { id, listOf, optionalText, requiredText, shownText } from './endpoint.ts'
import { limits } from './limits.ts'
import { defineResource } from './resource.ts'

/** People, roles and organizations by a few letters, as a palette asks; beyond the specification. */

export const searchAnswer = z.object({
  accounts: listOf(z.object({ id, account: shownText, name: optionalText })),
  roles: listOf(z.object({ id, name: shownText, orgName: optionalText })),
  organizations: listOf(z.object({ id, name: shownText, code: optionalText })),
})
export type SearchAnswer = z.output<typeof searchAnswer>

export const search = defineResource('search', {
  name: { 'zh-cn': '搜索', en: 'Search' },
  about: 'People, roles and organizations by name, phone, code or id',
  without: 'The palette finds pages and actions only.',
  endpoints: {
    /**
     * At most eight of each that the caller may list: whole id or phone, else what begins with the text before what contains
     * it. One or two letters are looked for at the beginning only, as is one Chinese sign.
     */
    find: {
      summary: 'People, roles and organizations by name, phone, code or id',
      method: 'GET',
      path: '/sys/search/page/find',
      open: true,
      widenedBy: ['uia.account.search', 'uia.role.search', 'uia.organization.search'],
      query: z.object({ text: requiredText(limits.searchText) }),
      data: searchAnswer,
    },
  },
})
export const { find } = search.endpoints

import * as z from 'zod/mini'
import { endpoint, id, optionalText, paged, pageQuery, searchText } from './endpoint.ts'

/** Online users (specification sections 2.11, 3, 7). Read only. */

export const onlineRow = z.object({
  id: z.nullish(id),
  userName: z.string(),
  ip: optionalText,
  loginTime: optionalText,
})
export type OnlineRow = z.output<typeof onlineRow>

/** `filter` matches the user name or the host. */
export const onlineSearch = z.object({ filter: searchText })
export type OnlineSearch = z.output<typeof onlineSearch>

export const list = endpoint({
  method: 'GET',
  path: '/sys/online',
  permissions: ['uia.online.search'],
  query: z.extend(pageQuery, onlineSearch.shape),
  data: paged(onlineRow),
})

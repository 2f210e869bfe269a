import * as z from 'zod/mini'
import { optionalId, optionalText, searchText } from './endpoint.ts'
import { defineResource } from './resource.ts'
import { listCall } from './standard-calls.ts'

/** Online users (specification sections 2.11, 3, 7). Read only. */

export const onlineRow = z.object({
  id: optionalId,
  userName: optionalText,
  ip: optionalText,
  loginTime: optionalText,
})
export type OnlineRow = z.output<typeof onlineRow>

/** `filter` matches the user name or the host. */
export const onlineSearch = z.object({ filter: searchText })

export const online = defineResource('online', {
  name: { 'zh-cn': '在线用户', en: 'Online users' },
  about: 'People who are signed in',
  sections: '2.11, 3, 7',
  page: { folder: 'people', path: '/online/index', code: 'uia.page.online', icon: 'online' },
  endpoints: {
    list: listCall('A page of the people who are signed in', '/sys/online', onlineSearch, onlineRow, {
      columns: ['userName', 'ip', 'loginTime'],
      finds: { filter: ['userName', 'ip'] },
    }),
  },
})
export const { list } = online.endpoints

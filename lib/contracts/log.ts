import * as z from 'zod/mini'
import {
  id,
  optionalId,
  optionalNumber,
  optionalText,
  requiredText,
  searchOf,
  searchText,
  wholeNumber,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { pageQuery } from './page.ts'
import { plainDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { searchTime } from './search-time.ts'
import { listCall } from './standard-calls.ts'
import { areInOrder } from './time-range.ts'
import { wholeList } from './whole-list.ts'

/** Operation log and login log (specification sections 2.17, 2.18, 3, 7). */

export const operationRow = z.object({
  id: optionalId,
  orgName: optionalText,
  systemName: optionalText,
  menuName: optionalText,
  opType: optionalText,
  method: optionalText,
  username: optionalText,
  requestIp: optionalText,
  status: optionalNumber,
  createTime: optionalText,
  /** The request by its id, as it stands in the logs of the processes; no field of the specification. */
  requestId: optionalText,
  /** Its place in the log, and its seal, where all rows are answered at once. */
  number: z.nullish(wholeNumber),
  seal: optionalText,
  /** What was done with many records at once bears one id; no field of the specification either. */
  bulkId: optionalText,
  /** The name of what was operated on; like `changes` no field of the specification, so platforms may leave both out. */
  subject: optionalText,
  /**
   * What the operation changed, secrets excepted. A value is a text, a number, a flag, a reference `{id?, name}`, a list
   * of references, or of long lists `{count, names}` with some of the names that went (before) or came (after).
   */
  changes: z.nullish(
    z.array(z.object({ field: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) })),
  ),
})
export type OperationRow = z.output<typeof operationRow>

/** Empty means no filter. */
function searchNumber<const Values extends readonly number[]>(values: Values) {
  return z.pipe(
    z.optional(z.literal(['', ...values, ...values.map(String)], 'invalid')),
    z.transform((value): Values[number] | undefined =>
      value === undefined || value === '' ? undefined : Number(value),
    ),
  )
}

export const operationSearch = z.object({
  userName: searchText,
  menuName: searchText,
  opType: searchText,
  status: z.optional(searchNumber([1, 2, 3])),
  beginTime: searchTime,
  endTime: searchTime,
  /** Beyond the specification: the entries of one bulk action. */
  bulkId: searchOf(),
})

/** A range whose end is before its beginning holds nothing, and is no search that anybody means. */
const timesInOrder = z.refine<{ beginTime?: string | undefined; endTime?: string | undefined }>(
  ({ beginTime, endTime }) => areInOrder(beginTime, endTime),
  { error: 'timeOrder', path: ['endTime'] },
)

/** `loginResult` "1" is normal, anything else abnormal; platforms that answer `status` 1 or 2 mean the same (section 3). */
export const entryRow = z.object({
  id: optionalId,
  userName: optionalText,
  requestIp: optionalText,
  loginResult: optionalText,
  status: optionalNumber,
  loginTime: optionalText,
  /** Why it was refused, as a key; the specification has no such field, so platforms may leave it out. */
  reason: optionalText,
  /** As in the operation log; of a row that stands for several, the last. */
  requestId: optionalText,
  /** How many refused sign-ins of one network the row stands for, under the last name and time; none is one. */
  count: z.nullish(wholeNumber),
})
export type EntryRow = z.output<typeof entryRow>

/** The console sends `loginResult` 1 or 2; `status` is accepted as the same (section 3). */
export const entrySearch = z.object({
  userName: searchText,
  requestIp: searchOf(plainDigits),
  loginResult: z.optional(searchNumber([0, 1, 2])),
  status: z.optional(searchNumber([1, 2])),
})
export type EntrySearch = z.output<typeof entrySearch>

/** Whether a row tells of a sign-in that went well. */
export function entryIsNormal(row: Pick<EntryRow, 'loginResult' | 'status'>): boolean {
  return row.loginResult == null ? row.status === 1 : row.loginResult === '1'
}

/** What a search asks for: normal entries (true), abnormal ones (false), or all. */
export function askedEntries(search: Pick<EntrySearch, 'loginResult' | 'status'>): boolean | undefined {
  const asked = search.loginResult ?? search.status
  return asked === undefined ? undefined : asked === 1
}

export const operation = defineResource('operation', {
  name: { 'zh-cn': '操作日志', en: 'Operation log' },
  about: 'The operation log',
  sections: '2.18, 3, 7',
  page: { folder: 'records', path: '/operation/index', code: 'uia.page.operation', icon: 'operation' },
  endpoints: {
    list: {
      ...listCall('A page of the operation log', '/sys/log/page/list', operationSearch, operationRow, {
        columns: [
          'orgName',
          'systemName',
          'menuName',
          'opType',
          'method',
          'username',
          'requestIp',
          'status',
          'createTime',
          'subject',
          'changes',
          'requestId',
          'number',
          'seal',
        ],
        finds: { userName: ['username'], bulkId: [] },
      }),
      query: z.extend(pageQuery, operationSearch.shape).check(timesInOrder),
    },
    history: {
      summary: 'What the operation log tells of one record, the latest first, twenty at most',
      method: 'GET',
      path: '/sys/log/page/history',
      action: 'search',
      query: z.object({
        menuName: requiredText(limits.searchText),
        subjectId: id,
      }),
      data: wholeList(operationRow),
      without: 'The sheet of a record shows no history.',
    },
  },
})
export const { list: listOperations, history } = operation.endpoints

export const entryLog = defineResource('entryLog', {
  name: { 'zh-cn': '登录日志', en: 'Login log' },
  about: 'The login log',
  sections: '2.17, 3, 7',
  page: { folder: 'records', path: '/entryLog/index', code: 'uia.page.entryLog', icon: 'entryLog' },
  endpoints: {
    list: listCall('A page of the login log', '/sys/loginLog/list', entrySearch, entryRow, {
      columns: ['userName', 'requestIp', 'status', 'reason', 'count', 'loginTime'],
    }),
  },
})
export const listEntries = entryLog.endpoints.list

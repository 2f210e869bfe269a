import * as z from 'zod/mini'
import { listOf, shownText, wholeNumber } from './endpoint.ts'
import { limits } from './limits.ts'
import { defineResource } from './resource.ts'
import { wholeList } from './whole-list.ts'

/** One call for many records at once; beyond the specification. */

/** Each says all there is to say of one record: the switch, the deletion and the way back of every list, and three of accounts. */
const bulkCall = /^(?:\w+\.(?:updateEnable|remove|restore)|account\.(?:setRole|setDepartment|endSessions))$/
/** Whether a call, as `department.remove`, can be made for many records at once, where there is such a call. */
export const isBulkCall = (call: string): boolean => bulkCall.test(call)

/** What is done together bears one id, in however many requests. */
export const bulkId = z.string('required').check(z.regex(/^[\w-]{16,64}$/, 'invalid'))

const part = z.optional(z.record(z.string(), z.unknown()))

export const bulk = defineResource('bulk', {
  name: { 'zh-cn': '批量操作', en: 'Bulk actions' },
  about: 'One call for many records at once',
  without: 'What is done with many rows is done by one call after the other.',
  endpoints: {
    calls: {
      summary: 'The calls that can be made for many records at once',
      method: 'GET',
      path: '/sys/bulk/page/calls',
      open: true,
      data: wholeList(z.string()),
    },
    /**
     * Each row is the call itself: its own rights, its own transaction, its own entry in the operation log, which bears `bulkId`.
     * Who may not make the call at all is refused by its first row, for all.
     * The same row again under the same id is done once. As many answers as it got to, in the order of the inputs: after one
     * with code 503 or of an ended session there are none.
     */
    run: {
      summary: 'Makes a call for many records, one after the other',
      method: 'POST',
      path: '/sys/bulk/page/run',
      open: true,
      ofMany: true,
      body: z.object({
        bulkId,
        call: z.string('required').check(z.regex(bulkCall, 'invalid')),
        inputs: z
          .array(z.object({ params: part, query: part, body: part }), 'required')
          .check(z.minLength(1, 'required'), z.maxLength(limits.bulkInputs, `tooMany:${limits.bulkInputs}`)),
      }),
      data: listOf(z.object({ code: wholeNumber, msg: shownText, data: z.optional(z.unknown()) })),
    },
  },
})
export const { calls, run } = bulk.endpoints

import * as z from 'zod/mini'
import { endpoint, wholeNumber } from './endpoint.ts'

/** The unhandled-alarm count of the title bar (specification sections 2.6, 7). It belongs to the energy system, not to the platform. */
export const count = endpoint({
  method: 'GET',
  path: '/ems-admin/api/stat/alarmInfo/getAlarmCount',
  data: z.object({ unHandle: z.nullish(wholeNumber) }),
})

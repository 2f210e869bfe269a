import * as z from 'zod/mini'
import { wholeNumber } from './endpoint.ts'
import { defineResource } from './resource.ts'

export const alarm = defineResource('alarm', {
  name: { 'zh-cn': '告警', en: 'Alarms' },
  about: 'The count of unhandled alarms, which belongs to the energy system and not to the platform',
  sections: '2.6, 7',
  endpoints: {
    /** The unhandled-alarm count of the title bar (specification sections 2.6, 7). It belongs to the energy system, not to the platform. */
    count: {
      summary: 'The number of unhandled alarms',
      method: 'GET',
      path: '/ems-admin/api/stat/alarmInfo/getAlarmCount',
      open: true,
      data: z.object({ unHandle: z.nullish(wholeNumber) }),
      without:
        'The title bar shows no count of alarms. It belongs to the energy system, not to the platform.',
    },
  },
})
export const { count } = alarm.endpoints

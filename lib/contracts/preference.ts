import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { unseenIn } from './plain-text.ts'
import { defineResource } from './resource.ts'

/** What a person has set up for themselves, on whatever machine; beyond the specification. */

const key = z.string('required').check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'invalid'))

/** A text that the console makes, JSON for one; the platform looks at nothing of it but its characters and their number. */
const value = z.string('required').check(
  z.maxLength(limits.preferenceLength, `tooLong:${limits.preferenceLength}`),
  z.refine((given) => unseenIn(given) === undefined, 'invalid'),
)

export const preference = defineResource('preference', {
  name: { 'zh-cn': '个人设置', en: 'Preferences' },
  about: 'What a person has set up for themselves, by keys that the console chooses',
  without: 'What people set up is kept in the browser that they did it in, until they sign out.',
  endpoints: {
    all: {
      summary: 'All that the person has set up, by key',
      method: 'GET',
      path: '/sys/user/preferences',
      open: true,
      data: z.record(z.string(), z.string()),
    },
    /** Null takes it away. The last one wins: what is set up on one machine holds on the next. */
    put: {
      summary: 'Keeps what the person has set up under a key',
      method: 'POST',
      path: '/sys/user/preferences/update',
      open: true,
      logs: 'update',
      body: z.object({ key, value: z.nullable(value) }),
    },
  },
})
export const { all, put } = preference.endpoints

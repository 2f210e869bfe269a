import * as z from 'zod/mini'
import { flag, id, optionalText } from './endpoint.ts'

/** A sign-in that would still be let in. */
export const accountSession = z.object({
  id,
  ip: optionalText,
  /** What the browser calls itself. */
  agent: optionalText,
  loginTime: optionalText,
  /** To the minute. */
  lastSeen: optionalText,
  /** The one that asks. */
  own: flag,
})
export type AccountSession = z.output<typeof accountSession>

import * as z from 'zod/mini'
import { answered } from './answered.ts'
import { codes } from './envelope.ts'

/** `data` of a refusal with code 503: the call has changed nothing, or nobody knows, so that people look before they repeat it. */
export const unavailable = z.object({ outcome: z.enum(['unchanged', 'unknown']) })
export type Unavailable = z.output<typeof unavailable>

/**
 * The only refusal with an HTTP status of 5xx whose message people see: `data` tells it from the words of proxies, so that a
 * code may be any text that a platform has for it.
 */
export const unavailableRefusal = z.extend(answered, {
  code: z.pipe(
    z.union([z.literal(codes.unavailable), z.string()]),
    z.transform(() => codes.unavailable),
  ),
  data: unavailable,
})

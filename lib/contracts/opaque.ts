import * as z from 'zod/mini'
import { unseenIn } from './plain-text.ts'

/** A text of the platform's that only the platform reads. */
export function opaque(longest: number) {
  return z.string().check(
    z.maxLength(longest, 'invalid'),
    z.refine((value) => unseenIn(value) === undefined, 'invalid'),
  )
}

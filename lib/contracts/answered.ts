import * as z from 'zod/mini'
import { wholeNumber } from './endpoint.ts'

/** An answer of a platform as it comes: some write the code as a text, some leave out what is empty. */
export const answered = z.object({
  code: wholeNumber,
  msg: z.nullish(z.string()),
  data: z.optional(z.unknown()),
})

/** The code of what may be such an answer; nothing where it has none. */
export function codeIn(answer: unknown): number | undefined {
  return wholeNumber.safeParse(Object(answer).code).data
}

import * as z from 'zod/mini'
import { composed, tidyText } from './plain-text.ts'
import { text } from './text.ts'

/** A tidy text in which full-width letters, digits and signs are the plain ones that they stand for. */
export function plainText(text: string): string {
  return tidyText(composed(text, 'NFKC'))
}

/** A required text of plain letters, digits and signs, also as Chinese keyboards write them. */
export function codeText(longest: number, missing = 'required') {
  return text(missing, plainText).check(z.minLength(1, missing), z.maxLength(longest, `tooLong:${longest}`))
}

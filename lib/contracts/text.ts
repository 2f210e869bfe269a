import * as z from 'zod/mini'
import { tidyText, unseenIn } from './plain-text.ts'

const seen = z.refine<string>((text) => unseenIn(text) === undefined, {
  error: ({ input }) => `unseenCharacters:${unseenIn(String(input)) ?? ''}`,
})

/** A text as all fields take it; `missing` is the message for none, `tidy` what is done to it before it is looked at. */
export function text(missing?: string, tidy = tidyText) {
  return z.string(missing).check(z.overwrite(tidy), seen)
}

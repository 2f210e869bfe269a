import * as z from 'zod/mini'
import { id } from './endpoint.ts'

/**
 * All rows of a list at once, as one moment had them, for whoever asks its call for this type (`accept`): lines of JSON,
 * first what is told of the whole, then rows by the hundred in arrays, at last how many they were. An answer without that
 * last line broke off. Optional: a platform that knows no such answer gives a page, as ever.
 */
export const rowsType = 'application/x-ndjson'

/**
 * The client's own credentials (`Basic …`) beside the person's token: whoever asks with them gets the key of the proof. Systems,
 * which get the token too, do not.
 */
export const rowsClientHeader = 'x-client-authorization'

export const rowsBeginning = z.object({
  begin: z.object({
    /** The entry of the operation log that tells of it when it is over. */
    id,
    /** Seals the lines of a file that is made of these rows, of the operation log only; for the client alone; it never leaves the server. */
    key: z.nullish(z.string()),
  }),
})
export const rowsEnd = z.object({ end: z.object({ rows: z.number() }) })

/**
 * What is sealed of a line in an exported file, so that each holds those before it in place: the seal of the line before,
 * of the heads the export's id, and the cells as they stand in the file.
 */
export function sealedLine(before: string, cells: readonly string[]): string {
  return JSON.stringify([before, ...cells])
}

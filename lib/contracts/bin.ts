import * as z from 'zod/mini'
import { id, idParams, listOf, optionalFlag, optionalText, searchText, shownText } from './endpoint.ts'
import { limits } from './limits.ts'
import { opaque } from './opaque.ts'

/** As `meta.calls` of the lists says that a platform has them. */
export const binCallNames = ['deleted', 'restore'] as const

/** What was deleted can be brought back for 30 days; beyond the specification. */
export const deletedRecord = z.object({
  id,
  name: shownText,
  /** Of an account, which is named by its login name: the person's. */
  person: optionalText,
  /** Whose deletion it was. */
  by: optionalText,
  time: optionalText,
  /** Those that it belonged to, by names, as far as they are still there. */
  organizations: z.nullish(z.array(shownText)),
})
export type DeletedRecord = z.output<typeof deletedRecord>

/** A part of the name, or of the person's, in either case; `after` is `next` of the page before. */
const binQuery = z.object({ name: searchText, after: z.optional(opaque(limits.binNext)) })

/** `limits.binRows` at a time, each once whatever is put back or deleted meanwhile; `next`, where there are more. Opaque. */
const binPage = z.object({ records: listOf(deletedRecord), next: optionalText })
export type BinPage = z.output<typeof binPage>

/**
 * `left`: what came back not, by names: what it belonged to, held or granted, and is gone since or not the caller's to give.
 * `disabled`: an account that may not enter any more, since the caller may not enable it.
 */
const restored = z.object({ left: listOf(shownText), disabled: optionalFlag })
export type Restored = z.output<typeof restored>

/** The two calls of a resource, for whoever may delete there. */
export function binCalls<const Path extends string>(what: string, path: Path, code: string) {
  const without = 'What is deleted cannot be brought back.'
  return {
    deleted: {
      summary: `What was deleted within 30 days, the latest first, ${limits.binRows} at a time: ${what}`,
      method: 'GET',
      path: `${path}/deleted`,
      anyOf: [code],
      query: binQuery,
      data: binPage,
      without,
    },
    restore: {
      summary: `Brings back what was deleted: ${what}`,
      method: 'POST',
      path: `${path}/restore/{id}`,
      anyOf: [code],
      logs: 'restore',
      params: idParams,
      data: restored,
      without,
    },
  } as const
}

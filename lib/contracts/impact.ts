import * as z from 'zod/mini'
import { id, idParams, listOf, optionalText, shownText, wholeNumber } from './endpoint.ts'
import { limits } from './limits.ts'

/** What disabling or deleting a record does to others, told before it is done; beyond the specification. */

/** A platform may have effects of its own, which are shown by their names alone. */
export const effectKinds = [
  /** People for whom it is the only enabled organization: they cannot work anywhere any more. */
  'entry',
  /** People who work elsewhere, and here no more. */
  'members',
  /** Sign-ins that end. */
  'sessions',
  /** Organizations that the account belongs to. */
  'organizations',
  /** Roles that go, or that lose what the entry grants. */
  'roles',
  /** People who lose the role, or what the entry grants. */
  'people',
  /** Departments and menu entries that go along. */
  'departments',
  'entries',
] as const
export type EffectKind = (typeof effectKinds)[number]

/** What its numbers mean, the OpenAPI document says. */
export const effect = z.object({
  kind: z.string(),
  count: wholeNumber,
  names: listOf(shownText),
  unnamed: z.nullish(wholeNumber),
})
export type Effect = z.output<typeof effect>

const consequences = z.object({
  /** Only those that touch something. */
  effects: listOf(effect),
  /** Why it will be refused, as things stand, in the language of the locale header. */
  refused: optionalText,
})
export type Consequences = z.output<typeof consequences>

/** What the record has no switch for is missing. */
export const impact = z.object({ disable: z.nullish(consequences), remove: z.nullish(consequences) })
export type Impact = z.output<typeof impact>

/** Of many records: those that it will be refused for, and what it does by all others together. */
const consequencesOfMany = z.object({
  effects: listOf(effect),
  refused: listOf(z.object({ id, reason: z.string() })),
})
export type ConsequencesOfMany = z.output<typeof consequencesOfMany>

const impactOfMany = z.object({
  disable: z.nullish(consequencesOfMany),
  remove: z.nullish(consequencesOfMany),
})
export type ImpactOfMany = z.output<typeof impactOfMany>

const manyIds = z
  .array(id, 'required')
  .check(z.minLength(1, 'required'), z.maxLength(limits.impactRows, `tooMany:${limits.impactRows}`))

/** For disabling and deleting: `codes` are those of the switch and of the deletion, either is enough. */
export function impactCalls<const Path extends string, const Codes extends readonly string[]>(
  what: string,
  path: Path,
  codes: Codes,
) {
  const without = 'Whoever is asked whether to go on is not told whom it touches.'
  return {
    impact: {
      summary: `Whom a change touches, before it is made: ${what}`,
      method: 'GET',
      path: `${path}/impact/{id}`,
      anyOf: codes,
      params: idParams,
      data: impact,
      without,
    },
    impactOfMany: {
      summary: `The same of many together: ${what}`,
      method: 'POST',
      asks: true,
      ofMany: true,
      path: `${path}/impact`,
      anyOf: codes,
      body: z.object({ ids: manyIds }),
      data: impactOfMany,
      without,
    },
  } as const
}

import * as z from 'zod/mini'
import { id } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { Refusal } from '#platform/kernel/refusal'

const business = z.object({
  orgId: z.nullish(id),
  orgCode: z.nullish(z.string().check(z.maxLength(64))),
  systemId: z.nullish(id),
})
export type Business = z.output<typeof business>

/** The organization and system that the caller works in: URI-encoded JSON (specification section 7). Throws a Refusal 400. */
export function businessOf(header: string | undefined): Business {
  if (header === undefined || header === '') return {}
  try {
    return z.parse(business, JSON.parse(decodeURIComponent(header)))
  } catch {
    throw new Refusal(codes.badInput, 'invalidBusiness')
  }
}

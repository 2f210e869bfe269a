import * as z from 'zod/mini'
import { flag, id } from './endpoint.ts'

/**
 * Switches whose place in the call the specification gives twice (system configuration) or not at all (organizations,
 * menus; section 7): the console sends query and body at once, the platform takes either.
 */
export const switchQuery = z.object({ id: z.optional(id), enabled: z.optional(flag) })
export const switchBody = z.optional(
  z.object({ id: z.optional(id), enabled: z.optional(flag), enable: z.optional(flag) }),
)

/** What the call asks for, from its parsed query and body; nothing when that is incomplete or contradicts itself. */
export function askedSwitch(call: {
  query: z.output<typeof switchQuery>
  body: z.output<typeof switchBody>
}): { id: string; enabled: boolean } | undefined {
  const ids = new Set([call.query.id, call.body?.id].filter((value) => value !== undefined))
  const states = new Set(
    [call.query.enabled, call.body?.enabled, call.body?.enable].filter((value) => value !== undefined),
  )
  const [askedId] = ids
  const [enabled] = states
  if (ids.size !== 1 || states.size !== 1 || askedId === undefined || enabled === undefined) return undefined
  return { id: askedId, enabled }
}

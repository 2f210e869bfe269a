import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { askedSwitch } from '#contracts/switch'
import { covers, type Person, scopeOf } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { Refusal } from './refusal.ts'

/** What a switch call asks for, from query and body. Throws a Refusal 400 that names what is missing or contradicts itself. */
export function requireSwitch(call: Parameters<typeof askedSwitch>[0]): { id: string; enabled: boolean } {
  const asked = askedSwitch(call)
  if (asked !== undefined) return asked
  const ids = new Set([call.query.id, call.body?.id].filter((id) => id !== undefined))
  const [field, message] = ids.size === 1 ? ['enabled', 'flag'] : ['id', 'id']
  throw new Refusal(codes.badInput, 'badInput', { fields: [{ field, message }] })
}

/** An update that also flips the switch needs the switch's own permission too, and is no way around it. */
export async function requireMayEnable(
  { db, person }: { db: Queries; person: Person },
  endpoint: Endpoint,
  orgId: string,
): Promise<void> {
  const scope = await scopeOf(db, person, endpoint.permissions, { disabledToo: true })
  if (!covers(scope, orgId)) throw new Refusal(codes.notPermitted, 'enableNotPermitted')
}

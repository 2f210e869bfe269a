import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { askedSwitch } from '#contracts/switch'
import { covers, type Reach, scopeOf } from '#platform/kernel/auth/authority'
import { badField, Refusal } from '#platform/kernel/refusal'

/** What a switch call asks for, from query and body. Throws a Refusal 400 that names what is missing or contradicts itself. */
export function requireSwitch(call: Parameters<typeof askedSwitch>[0]): { id: string; enabled: boolean } {
  const asked = askedSwitch(call)
  if (asked !== undefined) return asked
  const ids = new Set([call.query.id, call.body?.id].filter((id) => id !== undefined))
  throw ids.size === 1 ? badField('enabled', 'flag') : badField('id', 'id')
}

/** An update that also flips the switch needs the switch's own permission too, and is no way around it. */
export async function requireMayEnable(
  { db, person }: Reach,
  endpoint: Endpoint,
  orgId: string,
): Promise<void> {
  const scope = await scopeOf(db, person, endpoint.permissions, { disabledToo: true })
  if (!covers(scope, orgId)) throw new Refusal(codes.notPermitted, 'enableNotPermitted')
}
